import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which calls of a run are under way, and which of Moya's messages belongs to which.
///
/// Moya hands a plugin no token. Where it can be seen which call the transport speaks of, it is that one or
/// none. Else calls are found again by the thread that prepares, sends and delivers, by the identity of an
/// answer that was served, by the request in a response, and by their target's key; but where the
/// transport can be seen, never one that it would name. Where only the name of a target's case is the same,
/// nothing is concluded: a guess would put one call's answer into another's recording. Every method is called
/// with the run's lock held.
struct CallBook {
  /// What tells the calls of one book from those of another.
  final class Identity: Sendable {}

  /// What a recorder is told of a request that it is to prepare.
  enum Taken {
    /// It is that call's.
    case call(PlannedCall)
    /// Its call has ended: it must not be sent, and nobody waits for it.
    case over
    /// No call is known that it could be of.
    case unknown
  }

  /// A call; its endpoint keeps it, until the network is to answer it and nobody else does.
  private struct Held {
    weak var call: PlannedCall?
    var kept: PlannedCall?

    init(_ call: PlannedCall, isKept: Bool) {
      self.call = call
      kept = isKept ? call : nil
    }
  }

  /// The call that the messages on a thread are about.
  struct Delivering {
    let call: PlannedCall
    /// Whether another call has begun on the thread in between, whose messages these may be.
    var isInterrupted = false
  }

  /// What is known of an outcome that is to find its call.
  struct Outcome {
    /// The key of the target that Moya names.
    var key: TargetKey
    /// The identity of the response or error, by which served answers are known.
    var answer: ObjectIdentifier?
    /// The request in the response, where there is one.
    var request: URLRequest?
    /// Whether the error is one of those that Moya's stubs end with when they are cancelled.
    var isStubCancellation = false
    /// Whether the error is one that a call ends with before its request is sent.
    var isBeforeSending = false
    /// What the transport shows of the call, where it shows anything.
    var transport: TransportRequest?
  }

  private let identity = Identity()
  /// Calls that no recorder has taken up yet, in the order of planning.
  private var waiting: [Held] = []
  /// Calls that a recorder has taken up and that have no outcome yet, oldest first.
  private var open: [Held] = []
  /// What `prepare` has taken up and the `willSend` that follows on that thread will name.
  private var preparing: [ThreadID: PlannedCall] = [:]
  /// What is being delivered on that thread.
  private var delivering: [ThreadID: Delivering] = [:]

  /// How many calls have been planned, of how many a stubClosure was asked, and how many live ones a
  /// recorder has taken up.
  private(set) var count = (planned: 0, decided: 0, taken: 0)
  /// What is told of the calls afterwards.
  private(set) var log = CallLog()

  // MARK: Planning

  /// Adds a call in the order in which calls start.
  mutating func plan(
    key: TargetKey, built: Cassette.Request?, content: RequestContent?,
    decision: PlannedCall.Decision, faultTurn: FaultCounts.Turn? = nil, site: CallSite?
  ) -> PlannedCall {
    let isServed = if case .replay = decision { true } else { false }
    let call = PlannedCall(
      number: count.planned, in: identity, key: key, built: built, content: content,
      decision: decision, faultTurn: faultTurn, site: site,
      logged: log.start(key, built, isServed: isServed))
    count.planned += 1
    if !delivering.isEmpty { delivering[.current]?.isInterrupted = true }
    if waiting.count > 64 { waiting.removeAll { $0.call == nil } }
    waiting.append(Held(call, isKept: false))
    return call
  }

  /// Notes that a stubClosure has said who answers; what the network is to answer stays from then on.
  mutating func decide(_ call: PlannedCall) {
    call.isDecided = true
    count.decided += 1
    guard call.isLive, let index = waiting.firstIndex(where: { $0.call === call }) else { return }
    waiting[index].kept = call
  }

  /// The oldest call most like the key that no recorder has taken up; it stays as it is.
  func plannedCall(like key: TargetKey) -> PlannedCall? {
    Self.mostAlike(key, among: waiting.compactMap(\.call))
  }

  /// Forgets a live call that is over in any case: it may have ended before a request was sent, without a
  /// plugin being told.
  ///
  /// - Parameters:
  ///   - key: The key of the target that Moya names.
  ///   - transport: What the transport shows of the call.
  ///   - wasTold: Whether a plugin was told. Then it is forgotten only if it is known for sure.
  mutating func forgetUnsent(_ key: TargetKey, _ transport: TransportRequest?, wasTold: Bool) {
    let known = named(by: transport)
    guard let call = known ?? (wasTold ? nil : unsent(like: key, transport)) else { return }
    waiting.removeAll { $0.call === call && call.isLive }
  }

