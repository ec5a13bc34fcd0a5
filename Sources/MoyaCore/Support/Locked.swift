#if !UpstreamMoya
import Foundation

/// A value that only one thread at a time may look at.
///
/// `Synchronization.Mutex` needs newer platforms than this package supports.
final class Locked<Value>: @unchecked Sendable {  // `lock` guards `value`.
  private let lock = NSLock()
  private var value: Value

  init(_ value: Value) {
    self.value = value
  }

  /// Runs `body` with the value while no other thread can; `body` must not call out to users.
  func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
#endif
