import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An endpoint that carries the answer set aside for it; when it goes away, the answer is given back.
final class PlannedEndpoint: Endpoint {
  let answer: PlannedAnswer

  /// An endpoint with an answer.
  ///
  /// - Parameters:
  ///   - endpoint: What the endpoint is but for its answer.
  ///   - task: What it carries.
  ///   - answer: The answer.
  ///   - built: The request that the answer was found for, if one could be made.
  init(_ endpoint: Endpoint, task: Task, answer: PlannedAnswer, built: URLRequest? = nil) {
    self.answer = answer
    super.init(
      url: endpoint.url,
      sampleResponseClosure: {
        answer.call.isLive ? endpoint.sampleResponseClosure() : answer.sampleResponse()
      },
      method: endpoint.method, task: task, httpHeaderFields: endpoint.httpHeaderFields)
    #if !UpstreamMoya
    callToken = answer.call
    builtRequest = built
    #endif
  }

  override func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
    PlannedEndpoint(
      super.adding(newHTTPHeaderFields: newHTTPHeaderFields), task: task, answer: answer)
  }

  override func replacing(task: Task) -> Endpoint {
    PlannedEndpoint(super.replacing(task: task), task: task, answer: answer)
  }
}
