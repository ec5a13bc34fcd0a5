import Foundation

/// Says yes once.
// Unchecked: `lock` guards `isDone`.
final class Once: @unchecked Sendable {
  private let lock = NSLock()
  private var isDone = false

  /// Whether nobody has asked before.
  func isFirst() -> Bool {
    lock.withLock {
      defer { isDone = true }
      return !isDone
    }
  }
}
