import Foundation

#if UpstreamMoya
import Moya
#endif

/// The newest progress of a request and then its end, held until somebody asks for them.
// Unchecked: `lock` guards `state`.
final class ProgressSteps: @unchecked Sendable {
  /// An element, nil after the last, or the failure.
  // Unchecked: it is made once and handed over once; the real Moya's types do not say so.
  struct Step: @unchecked Sendable {
    let value: Result<ProgressResponse?, MoyaError>
  }

  /// Takes one step, once.
  typealias Taker = @Sendable (Step) -> Void

  private struct State {
    /// Progress that nobody has taken yet.
    var newest: ProgressResponse?
    /// What the last call of progress said, for the element with the response.
    var progress: Progress?
    var end: Result<ProgressResponse?, MoyaError>?
    var hasEnded = false
    /// Those who wait; more than one only where copies of an iterator are asked at once.
    var takers: [Taker] = []
  }

  /// A step and who gets it, once the lock is free.
  private struct Due {
    let taker: Taker
    let step: Step
  }

  private let lock = NSLock()
  private var state = State()

  /// Whether the end has been noted.
  var haveEnded: Bool {
    lock.withLock { state.hasEnded }
  }

  /// Notes progress, in place of what nobody has taken. What comes after the end is late: the real
  /// Moya says such things.
  func report(_ progress: ProgressResponse) {
    update { state in
      guard !state.hasEnded else { return }
      state.progress = progress.progressObject
      // The response counts as the completion gives it, after all plugins.
      if !progress.completed { state.newest = progress }
    }
  }

  /// Notes the end; the first counts. Progress that nobody has taken is not worth an element then,
  /// unless it is all that came of a request that failed.
  func end(with result: Result<Response, MoyaError>) {
    update { state in
      guard !state.hasEnded else { return }
      state.hasEnded = true
      state.end = result.map { ProgressResponse(progress: state.progress, response: $0) }
      if case .success = result { state.newest = nil }
    }
  }

  /// Hands the next step to `taker`, at once or as soon as there is one.
  func take(_ taker: @escaping Taker) {
    update { $0.takers.append(taker) }
  }

  private func update(_ change: (inout State) -> Void) {
    var due: [Due] = []
    lock.withLock {
      change(&state)
      while !state.takers.isEmpty, let step = Self.nextStep(&state) {
        due.append(Due(taker: state.takers.removeFirst(), step: step))
      }
    }
    for due in due { due.taker(due.step) }
  }

  private static func nextStep(_ state: inout State) -> Step? {
    if let newest = state.newest {
      state.newest = nil
      return Step(value: .success(newest))
    }
    if let end = state.end {
      state.end = nil
      return Step(value: end)
    }
    return state.hasEnded ? Step(value: .success(nil)) : nil
  }
}
