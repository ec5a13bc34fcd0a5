/// What is left out of requests before they are hashed, so that a recording with redacted places is
/// found by a hash too.
///
/// Left out is at least what a wildcard stands for, and often more: a recording and a request that it
/// answers always have one hash, requests with one hash are still compared.
struct Blanks: Hashable, Sendable {
  /// How many whole segments are kept of a path with a wildcard in it.
  struct PathEnds: Hashable, Sendable {
    var leading: Int
    var trailing: Int
  }

  /// The redacted places in query and content, without placeholders.
  private(set) var places: RedactedPlaces
  /// What is kept of the path; nil for all of it.
  private(set) var path: PathEnds?
  /// Whether nothing is kept of the content.
  private(set) var isContentBlank: Bool

  /// What is to be left out for a recorded request; nil where no hash can find it.
  ///
  /// - Complexity: O(*n*) in the bytes of path and content.
  init?(_ recorded: MatchSubject, _ places: RedactedPlaces) {
    guard !places.hasUnknown, !recorded.uri.isBroken else { return nil }
    isContentBlank = Self.cannotHash(recorded.content, places)
    self.places = places.withoutPlaceholders(inContent: !isContentBlank)
    if let placeholders = places.path { path = Self.ends(of: recorded.uri.path, placeholders) }
  }

  /// Leaves out also what others leave out.
  mutating func formUnion(_ other: Blanks) {
    isContentBlank = isContentBlank || other.isContentBlank
    places.conceal(other.places)
    places = places.withoutPlaceholders(inContent: !isContentBlank)
    guard let theirs = other.path else { return }
    path = PathEnds(
      leading: min(path?.leading ?? .max, theirs.leading),
      trailing: min(path?.trailing ?? .max, theirs.trailing))
  }

  /// A wildcard may stand for slashes too, so only whole segments outside of the wildcards are kept.
  private static func ends(of path: [UInt8], _ placeholders: [[UInt8]]) -> PathEnds? {
    let spellings = RequestComparison.spellings(placeholders, .component(PercentCoding.path))
    guard let pattern = WildcardPattern(path, spellings) else { return nil }
    func slashes(_ text: [UInt8]) -> Int { text.count { $0 == UInt8(ascii: "/") } }
    return PathEnds(leading: slashes(pattern.opening), trailing: slashes(pattern.ending))
  }

  /// Whether a request may match the content though its own reads otherwise outside of the places.
  private static func cannotHash(_ content: RequestContent, _ places: RedactedPlaces) -> Bool {
    if content.hasDigest { return true }
    guard places.isInContent else { return false }
    if places.body != nil { return true }
    if let sections = content.sections {
      return sections.contains { section in
        // A secret in a part's name is in the name of the place, too.
        guard let name = section.name, let placeholders = places.parts[name.repairedUTF8]?.value
        else { return false }
        return WildcardPattern(name, RequestComparison.spellings(placeholders, .plain)) != nil
      }
    }
    guard places.parts.isEmpty, places.json.isEmpty || places.form.isEmpty else { return true }
    let bytes = content.bytes ?? []
    // Content that only one side can read in its form is compared as bytes, wildcards and all. It then
    // begins as the recording does: that must be enough to tell the two forms apart.
    let pattern = WildcardPattern(
      bytes, RequestComparison.spellings(places.allInContent, .plain))
    if !places.json.isEmpty {
      guard content.json != nil else { return true }
      guard let start = bytes.firstIndex(where: { !$0.isJSONSpace }) else { return true }
      return !bytes[start].opensJSONText || start >= pattern?.opening.count ?? .max
    }
    guard content.json == nil else { return true }
    guard let pattern, let first = pattern.opening.first else { return pattern != nil }
    // No number or word of JSON holds a `=`.
    return first.isJSONSpace || first.opensJSONText
      || !pattern.opening.contains(UInt8(ascii: "="))
  }
}

extension UInt8 {
  /// Whether it is white space of JSON (RFC 8259 §2).
  var isJSONSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }

  /// Whether a JSON object, array or string begins with it.
  var opensJSONText: Bool {
    self == UInt8(ascii: "{") || self == UInt8(ascii: "[") || self == UInt8(ascii: "\"")
  }
}
