import Foundation

/// The first of the values that it is given.
///
/// What waits for one in a continuation takes it from here: values that a continuation hands over
/// look like data races to the thread sanitizer, which does not see into the runtime.
// Unchecked: `lock` guards `given`.
final class FirstValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var given: Value?

  /// Keeps the value, and says so, where it is the first.
  func give(_ value: Value) -> Bool {
    lock.withLock {
      guard given == nil else { return false }
      given = value
      return true
    }
  }

  /// The value; only to be asked for when one has been given.
  var value: Value {
    lock.withLock {
      guard let given else { preconditionFailure("asked for a value before it was given") }
      return given
    }
  }
}
