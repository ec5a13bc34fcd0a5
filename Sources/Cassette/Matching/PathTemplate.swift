/// A path of which some segments are free: `/users/{name}/repos`.
struct PathTemplate: Sendable {
  private enum Segment: Sendable {
    case literal([UInt8])
    /// Any text of one byte or more between these.
    case free(before: [UInt8], after: [UInt8])
  }

  /// The template as it is spelled.
  let text: String
  private let segments: [Segment]

  init(_ text: String) {
    self.text = text
    segments = Self.split(Array(text.utf8)).map(Self.segment)
  }

  private static func split(_ path: [UInt8]) -> [ArraySlice<UInt8>] {
    path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
  }

  private static func segment(_ text: ArraySlice<UInt8>) -> Segment {
    func canonical(_ text: ArraySlice<UInt8>) -> [UInt8] {
      PercentCoding.canonical(text, allowed: PercentCoding.path)
    }
    guard let open = text.firstIndex(of: UInt8(ascii: "{")),
      let close = text.lastIndex(of: UInt8(ascii: "}")), open < close
    else { return .literal(canonical(text)) }
    return .free(before: canonical(text[..<open]), after: canonical(text[(close + 1)...]))
  }

  /// Whether a path in canonical spelling fits.
  ///
  /// - Parameters:
  ///   - path: The path.
  ///   - spellings: Texts in it that stand for any other, in a recorded path.
  /// - Returns: Whether each segment does.
  /// - Complexity: O(*n*) in the number of bytes.
  func fits(_ path: [UInt8], _ spellings: [WildcardPattern.Spelling] = []) -> Bool {
    let parts = Self.split(path)
    guard parts.count == segments.count else { return false }
    return zip(parts, segments).allSatisfy { part, segment in
      switch segment {
      case .literal(let text):
        part.elementsEqual(text)
          || !spellings.isEmpty && WildcardPattern(Array(part), spellings)?.match(text) != nil
      case .free(let before, let after):
        part.count > before.count + after.count && part.starts(with: before)
          && part.reversed().starts(with: after.reversed())
      }
    }
  }
}

extension [PathTemplate] {
  /// The templates as they are spelled in code.
  var spelled: String {
    map { VisibleText.quoted($0.text.utf8, limit: .max) }.joined(separator: ", ")
  }
}
