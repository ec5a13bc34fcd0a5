package import Cassette
import Foundation

/// What a run's log keeps of one call: no more than is at hand, for texts are only made when it is read.
package final class LoggedCall: Sendable {
  /// What has become of the call.
  enum Fate: Sendable {
    case underWay
    case replayed(index: Int)
    case recorded
    case compared(index: Int)
    case live
    case missed
    case failed(any Error)
    case cancelled
    case timedOut
    case notSent
    case sample
  }

  private struct State {
    var request: Cassette.Request?
    var fate = Fate.underWay
    var isSent = false
    var isOver = false
    var notes: [String] = []
  }

  /// The most bytes of content that are kept, to compare calls by it.
  static let contentLimit = 4_096

  /// The call's place in the order in which calls started, from 1.
  package let number: Int
  /// What the target's calls have in common.
  package let key: TargetKey
  private let isServed: Bool
  private let state: Locked<State>

  /// A call that starts, with its request; and whether the cassette is to answer it.
  init(number: Int, key: TargetKey, request: Cassette.Request?, isServed: Bool) {
    self.number = number
    self.key = key
    self.isServed = isServed
    state = Locked(State(request: request.map(Self.kept)))
  }

  private static func kept(_ request: Cassette.Request) -> Cassette.Request {
    guard let data = request.body.data, data.count <= contentLimit else {
      var kept = request
      kept.body = .empty
      return kept
    }
    return request
  }

  /// The request as built, under the origins of the cassette, with content where it is short; where only a
  /// recorder knows of the call, the request as it was about to be sent.
  package var request: Cassette.Request? { state.withLock { $0.request } }

  /// Notes what was about to be sent, of a call that no player has planned.
  func sees(_ request: Cassette.Request) {
    let request = Self.kept(request)
    state.withLock { $0.request = $0.request ?? request }
  }

  /// Notes that the request is on its way, to the network or to what answers in its place.
  func isSent() {
    state.withLock { $0.isSent = true }
  }

  /// Notes what has become of the call; what comes later changes nothing.
  func becomes(_ fate: Fate) {
    state.withLock { state in
      guard case .underWay = state.fate else { return }
      state.fate = fate
      // Nothing becomes of a request that was not sent.
      if case .notSent = fate {} else { state.isSent = true }
    }
  }

  /// Notes the failure that was decided before anything is sent: of a call that may never ask for it.
  func fails(with error: any Error) {
    state.withLock { state in
      switch error {
      case RecorderError.miss, RecorderError.cassetteMissing: state.fate = .missed
      default: state.fate = .failed(error)
      }
    }
  }

  /// Notes that nobody waits for the call any more.
  func isOver() {
    state.withLock { $0.isOver = true }
  }

  /// Adds what there is to say of how the call was answered, in words that hold nothing of the call.
  func note(_ text: String) {
    state.withLock { $0.notes.append(text) }
  }

  /// What there is to say of how the call was answered.
  var notes: [String] { state.withLock { $0.notes } }

  /// What has become of the call by now.
  var fate: Fate {
    state.withLock { state in
      guard case .underWay = state.fate, state.isOver else { return state.fate }
      return state.isSent ? .cancelled : .notSent
    }
  }

  /// Whether somebody waits for the cassette's answer.
  var awaitsCassette: Bool {
    guard isServed else { return false }
    return state.withLock { state in
      if case .underWay = state.fate { !state.isOver } else { false }
    }
  }

  /// Whether the request went on its way, to the network or to what answers in its place.
  package var wasSent: Bool { state.withLock { $0.isSent } }
}