  private var handedOver: [PlannedCall] { waiting.compactMap(\.kept) }

  /// The call that the transport names; nil where it names none, or one of another book.
  private func named(by transport: TransportRequest?) -> PlannedCall? {
    transport?.call.flatMap { $0.book === identity ? $0 : nil }
  }

  /// The calls that messages may be about in which the transport names none.
  private func nameless(_ calls: [PlannedCall], _ transport: TransportRequest?) -> [PlannedCall] {
    transport == nil ? calls : calls.filter { !$0.isNamed.withLock { $0 } }
  }

  /// The call most like the key that the network is to answer and that no recorder has taken up.
  private func unsent(like key: TargetKey, _ transport: TransportRequest?) -> PlannedCall? {
    Self.mostAlike(key, among: nameless(handedOver, transport))
  }

  // MARK: Preparing and sending

  /// The call whose request Moya asks a recorder to prepare.
  ///
  /// A call that the cassette answers is only taken up where a stubClosure has said so: else the request
  /// at hand is on its way to the network.
  mutating func take(_ key: TargetKey, _ transport: TransportRequest?) -> Taken {
    if let call = delivering[.current]?.call,
      call.key.likeness(to: key).map({ $0 > 1 }) == true
    {
      take(call, transport)
      return .call(call)
    }
    if let call = openCall(of: transport) {
      // An attempt after the first.
      preparing[.current] = call
      return .call(call)
    }
    if let call = named(by: transport) {
      // What the cassette was to answer is on its way to the network.
      guard call.isLive else { return .unknown }
      guard waiting.contains(where: { $0.call === call }) else { return .over }
      take(call, transport)
      return .call(call)
    }
    // Its outcome may have come before this, and comes only once.
    if transport?.isCancelled == true { return .over }
    let calls = nameless(waiting.compactMap(\.call), transport)
    var call = Self.mostAlike(key, among: calls.filter(\.isDecided))
    if call == nil, transport == nil {
      call = Self.mostAlike(key, among: calls.filter(\.isLive))
    }
    guard let call else { return .unknown }
    take(call, transport)
    return .call(call)
  }

  /// The served call that messages on this thread are about, and no other's: its request is prepared.
  ///
  /// What a target's properties say need not be asked for then.
  mutating func takeDelivered(_ target: any TargetType) -> PlannedCall? {
    guard let call = delivered(target) else { return nil }
    call.logged.isSent()
    waiting.removeAll { $0.call === call || $0.call == nil }
    preparing[.current] = call
    return call
  }

  private mutating func take(_ call: PlannedCall, _ transport: TransportRequest?) {
    call.logged.isSent()
    if call.isLive {
      count.taken += 1
      if let transport { call.transport = transport.identity }
    }
    waiting.removeAll { $0.call === call || $0.call == nil }
    open.removeAll { $0.call == nil }
    open.append(Held(call, isKept: call.isLive))
    preparing[.current] = call
  }

  /// A new live call that only a recorder knows of.
  mutating func open(_ key: TargetKey, _ transport: TransportRequest?) -> PlannedCall {
    let call = plan(key: key, built: nil, content: nil, decision: .live, site: nil)
    take(call, transport)
    return call
  }

  /// Lets go of the call whose request is on its way, where nobody waits for its outcome.
  mutating func letGo(_ key: TargetKey, _ transport: TransportRequest?) {
    guard case .call(let call) = take(key, transport) else { return }
    preparing[.current] = nil
    call.isOver = true
    call.logged.becomes(.live)
    open.removeAll { $0.call === call }
  }

  /// Notes a call whose request a recorder alone sends nowhere.
  mutating func refuse(_ key: TargetKey, _ request: Cassette.Request, _ error: any Error) {
    log.start(key, request).becomes(.failed(error))
  }

  /// Takes up the open live call most like the key once more, for an attempt after its first.
  mutating func takeAgain(_ key: TargetKey) -> PlannedCall? {
    let sent = open.compactMap(\.kept).filter { $0.record.sent != nil }
    guard let call = Self.mostAlike(key, among: sent) else { return nil }
    preparing[.current] = call
    return call
  }

