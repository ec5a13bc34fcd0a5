#if !UpstreamMoya
import Dispatch

/// Carries a value that is not Sendable from one queue to another.
///
/// Moya's closures and targets are not marked Sendable, and are by contract handed from the
/// caller to the callback queue.
struct Handoff<Value>: @unchecked Sendable {  // Given away once; the giver never touches it again.
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

extension DispatchQueue {
  /// `async` for a closure that a user handed over without `@Sendable`.
  func handOff(_ work: @escaping () -> Void) {
    let work = Handoff(work)
    async { work.value() }
  }

  /// `asyncAfter` for a closure that a user handed over without `@Sendable`; seconds below zero
  /// or beyond what Dispatch can count are brought into its range.
  func handOff(afterSeconds seconds: Double, _ work: @escaping () -> Void) {
    let work = Handoff(work)
    asyncAfter(deadline: .now() + max(0, min(seconds, 1e9))) { work.value() }
  }
}
#endif
