/// One way in which something is not as it was expected to be.
public struct Mismatch: Hashable, Sendable, CustomStringConvertible {
  /// What was looked at: `path of GitHub.user("ash")`.
  public let subject: String
  /// What was wrong with it: `expected "/a", got "/b"`.
  public let difference: String
  /// What stands between the two.
  let joint: String

  init(subject: String, joint: String = ": ", difference: String) {
    self.subject = subject
    self.joint = joint
    self.difference = difference
  }

  /// Subject and difference as one line of ASCII, without secrets.
  public var description: String { subject + joint + difference }
}
