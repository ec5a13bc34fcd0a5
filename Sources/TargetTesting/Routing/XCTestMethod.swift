/// What is known of a test of XCTest's, which does not say which one runs.
enum XCTestMethod {
  /// What a filter would match to run the method of that name again; nil for a function that is no test.
  static func filter(_ function: StaticString) -> String? {
    let name = "\(function)".utf8.prefix { $0 != UInt8(ascii: "(") }
    guard name.starts(with: "test".utf8) else { return nil }
    return "/\(Substring(name))"
  }
}
