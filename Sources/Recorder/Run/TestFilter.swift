/// What `swift test --filter` is given to run one test again.
package enum TestFilter {
  /// Which tests are to run.
  package enum Part: Sendable {
    /// The test that runs now.
    case test
    /// All that the cassette is for.
    case scope
  }

  /// What stands where nobody knows.
  static let unknown = "NAME-OF-THE-TEST"

  /// The argument that selects a test of that name, for a shell.
  ///
  /// - Parameter name: The name as the framework has it, such as `ProfileTests/profile`.
  /// - Returns: A pattern, for that is what a filter is, in quotes where a shell would read it otherwise.
  package static func argument(_ name: String) -> String {
    var pattern: [UInt8] = []
    for byte in name.utf8 {
      if special.contains(byte) { pattern.append(UInt8(ascii: "\\")) }
      pattern.append(byte)
    }
    let text = String(decoding: pattern, as: UTF8.self)
    guard pattern.contains(where: { !isPlain($0) }) else { return text }
    let quoted = pattern.split(separator: UInt8(ascii: "'"), omittingEmptySubsequences: false)
      .map { String(decoding: Array($0), as: UTF8.self) }.joined(separator: "'\\''")
    return "'\(quoted)'"
  }

  // A point stands for itself too, and a name has few.
  private static let special = Set("\\^$*+?()[]{}|".utf8)

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"), UInt8(ascii: "/"),
      UInt8(ascii: "."), UInt8(ascii: "-"):
      true
    default: false
    }
  }
}
