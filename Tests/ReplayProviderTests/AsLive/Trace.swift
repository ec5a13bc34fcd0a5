import Foundation
import MoyaCore
import TestSupport

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All that a plugin and a caller hear of one call, in order.
final class Trace: PluginType {
  private let all = TestSupport.Locked<[String]>([])
  private let told = TestSupport.Locked<[ProgressResponse]>([])

  /// The messages in order, with runs of progress that is under way as one.
  var events: [String] {
    all.withLock { all in
      all.enumerated().filter { $0 == 0 || $1 != "progress" || all[$0 - 1] != "progress" }
        .map(\.element)
    }
  }

  /// What the progress block was told, in order.
  var progress: [ProgressResponse] { told.withLock { $0 } }

  func note(_ event: String) { all.withLock { $0.append(event) } }

  func note(_ step: ProgressResponse) {
    told.withLock { $0.append(step) }
    note(step.completed ? "progress with response" : "progress")
  }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    note("prepare")
    return request
  }

  func willSend(_ request: any RequestType, target: any TargetType) { note("willSend") }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    note("didReceive \(Seen(result).kind)")
  }

  func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    note("process \(Seen(result).kind)")
    return result
  }
}

extension Seen {
  /// The error, or the status.
  var kind: String { error ?? "\(status ?? 0)" }
}

/// A queue that knows whether it runs the code that asks.
struct MarkedQueue {
  let queue: DispatchQueue
  private let key = DispatchSpecificKey<Bool>()

  init(_ label: String, suspended: Bool = false) {
    queue = DispatchQueue(label: label)
    queue.setSpecific(key: key, value: true)
    if suspended { queue.suspend() }
  }

  var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}

/// A call's token, for code that runs before `request` has returned it.
final class TokenBox: Sendable {
  private let token = TestSupport.Locked<(any Cancellable)?>(nil)

  func keep(_ token: any Cancellable) { self.token.withLock { $0 = token } }

  func cancel() { token.withLock { $0 }?.cancel() }
}
