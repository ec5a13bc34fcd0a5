import Foundation

/// One block of a file, inflated as far as was asked for.
///
/// Its memory is used again for another block. Not Sendable: the reader's lock guards it.
final class BGZFBlock {
  /// The content so far.
  var content: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(output)[..<produced])
  }
  /// The block as it stands in the file.
  var raw: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[..<byteCount])
  }
  /// The block's offset in the file; -1 before any was loaded.
  private(set) var offset = -1
  /// The size of the block in the file.
  private(set) var byteCount = 0
  /// Whether the content is whole and its checksum was right.
  private(set) var isWhole = false
  /// When the reader last used the block.
  var lastUse = 0

  private let input: UnsafeMutableRawBufferPointer
  private let output: UnsafeMutableRawBufferPointer
  private let inflater = Inflater(.raw)
  private var consumed = 0
  private var inputEnd = 0
  private var produced = 0

  /// Enough for most blocks; a larger one takes a second read.
  private static let firstRead = 24 * 1024

  init() {
    input = .allocate(byteCount: BGZF.maximumBlock, alignment: 16)
    // A byte more than a block may hold, so that one that holds too much is found out.
    output = .allocate(byteCount: BGZF.maximumBlock + 1, alignment: 16)
  }

  deinit {
    input.deallocate()
    output.deallocate()
  }

  /// What loading found at an offset.
  enum Found {
    /// A block; nothing of it is inflated yet.
    case block
    /// A gzip member that is no block.
    case plainMember
    /// The end of the file, within the block where there is one at all.
    case end(isWithinBlock: Bool)
    /// Bytes that begin no gzip member.
    case other
  }

  /// Loads the block at that offset.
  func load(_ file: FileDescriptor, at offset: Int) throws(CassetteError) -> Found {
    self.offset = -1
    (produced, isWhole) = (0, false)
    var count = try file.read(
      into: UnsafeMutableRawBufferPointer(rebasing: input[..<Self.firstRead]), at: offset)
    guard count > 0 else { return .end(isWithinBlock: false) }
    var header = BGZF.header(UnsafeRawBufferPointer(rebasing: input[..<count]))
    if header == .incomplete, count == Self.firstRead {
      count += try file.read(
        into: UnsafeMutableRawBufferPointer(rebasing: input[count...]), at: offset + count)
      header = BGZF.header(UnsafeRawBufferPointer(rebasing: input[..<count]))
    }
    switch header {
    case .incomplete: return .end(isWithinBlock: true)
    case .plainMember: return .plainMember
    case .none: return .other
    case .block(let blockByteCount, let headerByteCount):
      if blockByteCount > count, count == Self.firstRead {
        count += try file.read(
          into: UnsafeMutableRawBufferPointer(rebasing: input[count..<blockByteCount]),
          at: offset + count)
      }
      guard blockByteCount <= count else { return .end(isWithinBlock: true) }
      self.offset = offset
      byteCount = blockByteCount
      consumed = headerByteCount
      inputEnd = blockByteCount - BGZF.trailerByteCount
      guard inflater.reset() else {
        throw .system(operation: "inflate", path: file.path, code: ENOMEM)
      }
      return .block
    }
  }

  /// Inflates until so many bytes of content are there, or all; what is wrong, if anything is.
  func inflate(upTo count: Int) -> String? {
    while produced < count, !isWhole {
      let step = inflater.step(
        input: UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(input)[consumed..<inputEnd]),
        output: UnsafeMutableRawBufferPointer(
          rebasing: output[produced..<min(max(count, produced + 1), output.count)]))
      consumed += step.consumed
      produced += step.produced
      switch step.status {
      case .damaged(let reason):
        return reason
      case .ended:
        if let problem = trailerProblem() { return problem }
        isWhole = true
      case .more:
        if produced > BGZF.maximumBlock { return "more than 65,536 bytes of content" }
        if step.consumed == 0, step.produced == 0 { return "the compressed data ends too early" }
      }
    }
    return nil
  }

  private func trailerProblem() -> String? {
    let raw = UnsafeRawBufferPointer(input)
    guard consumed == inputEnd else { return "bytes after the compressed data" }
    guard raw.littleEndian(UInt32.self, at: inputEnd + 4) == UInt32(produced) else {
      return "the size of the content is wrong"
    }
    guard raw.littleEndian(UInt32.self, at: inputEnd) == CRC32.of(content) else {
      return "the checksum is wrong"
    }
    return nil
  }
}
