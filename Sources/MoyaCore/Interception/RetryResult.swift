#if !UpstreamMoya
public import Foundation

/// What a retrier decides.
public enum RetryResult: Sendable {
  /// The request is sent again at once.
  case retry
  /// The request is sent again after this many seconds.
  case retryWithDelay(TimeInterval)
  /// The request fails as it did.
  case doNotRetry
  /// The request fails with this error, and the one it had within.
  case doNotRetryWithError(any Error)
}
#endif
