import Foundation

/// What becomes known of a call for its recording, from its first request to its outcome.
struct CallRecord: Sendable {
  /// Whether the caller wants to be told of progress.
  var isWatched = false
  /// The last request that was about to be sent.
  var sent: SentRequest?
  /// Attempts that were followed by another.
  var attempts = PastAttempts()
  /// When the first request was about to be sent, by the run's clock: the date, and the time since it began.
  var startedAt = Date(timeIntervalSince1970: 0)
  var startedAfter = Duration.zero
  /// The file that a download was moved to, where the destination was asked.
  var downloaded: URL?
  /// Whether the outcome may be that of another call as well.
  var isAmbiguous = false
}
