import Foundation

/// The text of a compressed file that is about to be replaced, to find out whether it differs at all.
///
/// Anything that cannot be read differs. Not Sendable: one thread uses it.
final class ExistingText {
  private let file: FileDescriptor
  private let limits: Cassette.Limits
  private let block = BGZFBlock()

  private var offset = 0
  private var start = 0
  private var differs = false

  /// - Returns: nil where no file has that path, or it cannot be read.
  init?(path: String, limits: Cassette.Limits = .init()) {
    // Whatever is wrong with the file: it is no text that equals the new one.
    guard let file = try? FileDescriptor.reading(path) else { return nil }
    self.file = file
    self.limits = limits
  }

  /// Compares the next bytes.
  func compare(_ bytes: [UInt8]) {
    var index = 0
    while !differs, index < bytes.count {
      let text = self.text
      guard start < text.count else {
        if advance() != .more { differs = true }
        continue
      }
      let count = min(bytes.count - index, text.count - start)
      let isEqual = bytes.withUnsafeBytes { bytes in
        memcmp(bytes.baseAddress! + index, text.baseAddress! + start, count) == 0
      }
      if !isEqual { differs = true }
      index += count
      start += count
    }
  }

  /// Whether all of the text has been compared and was equal.
  func isEqual() -> Bool {
    while !differs {
      guard start == text.count else { return false }
      switch advance() {
      case .more: continue
      case .end: return true
      case .failure: return false
      }
    }
    return false
  }

  // Valid until the next call of `advance`, for blocks and text stay where they are.
  private var text: UnsafeRawBufferPointer { wholeText ?? block.content }
  private var wholeText: UnsafeRawBufferPointer?

  private enum Advance { case more, end, failure }

  private func advance() -> Advance {
    if wholeText != nil { return .end }
    start = 0
    guard let found = try? block.load(file, at: offset) else { return .failure }
    switch found {
    case .block:
      guard block.inflate(upTo: BGZF.maximumBlock + 1) == nil else { return .failure }
      offset += block.byteCount
      return .more
    case .end(let isWithinBlock):
      return isWithinBlock ? .failure : .end
    case .plainMember where offset == 0:
      return loadWhole() ? .more : .failure
    case .plainMember, .other:
      return .failure
    }
  }

  private func loadWhole() -> Bool {
    guard let byteCount = try? Int(file.status().st_size),
      let bytes = try? SequentialText(file: file, byteCount: byteCount, limits: limits).members()
    else { return false }
    let copy = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    copy.copyBytes(from: bytes)
    wholeText = UnsafeRawBufferPointer(copy)
    return true
  }

  deinit { wholeText?.deallocate() }
}
