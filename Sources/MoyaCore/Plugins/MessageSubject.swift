#if !UpstreamMoya
/// The call that plugins are told of, for those of this package: Moya's messages do not say.
///
/// There is one for each call of a provider, and all messages about it have the same, but for those of
/// stubs, which have none.
package final class MessageSubject: Sendable {
  private struct WeakRequest {
    weak var value: Request?
  }

  /// What the call's endpoint carries.
  package let token: (any CallToken)?
  // Weak: the request keeps this.
  private let sent = Locked(WeakRequest())

  /// A subject for the call of an endpoint, made before anybody is asked whether it is a stub.
  init(token: (any CallToken)?) {
    self.token = token
    token?.isCarried()
  }

  /// The session's request, one over all attempts; nil before there is one.
  package var request: Request? { sent.withLock { $0.value } }

  func attach(_ request: Request) {
    sent.withLock { $0.value = request }
  }

  /// Whom the message on this thread is about; nil where a stub answers.
  @TaskLocal package static var current: MessageSubject?

  /// Runs what tells plugins of that call; of nil, of a stub, whatever they are being told of.
  static func tell<Result>(
    of subject: MessageSubject?, _ tell: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(subject, operation: tell)
  }
}

/// What knows a call from its endpoint on.
package protocol CallToken: AnyObject, Sendable {
  /// Hears that messages about its call will have it, but for those of stubs.
  func isCarried()
}
#endif
