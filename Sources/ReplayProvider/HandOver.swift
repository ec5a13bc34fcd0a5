import Cassette
import Recorder

/// What one call on a thread leaves for the next call on the same thread.
///
/// Moya asks the endpointClosure and then the stubClosure on the thread that called `request`, and gives
/// the second no hint of what the first has returned.
final class HandOver<Value>: Sendable {
  // A value is only ever touched by the thread that left it.
  private let values = Locked<[ThreadID: Unguarded<Value>]>([:])

  /// Leaves the value for this thread, in place of one that was not taken.
  func leave(_ value: Value) {
    let box = Unguarded(value)
    values.withLock { $0[.current] = box }
  }

  /// The value left on this thread, which is then gone.
  func take() -> Value? {
    values.withLock { $0.removeValue(forKey: .current) }?.value
  }
}

// Unchecked: a value crosses from one thread to another only when nobody else holds it.
struct Unguarded<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}
