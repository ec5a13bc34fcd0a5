#if !UpstreamMoya
public import Foundation

/// Whether and when a request is answered from its endpoint's sample.
public enum StubBehavior: Sendable {
  /// It is sent.
  case never
  /// It is answered at once.
  case immediate
  /// It is answered after this many seconds.
  case delayed(seconds: TimeInterval)
}
#endif
