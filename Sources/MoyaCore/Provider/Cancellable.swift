#if !UpstreamMoya
/// Something under way that can be stopped, from any thread.
@preconcurrency
public protocol Cancellable: Sendable {
  // Code from before Swift 6 need not say that its own is Sendable; an actor's deinit may cancel.

  /// Whether `cancel()` has been called.
  var isCancelled: Bool { get }

  /// Asks for a stop; what was under way still completes, with an error. Calling it again does
  /// nothing.
  func cancel()
}
#endif
