import Dispatch

/// Where a reply waits until the test lets it go on.
package final class Gate: Sendable {
  private struct State {
    var isOpen = false
    var passes = 0
    var waiting: [DispatchSemaphore] = []
    var arrivals = 0
    var watchers: [(arrivals: Int, continuation: CheckedContinuation<Void, Never>)] = []
  }

  private let state = Locked(State())

  /// A closed gate.
  package init() {}

  /// Lets everybody through, now and later.
  package func open() {
    let waiting = state.withLock { state in
      state.isOpen = true
      defer { state.waiting = [] }
      return state.waiting
    }
    for semaphore in waiting { semaphore.signal() }
  }

  /// Lets one through: whoever waits longest, else the next to come.
  package func pass() {
    let first = state.withLock { state -> DispatchSemaphore? in
      guard !state.waiting.isEmpty else {
        state.passes += 1
        return nil
      }
      return state.waiting.removeFirst()
    }
    first?.signal()
  }

  /// Returns once replies have arrived here this many times, waiting or not.
  package func reached(times: Int = 1) async {
    await withCheckedContinuation { continuation in
      let isReached = state.withLock { state in
        if state.arrivals >= times { return true }
        state.watchers.append((times, continuation))
        return false
      }
      if isReached { continuation.resume() }
    }
  }

  /// Has `semaphore` signalled when its bearer may go on.
  func enqueue(_ semaphore: DispatchSemaphore) {
    let (isFree, reached) = state.withLock { state in
      state.arrivals += 1
      let reached = state.watchers.filter { $0.arrivals <= state.arrivals }
      state.watchers.removeAll { $0.arrivals <= state.arrivals }
      if state.isOpen { return (true, reached) }
      if state.passes > 0 {
        state.passes -= 1
        return (true, reached)
      }
      state.waiting.append(semaphore)
      return (false, reached)
    }
    if isFree { semaphore.signal() }
    for watcher in reached { watcher.continuation.resume() }
  }

  func remove(_ semaphore: DispatchSemaphore) {
    state.withLock { state in state.waiting.removeAll { $0 === semaphore } }
  }
}
