/// A failure that was reported and kept from the test's framework.
public struct ReportedFailure: Sendable {
  /// The whole message; its first line stands alone.
  public let message: String
  /// The module and file of the place that it is reported at.
  public let fileID: String
  /// The line, from 1.
  public let line: Int
}
