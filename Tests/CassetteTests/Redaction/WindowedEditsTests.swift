import Foundation
import TestSupport
import Testing

@testable import Cassette

struct WindowedEditsTests {
  private let small = WindowedEdits.Sizes(window: 64, overlap: 16, context: 8, bound: 256)

  /// What comes out of a text that goes in by pieces of those sizes.
  private func edited(
    _ text: [UInt8], pieces: [Int], sizes: WindowedEdits.Sizes,
    _ edit: @escaping (WindowedEdits.Window) -> WindowedEdits.Found
  ) throws -> (text: [UInt8], count: Int) {
    let edits = WindowedEdits(at: "response.body", sizes: sizes, edit)
    var result: [UInt8] = []
    var start = 0
    for piece in pieces + [text.count] where start < text.count {
      let end = min(start + piece, text.count)
      try Array(text[start..<end]).withBytes { (bytes) throws(CassetteError) in
        try edits.add(bytes) { (piece) throws(CassetteError) in result.append(contentsOf: piece) }
      }
      start = end
    }
    try edits.finish { (piece) throws(CassetteError) in result.append(contentsOf: piece) }
    return (result, edits.count)
  }

  private static func words(_ bytes: [UInt8]) -> [ByteEdit] {
    let wanted = Array("<secret>".utf8)
    guard bytes.count >= wanted.count else { return [] }
    return (0...(bytes.count - wanted.count)).filter { bytes[$0...].starts(with: wanted) }.map {
      ByteEdit(range: $0..<($0 + wanted.count), replacement: Array("-".utf8))
    }
  }

  @Test func isTheSameAsEditingTheWhole() throws {
    var random = SplitMix64(name: "WindowedEditsTests.isTheSameAsEditingTheWhole")
    for _ in 0..<300 {
      var text: [UInt8] = []
      for _ in 0..<Int.random(in: 0...60, using: &random) {
        if Bool.random(using: &random) {
          text += Array("<secret>".utf8)
        } else {
          text += [UInt8](repeating: 0x2E, count: .random(in: 1...40, using: &random))
        }
      }
      let pieces = (0..<40).map { _ in Int.random(in: 1...100, using: &random) }
      let whole = Self.words(text)
      let result = try edited(text, pieces: pieces, sizes: small) {
        .init(edits: Self.words($0.bytes))
      }
      #expect(result.text == ByteEdit.apply(whole, to: text) ?? text)
      #expect(result.count == whole.count)
    }
  }

  /// From an opening mark to the closing one, or to where the text that is seen ends.
  private static func marked(_ window: WindowedEdits.Window) -> WindowedEdits.Found {
    guard let start = window.bytes.firstIndex(of: 0x3C) else { return .init(edits: []) }
    guard let end = window.bytes[start...].firstIndex(of: 0x3E) else {
      let rest = ByteEdit(range: start..<window.bytes.count, replacement: [0x51])
      return window.isLast ? .init(edits: [rest]) : .init(edits: [], open: start)
    }
    return .init(edits: [ByteEdit(range: start..<(end + 1), replacement: [0x51])])
  }

  @Test(arguments: [1, 16, 17, 63, 64, 150, 200])
  func anEditLongerThanTheOverlapIsWaitedFor(length: Int) throws {
    for before in [0, 1, 40, 47, 48, 49, 63, 64, 65, 130] {
      let text =
        [UInt8](repeating: 0x61, count: before) + [0x3C]
        + [UInt8](repeating: 0x62, count: length) + [0x3E] + [UInt8](repeating: 0x63, count: 200)
      let result = try edited(
        text, pieces: Array(repeating: 7, count: 100), sizes: small, Self.marked)
      #expect(
        result.text == [UInt8](repeating: 0x61, count: before) + [0x51]
          + [UInt8](repeating: 0x63, count: 200), "\(before)")
    }
  }

  @Test func anEditThatDoesNotEndFails() throws {
    var longest = 0
    let text = Array("abc<".utf8) + [UInt8](repeating: 0x62, count: 10_000)
    var output: [UInt8] = []
    let edits = WindowedEdits(at: "response.body", sizes: small) { window in
      longest = max(longest, window.bytes.count)
      return Self.marked(window)
    }
    let error = TestFiles.error {
      for byte in text {
        try [byte].withBytes { (bytes) throws(CassetteError) in
          try edits.add(bytes) { (piece) throws(CassetteError) in output += piece }
        }
      }
    }
    #expect(error == .secretTooLong(place: "response.body", limit: 256))
    // Nothing of it was let through, and memory is bounded.
    #expect(output == Array("abc".utf8))
    #expect(longest <= 600 && longest >= 256)
  }

  @Test func anEditThatEndsWithTheTextIsMade() throws {
    let text = Array("abc<".utf8) + [UInt8](repeating: 0x62, count: 200)
    let result = try edited(
      text, pieces: Array(repeating: 10, count: 30), sizes: small, Self.marked)
    #expect(result.text == Array("abcQ".utf8))
  }

  @Test func whatWasSeenComesOnceMoreInFront() throws {
    var windows: [WindowedEdits.Window] = []
    let text = (0..<300).map { UInt8(truncatingIfNeeded: $0) }
    let result = try edited(text, pieces: Array(repeating: 1, count: 300), sizes: small) { window in
      windows.append(window)
      return .init(edits: [])
    }
    #expect(result.text == text)
    #expect(windows.count > 3)
    #expect(windows[0].start == 0 && windows.dropFirst().allSatisfy { $0.start == 8 })
    #expect(windows.map(\.isLast) == windows.indices.map { $0 == windows.count - 1 })
  }
}
