/// Why a text is not JSON, and where.
package struct JSONError: Error, Hashable, CustomStringConvertible {
  /// The offset in bytes of the first byte that does not fit.
  package let offset: Int
  /// What was wrong there.
  package let reason: String

  package var description: String { "not JSON: \(reason) at byte \(offset)" }
}