  /// The call whose request this thread has prepared last; nil where it has ended since.
  mutating func sending() -> PlannedCall? {
    guard let call = preparing.removeValue(forKey: .current), !call.isOver else { return nil }
    return call
  }

  private func openCall(of transport: TransportRequest?) -> PlannedCall? {
    guard let transport else { return nil }
    return open.lazy.compactMap(\.kept).first { $0.transport === transport.identity }
  }

  // MARK: Delivering and closing

  /// Notes that the messages of this thread are about that call; returns what they were about before.
  mutating func beginDelivery(of call: PlannedCall) -> Delivering? {
    delivering.updateValue(Delivering(call: call), forKey: .current)
  }

  /// Takes that back.
  mutating func endDelivery(_ previous: Delivering?) {
    delivering[.current] = previous
  }

  private func delivered(_ target: any TargetType) -> PlannedCall? {
    guard let delivering = delivering[.current], !delivering.isInterrupted,
      delivering.call.key.isOfType(of: target)
    else { return nil }
    return delivering.call
  }

  /// Closes the served call whose outcome this thread delivers, if the message can be of no other.
  mutating func closeDelivered(_ target: any TargetType) -> Bool {
    guard let call = delivered(target) else { return false }
    close(call)
    return true
  }

  /// Closes the call that an outcome belongs to.
  ///
  /// - Returns: The call, noted as ambiguous where another fits as well; nil where none fits.
  mutating func close(_ outcome: Outcome) -> PlannedCall? {
    let call = find(outcome)
    if let call { close(call) }
    return call
  }

  private mutating func close(_ call: PlannedCall) {
    call.isOver = true
    open.removeAll { $0.call === call || $0.call == nil }
    waiting.removeAll { $0.call === call }
  }

  private func find(_ outcome: Outcome) -> PlannedCall? {
    if let call = delivering[.current]?.call { return call }
    if let transport = outcome.transport {
      if let call = openCall(of: transport) { return call }
      // It ended before this recorder was told of a beginning.
      if let call = named(by: transport) { return call.isOver ? nil : call }
      return unsent(like: outcome.key, transport)
    }
    let served = open.compactMap(\.call).filter { !$0.isLive }
    if let answer = outcome.answer, let call = served.first(where: { $0.served == answer }) {
      return call
    }
    if outcome.isStubCancellation {
      // Not of a call that was sent: that one ends as the transport says it.
      let stubs = served + waiting.compactMap(\.call).filter(\.isDecided)
      return Self.mostAlike(outcome.key, among: stubs)
    }
    let sent = open.compactMap(\.kept)
    let unsent = handedOver
    if let request = outcome.request {
      let same = sent.filter { $0.record.sent?.isSame(as: request) ?? false }
      // Calls that sent the same request cannot be told apart, and need not be.
      if let call = Self.mostAlike(outcome.key, among: same) { return call }
    }
    // An outcome without a request may be of a call that never sent one.
    if outcome.isBeforeSending, let call = Self.mostAlike(outcome.key, among: unsent) {
      return call
    }
    if outcome.isBeforeSending, sent.allSatisfy({ $0.built == nil }) { return nil }
    let alike = (outcome.request == nil ? unsent + sent : sent)
      .filter { $0.key.likeness(to: outcome.key).map { $0 > 1 } ?? false }
    guard let call = Self.mostAlike(outcome.key, among: alike) else { return nil }
    let likeness = call.key.likeness(to: outcome.key)
    call.record.isAmbiguous = alike.count { $0.key.likeness(to: outcome.key) == likeness } > 1
    return call
  }

  // MARK: The end

  /// Whether the network is answering a call, or is about to.
  var isBusy: Bool {
    open.contains { $0.kept != nil } || !handedOver.isEmpty
  }

  /// How many calls had no outcome: sent, or held back by a requestClosure; and how many went live
  /// without a recorder that saw them.
  var unfinished: (open: Int, unseen: Int) {
    let held = handedOver.count { $0.carrier != nil }
    return (open.count { $0.kept != nil } + held, handedOver.count - held)
  }

  /// The first of the calls that are most like the key; none of which only the name is the same.
  private static func mostAlike(_ key: TargetKey, among calls: [PlannedCall]) -> PlannedCall? {
    var best: (call: PlannedCall, likeness: Int)?
    for call in calls {
      guard let likeness = call.key.likeness(to: key), likeness > 1 else { continue }
      if best.map({ likeness > $0.likeness }) ?? true { best = (call, likeness) }
    }
    return best?.call
  }
}
