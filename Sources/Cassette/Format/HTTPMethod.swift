/// Methods that programs spell in letters of their own.
enum HTTPMethod {
  private static let known: [StaticString] = [
    "get", "head", "post", "put", "patch", "delete", "options", "trace", "connect",
  ]

  /// The method in capitals where it is one that everybody knows, else as it is (RFC 9110 §9.1).
  static func inCapitals(_ method: String) -> String {
    guard known.contains(where: { Cassette.HeaderFields.isEqual(method, $0) }) else {
      return method
    }
    return String(decoding: method.utf8.map { $0 & 0xDF }, as: UTF8.self)
  }
}
