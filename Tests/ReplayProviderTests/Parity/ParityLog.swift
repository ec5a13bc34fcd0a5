import Foundation
import MoyaCore
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What plugins, progress blocks and completions of one pass were told, for each case apart.
final class ParityLog: Sendable {
  private struct Entry {
    var events: [ParityEvent] = []
    var pending: (() -> Void)?
  }

  // Closures are only run by the case that left them.
  private let entries = TestSupport.Locked<[Int: Entry]>([:])

  func note(_ event: ParityEvent, of id: Int?) {
    guard let id else { return }
    entries.withLock { $0[id, default: Entry()].events.append(event) }
  }

  /// Leaves what ends a requestClosure for later.
  func leave(_ action: @escaping () -> Void, of id: Int) {
    let box = Shared(action)
    entries.withLock { $0[id, default: Entry()].pending = { box.value() } }
  }

  /// Ends the requestClosure that has been left.
  func resume(_ id: Int) {
    let pending = entries.withLock { entries in
      let action = entries[id]?.pending
      entries[id]?.pending = nil
      return action.map { Shared($0) }
    }
    pending?.value()
  }

  /// The events in order; of progress only the last, since what comes before depends on the network.
  func events(of id: Int) -> [ParityEvent] {
    let all = entries.withLock { $0[id]?.events ?? [] }
    let last = all.lastIndex(where: \.isProgress)
    return all.enumerated().compactMap { index, event in
      guard case .progress(_, _, let hasResponse) = event else { return event }
      guard index == last else { return nil }
      // How far a call came that failed differs each time.
      return hasResponse ? event : .progress(completed: 0, total: 0, hasResponse: false)
    }
  }

  /// Whether progress only grew, and brought a response at its end if at all.
  func isPlausible(_ id: Int) -> Bool {
    var isEnded = false
    var before: Int64 = 0
    return entries.withLock { $0[id]?.events ?? [] }.allSatisfy { event in
      guard case .progress(let completed, _, let hasResponse) = event else { return true }
      defer { (isEnded, before) = (hasResponse, completed) }
      return !isEnded && completed >= before
    }
  }
}
