/// Methods that programs spell in letters of their own.
enum HTTPMethod {
  private static let known: [StaticString] = [
    "GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT",
  ]

  /// The method in capitals where it is one that everybody knows, else as it is (RFC 9110 §9.1).
  static func inCapitals(_ method: String) -> String {
    known.first { Cassette.HeaderFields.isEqual(method, $0) }?.description ?? method
  }
}
