#if !UpstreamMoya
/// Something under way that can be stopped.
public protocol Cancellable {
  /// Whether `cancel()` has been called.
  var isCancelled: Bool { get }

  /// Asks for a stop; what was under way still completes, with an error. Calling it again does
  /// nothing.
  func cancel()
}
#endif
