import Foundation
import MoyaCore
import TestSupport

/// The ways to send a target with a provider, whatever its type of target.
struct ParityCaller {
  typealias Outcome = Result<Moya.Response, MoyaError>

  let request: (Probe, DispatchQueue?, ProgressBlock?, @escaping Completion) -> any Cancellable
  let response: (Probe, DispatchQueue?) async -> Outcome
  let lastStep: (Probe, DispatchQueue?) async -> Outcome

  init<Target: TargetType>(_ provider: MoyaProvider<Target>, target: @escaping (Probe) -> Target) {
    request = { provider.request(target($0), callbackQueue: $1, progress: $2, completion: $3) }
    response = { probe, queue in
      do throws(MoyaError) {
        return .success(try await provider.request(target(probe), callbackQueue: queue))
      } catch {
        return .failure(error)
      }
    }
    lastStep = { probe, queue in
      do throws(MoyaError) {
        var response: Moya.Response?
        for try await step in provider.requestWithProgress(target(probe), callbackQueue: queue) {
          response = step.response
        }
        return response.map { .success($0) } ?? .failure(.requestMapping("no response"))
      } catch {
        return .failure(error)
      }
    }
  }
}

/// Makes the call of a case.
struct ParityCall {
  let parity: ParityCase
  let caller: ParityCaller
  let target: Probe
  let log: ParityLog

  /// The result, after all of its events have been noted.
  ///
  /// - Parameter gate: Where the server holds the answer, if it does.
  /// - Returns: The result.
  func result(_ gate: Gate?) async -> ParityCaller.Outcome {
    let queue = parity.hasOwnQueue ? ParityQueue.make("call") : nil
    switch parity.style {
    case .completion: return await byCompletion(queue, progress: nil, gate)
    case .progress:
      let progress: ProgressBlock = { [log, parity] step in
        let progress = step.progressObject
        log.note(
          .progress(
            completed: progress?.completedUnitCount ?? -2, total: progress?.totalUnitCount ?? -2,
            hasResponse: step.response != nil),
          of: parity.id)
      }
      return await byCompletion(queue, progress: progress, gate)
    case .async: return await caller.response(target, queue)
    case .steps: return await caller.lastStep(target, queue)
    }
  }

  private func byCompletion(
    _ queue: DispatchQueue?, progress: ProgressBlock?, _ gate: Gate?
  ) async -> ParityCaller.Outcome {
    let result = await withCheckedContinuation { continuation in
      let call = caller.request(target, queue, progress) { [log, parity] result in
        log.note(.completion(queue: ParityQueue.current), of: parity.id)
        continuation.resume(returning: Shared(result))
      }
      switch parity.cancellation {
      case .never: break
      case .beforeSending:
        call.cancel()
        log.resume(parity.id)
      case .whileHeld:
        guard let gate else { break }
        _Concurrency.Task {
          await gate.reached()
          call.cancel()
        }
      }
    }
    return result.value
  }
}
