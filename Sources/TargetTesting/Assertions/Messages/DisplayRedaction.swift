import Cassette

/// Keeps credentials out of messages, by the names that the default redaction goes by.
enum DisplayRedaction {
  /// Where a name stands, since some names mean a secret only in some places.
  enum Place {
    case headerField, queryItem, field

    fileprivate var rules: RedactionRules.Places {
      switch self {
      case .headerField: .headerFields
      case .queryItem: .queryItems
      case .field: [.jsonFields, .formFields]
      }
    }
  }

  /// What is shown in place of the value; nil where the value may be shown.
  ///
  /// The scheme of an `Authorization` field is no secret and stays.
  static func replacement(
    for value: some Collection<UInt8>, named name: some Sequence<UInt8>, at place: Place
  ) -> String? {
    guard !value.isEmpty, let label = label(of: name, at: place) else { return nil }
    let placeholder = "[redacted:\(label)]"
    guard label.hasSuffix("authorization") else { return placeholder }
    let scheme = value.prefix { $0 != UInt8(ascii: " ") }
    guard scheme.count < value.count, scheme.count <= 16, scheme.allSatisfy(isLetter) else {
      return placeholder
    }
    return String(decoding: scheme, as: UTF8.self) + " " + placeholder
  }

  /// The text with the values of what looks like a named secret in it replaced.
  static func text(_ text: String) -> String {
    String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
  }

  /// The bytes with the values of what looks like a named secret in them replaced.
  static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for secret in SecretScan.secrets(in: bytes) {
      result += bytes[end..<secret.range.lowerBound]
      result += Array(secret.replacement.utf8)
      end = secret.range.upperBound
    }
    return result + bytes[end...]
  }

  /// The label of a name that means a secret; of `user[password]` the innermost name counts.
  static func label(of name: some Sequence<UInt8>, at place: Place) -> String? {
    let name = Array(name.prefix(121))
    guard name.count <= 120 else { return nil }
    let inner =
      name.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }.last ?? name[...]
    return RedactionRules.defaultLabel(of: inner, at: place.rules)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }
}
