/// A path of which some segments are free: `/users/{name}/repos`.
struct PathTemplate: Sendable {
  private enum Segment: Sendable {
    case literal([UInt8])
    /// Any text of one byte or more between each of these and the next.
    case free(between: [[UInt8]])
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
    var literals: [[UInt8]] = []
    var rest = text
    while let open = rest.firstIndex(of: UInt8(ascii: "{")),
      let close = rest[open...].firstIndex(of: UInt8(ascii: "}"))
    {
      literals.append(canonical(rest[..<open]))
      rest = rest[(close + 1)...]
    }
    guard !literals.isEmpty else { return .literal(canonical(text)) }
    return .free(between: literals + [canonical(rest)])
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
      case .free(let literals):
        Self.fits(part, between: literals)
      }
    }
  }

  /// Whether these stand in a text in their order, the first at its start and the last at its end, with one
  /// byte or more between each and the next.
  private static func fits(_ part: ArraySlice<UInt8>, between literals: [[UInt8]]) -> Bool {
    guard let first = literals.first, let last = literals.last, part.starts(with: first),
      part.reversed().starts(with: last.reversed())
    else { return false }
    let part = Array(part)
    var end = first.count
    // The earliest place leaves the most to those that follow.
    for literal in literals.dropFirst().dropLast() {
      guard let start = ByteSearch(literal).first(in: part, from: end + 1) else { return false }
      end = start + literal.count
    }
    return end + last.count < part.count
  }
}

extension [PathTemplate] {
  /// The templates as they are spelled in code.
  var spelled: String {
    map { VisibleText.quoted($0.text.utf8, limit: .max) }.joined(separator: ", ")
  }
}
