import Foundation

/// A value that one thread at a time can reach.
final class Locked<Value>: @unchecked Sendable {
  // `lock` guards `value`, which is reached through `withLock` only.
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result, Failure: Error>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
