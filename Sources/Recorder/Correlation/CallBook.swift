import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which calls of a run are under way, and which of Moya's messages belongs to which.
///
/// Moya hands a plugin no token, so calls are found again by their target's key, by the thread that
/// prepares and sends, by the identity of an answer that was served, and by the request in a response.
/// Every method is called with the run's lock held.
struct CallBook {
  /// A call that no recorder has taken up. Its endpoint keeps it, until the network is to answer it.
  private struct Waiting {
    weak var call: PlannedCall?
    var committed: PlannedCall?
  }

  /// Calls that no recorder has taken up yet, in the order of planning.
  private var waiting: [Waiting] = []
  /// Calls that a recorder has taken up and that have no outcome yet, oldest first.
  private(set) var open: [PlannedCall] = []
  /// What `prepare` has taken up and the `willSend` that follows on that thread will name.
  private var preparing: [ThreadID: PlannedCall] = [:]
  /// What is being delivered on that thread.
  private var delivering: [ThreadID: PlannedCall] = [:]
  private var nextNumber = 0

  /// How many live calls were handed to the network, and how many calls a recorder has taken up.
  private(set) var liveCount = (committed: 0, taken: 0)

  /// Adds a call in the order in which calls start.
  mutating func plan(
    key: TargetKey, built: Cassette.Request?, decision: PlannedCall.Decision, site: CallSite?
  ) -> PlannedCall {
    let call = PlannedCall(
      number: nextNumber, key: key, built: built, decision: decision, site: site)
    nextNumber += 1
    if waiting.count > 64 { waiting.removeAll { $0.call == nil } }
    waiting.append(Waiting(call: call))
    return call
  }

  /// Notes that the network is to answer the call, so that it stays when its endpoint goes.
  mutating func commit(_ call: PlannedCall) {
    guard call.isLive, let index = waiting.firstIndex(where: { $0.call === call }) else { return }
    waiting[index].committed = call
    liveCount.committed += 1
  }

  /// Whether the network is answering a call, or is about to.
  var isBusy: Bool {
    open.contains(where: \.isLive) || waiting.contains { $0.committed != nil }
  }

  /// The oldest call, live or served, that is most like the key and that no recorder has taken up.
  mutating func take(_ key: TargetKey) -> PlannedCall? {
    guard let call = plannedCall(like: key) else { return nil }
    take(call)
    return call
  }

  /// The same call, left where it is.
  func plannedCall(like key: TargetKey) -> PlannedCall? {
    Self.mostAlike(key, among: waiting.compactMap(\.call))
  }

  private mutating func take(_ call: PlannedCall) {
    if call.isLive { liveCount.taken += 1 }
    waiting.removeAll { $0.call === call || $0.call == nil }
    open.append(call)
  }

  /// A new live call that only a recorder knows of.
  mutating func open(_ key: TargetKey) -> PlannedCall {
    let call = plan(key: key, built: nil, decision: .live, site: nil)
    take(call)
    return call
  }

  /// The open live call most like the key, for an attempt after its first.
  func openCall(like key: TargetKey) -> PlannedCall? {
    Self.mostAlike(key, among: open.filter { $0.isLive && $0.sent != nil })
  }

  /// Notes that this thread has prepared the call's request.
  mutating func prepared(_ call: PlannedCall) {
    preparing[ThreadID.current] = call
  }

  /// The call whose request this thread has prepared last.
  mutating func sending() -> PlannedCall? {
    preparing.removeValue(forKey: ThreadID.current)
  }

  /// Notes that the messages of this thread are about that call.
  mutating func beginDelivery(of call: PlannedCall) {
    delivering[.current] = call
  }

  /// Takes that back.
  mutating func endDelivery() {
    delivering[.current] = nil
  }

  /// Closes the call that an answer belongs to.
  ///
  /// - Parameters:
  ///   - key: The key of the target that Moya names.
  ///   - answer: The identity of the response or error, by which served answers are known.
  ///   - request: The request in the response, where there is one.
  /// - Returns: The call, noted as ambiguous where another fits as well; nil where none fits.
  mutating func close(
    _ key: TargetKey, answer: ObjectIdentifier?, request: URLRequest?
  ) -> PlannedCall? {
    let call: PlannedCall
    if let served = delivering[.current] {
      call = served
    } else if let answer, let served = open.first(where: { $0.served == answer }) {
      call = served
    } else {
      let alike = open.filter { $0.served == nil && $0.isLive && $0.key.likeness(to: key) != nil }
      let sameRequest = alike.filter { call in
        request.map { call.sent?.isSame(as: $0) ?? false } ?? false
      }
      if let exact = Self.mostAlike(key, among: sameRequest) {
        call = exact
        // Calls that sent the same request cannot be told apart, and need not be.
      } else if let likely = Self.mostAlike(key, among: alike) {
        call = likely
        call.isAmbiguous =
          alike.filter { $0.key.likeness(to: key) == likely.key.likeness(to: key) }.count > 1
      } else if let unsent = Self.mostAlike(key, among: committed) {
        // It failed before any plugin was asked to prepare: an adapter, or a cancellation.
        take(unsent)
        call = unsent
      } else {
        return nil
      }
    }
    open.removeAll { $0 === call }
    return call
  }

  /// Forgets a live call that failed before a request was sent, and that no plugin was told of.
  mutating func forgetUnsent(_ key: TargetKey) {
    guard let call = Self.mostAlike(key, among: committed) else { return }
    waiting.removeAll { $0.call === call }
    liveCount.committed -= 1
  }

  private var committed: [PlannedCall] { waiting.compactMap(\.committed) }

  private static func mostAlike(_ key: TargetKey, among calls: [PlannedCall]) -> PlannedCall? {
    var best: (call: PlannedCall, likeness: Int)?
    for call in calls {
      guard let likeness = call.key.likeness(to: key) else { continue }
      if best.map({ likeness > $0.likeness }) ?? true { best = (call, likeness) }
    }
    return best?.call
  }
}
