import Foundation

/// A value that is only touched while its lock is held.
// Unchecked: `lock` guards every access to `value`.
package final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  /// A lock around that value.
  package init(_ value: Value) {
    self.value = value
  }

  /// Runs the closure with the lock held. Asking for the lock inside again would wait for ever.
  package func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
