#if !UpstreamMoya
public import Foundation

/// How far a request has come.
public struct ProgressResponse: Sendable {
  /// The response, in the last call of a request that succeeded.
  public let response: Response?
  /// The bytes done and the bytes in all, where the transfer has begun.
  public let progressObject: Progress?

  /// A state of progress.
  public init(progress: Progress? = nil, response: Response? = nil) {
    self.progressObject = progress
    self.response = response
  }

  /// From 0 to 1; 0 while the length is not known.
  public var progress: Double {
    if completed { return 1 }
    guard let progressObject, progressObject.totalUnitCount > 0 else { return 0 }
    return progressObject.fractionCompleted
  }

  /// Whether the response is there.
  public var completed: Bool { response != nil }
}
#endif
