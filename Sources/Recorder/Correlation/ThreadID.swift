import Foundation

/// Which thread is running, for what is handed over between two calls on one thread.
package struct ThreadID: Hashable, Sendable {
  private let value: UInt

  /// The thread that asks.
  package static var current: ThreadID {
    #if canImport(Darwin)
    ThreadID(value: UInt(bitPattern: pthread_self()))
    #else
    ThreadID(value: UInt(pthread_self()))
    #endif
  }
}
