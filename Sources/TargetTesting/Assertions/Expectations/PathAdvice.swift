/// What to do about a path that is not as expected, where that can be said.
enum PathAdvice {
  /// Advice for a path that was compared.
  static func text(expected: [UInt8], got: [UInt8]) -> String? {
    if let advice = encoding(of: got) { return advice }
    if expected.contains(UInt8(ascii: "?")) {
      return "The path of a target has no query; see expectQuery and expectURL."
    }
    let slash = UInt8(ascii: "/")
    if expected.split(separator: slash) == got.split(separator: slash) {
      return "Only slashes differ."
    }
    return nil
  }

  /// Advice for a path that Moya encodes otherwise than its author may have meant.
  static func encoding(of path: [UInt8]) -> String? {
    if path.contains(UInt8(ascii: "?")) {
      return "The target's path contains \"?\", which Moya sends as %3F, a part of the path. "
        + "Query items belong into its task."
    }
    if PercentEncoding.decoded(path) != path {
      return "The target's path is percent-encoded, and Moya encodes it again: \"%\" is sent as "
        + "%25. It is to be given decoded."
    }
    return nil
  }
}
