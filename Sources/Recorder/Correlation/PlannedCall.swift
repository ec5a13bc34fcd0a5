package import Cassette
import Foundation
package import MoyaCore

/// One call of a provider, from when its endpoint was made, or its request prepared, to its outcome.
// Unchecked: the fields that vary are only touched with the lock of the run's call book held.
package final class PlannedCall: @unchecked Sendable {
  /// What was decided about the call.
  package enum Decision: Sendable {
    /// The network answers, and the answer is recorded.
    case live
    /// The network answers, and the answer is compared with that recording.
    case verify(Playback.Reservation)
    /// The cassette answers.
    case replay(Playback.Reservation)
    /// The endpoint's own sample answers, for the cassette has nothing.
    case sample
    /// Nothing answers: the call fails with this.
    case fail(any Error)
  }

  /// How a served call ends.
  package enum Ending: Sendable {
    /// With the answer, or the fault in its place.
    case delivered
    /// Its caller gave it up.
    case cancelled
    /// Its request's time was over before the answer came.
    case timedOut
  }

  /// The call's place in the order in which calls started, from 0.
  package let number: Int
  /// What was decided; what only was claimed is decided anew when the request is known as it is sent.
  package var decision: Decision { decided.withLock { $0.decision } }
  /// What goes wrong with the cassette's answer.
  package var fault: Fault? { faultTurn?.fault }
  /// Its turn before the rules for faults; nil where there are none.
  var faultTurn: FaultCounts.Turn? { decided.withLock { $0.faultTurn } }
  private let decided: Locked<(decision: Decision, faultTurn: FaultCounts.Turn?)>
  /// Where the call stands in the test, where it is known.
  package let site: CallSite?
  /// The book that the call is in.
  let book: CallBook.Identity
  let key: TargetKey
  /// The request as built, and where its content is, where an endpoint of ours knows it.
  let built: Cassette.Request?
  let content: RequestContent?
  /// What carries the call while Moya has not handed its request on.
  package weak var carrier: AnyObject?
  /// Whether the transport's messages about the call name it, wherever they can be seen.
  let isNamed = Locked(false)
  /// Whether a stubClosure of ours has said who answers.
  var isDecided = false
  /// Whether its failure was told to the test.
  var isReported = false
  /// What the transport's messages about the call have in common, where that can be seen.
  weak var transport: AnyObject?
  /// What the run's log keeps of it.
  let logged: LoggedCall
  /// What is known for its recording.
  var record = CallRecord()
  /// The identity of the answer that the player gave: it must not be recorded.
  var served: ObjectIdentifier?
  /// Whether its outcome has come.
  var isOver = false

  init(
    number: Int, in book: CallBook.Identity, key: TargetKey, built: Cassette.Request?,
    content: RequestContent?, decision: Decision, faultTurn: FaultCounts.Turn? = nil,
    site: CallSite?, logged: LoggedCall
  ) {
    self.logged = logged
    self.number = number
    self.book = book
    self.key = key
    self.built = built
    self.content = content
    decided = Locked((decision, faultTurn))
    self.site = site
    if case .fail(let error) = decision { logged.fails(with: error) }
  }

  deinit { logged.isOver() }

  /// Whether its answer is only claimed, until its request is known as it would be sent.
  package var isClaimed: Bool {
    if case .replay(let reservation) = decision { reservation.isClaim } else { false }
  }

  /// Decides anew about a call whose answer was only claimed.
  func settle(_ decision: Decision, faultTurn: FaultCounts.Turn?) {
    decided.withLock { $0 = (decision, faultTurn) }
    if case .fail(let error) = decision { logged.fails(with: error) }
  }

  /// Whether any of the call's content is read only while it is sent.
  var isStreamed: Bool {
    if case .parts(_, _, let streams) = content, !streams.isEmpty { return true }
    return record.sent?.bodyStream != nil
  }

  /// Whether the network answers.
  package var isLive: Bool {
    switch decision {
    case .live, .verify: true
    case .replay, .sample, .fail: false
    }
  }

  /// The URL of the request as built, under the origins of the cassette, where it is known.
  package var builtURL: String? { built?.url }

  /// The bytes of the files, parts or data that the call uploads; a multipart body's frame apart.
  package var uploadByteCount: Int { content?.uploadByteCount ?? 0 }

  /// Whether the call may be of that target: of its type, and of its case or of its request.
  package func isOf(_ target: any TargetType) -> Bool {
    key.isNamed(as: target) || key.likeness(to: TargetKey(target)) != nil
  }
}
