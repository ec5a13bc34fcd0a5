import Cassette
import Foundation

/// The attempts of one call that were followed by another: the first and the last of them, and of what
/// they sent and got as much as may be held.
struct PastAttempts: Sendable {
  /// How many are kept; half of them are the first, half the last.
  static let limit = 16
  /// How many bytes of content all of them have together.
  static let byteLimit = SideFiles.defaultThreshold

  /// Those that are kept, oldest first.
  private(set) var kept: [PastAttempt] = []
  /// How many there were.
  private(set) var count = 0
  private var byteCount = 0

  /// How many bytes of content may still be added to what is kept.
  var room: Int { Self.byteLimit - byteCount }

  /// What is to be said of those that were left out; nil where none was.
  var note: String? {
    guard count > kept.count else { return nil }
    let first = Self.limit / 2
    return """
      \(count - kept.count) attempts were left out, from attempt \(first) on: \(Self.limit) of a call are \
      kept
      """
  }

  /// Adds an attempt; one of the middle gives way where there are too many.
  mutating func add(_ attempt: PastAttempt) {
    var attempt = attempt
    attempt.number = count
    count += 1
    if kept.count == Self.limit { byteCount -= kept.remove(at: Self.limit / 2).byteCount }
    attempt.limitContent(to: room)
    byteCount += attempt.byteCount
    kept.append(attempt)
  }
}
