import MoyaCore
import Recorder

/// An endpoint that carries the answer set aside for it; when it goes away, the answer is given back.
final class PlannedEndpoint: Endpoint {
  let answer: PlannedAnswer

  init(_ endpoint: Endpoint, task: Task, answer: PlannedAnswer) {
    self.answer = answer
    super.init(
      url: endpoint.url,
      sampleResponseClosure: {
        answer.call.isLive ? endpoint.sampleResponseClosure() : answer.sampleResponse()
      },
      method: endpoint.method, task: task, httpHeaderFields: endpoint.httpHeaderFields)
    #if !UpstreamMoya
    callToken = answer.call
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
