import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Brings a recorded answer to a caller in the order in which a live one comes: plugins hear of it, then
/// the progress block, then the completion, in front of which Moya lets plugins process the result.
struct Delivery {
  let answer: PlannedAnswer
  let target: any TargetType
  /// The request as plugins have prepared it.
  let request: URLRequest
  let plugins: [any PluginType]
  let completion: Moya.Completion

  /// Delivers the answer, on the thread that calls.
  ///
  /// - Parameter isCancelled: Whether the caller gave up in the meantime. The answer is then given back.
  func run(isCancelled: Bool) {
    let result: Result<Response, MoyaError> =
      isCancelled ? .failure(.underlying(AFError.explicitlyCancelled, nil)) : result()
    answer.run.deliver(answer.call, isDelivered: !isCancelled) {
      for plugin in plugins { plugin.didReceive(result, target: target) }
    }
    if !isCancelled { reportProgress(result) }
    completion(result)
  }

  private func result() -> Result<Response, MoyaError> {
    switch answer.content() {
    case .response(let http, let data, _):
      let response = response(http, data)
      let accepted = target.validationType.acceptedStatusCodes
      guard accepted.isEmpty || accepted.contains(response.statusCode) else {
        let reason = AFError.ResponseValidationFailureReason.unacceptableStatusCode(
          code: response.statusCode)
        return .failure(.underlying(AFError.responseValidationFailed(reason: reason), response))
      }
      return .success(response)
    case .failure(let error, let http, let data):
      return .failure(.underlying(error, http.map { response($0, data) }))
    }
  }

  private func response(_ http: HTTPURLResponse, _ data: Data) -> Response {
    Response(statusCode: http.statusCode, data: data, request: request, response: http)
  }

  private func reportProgress(_ result: Result<Response, MoyaError>) {
    guard let block = answer.progress else { return }
    // Without a response, progress ends incomplete, as it does live.
    let response = try? result.get()
    let progress: Progress
    if let recorded = answer.recordedProgress {
      progress = Progress(totalUnitCount: recorded.totalByteCount.map { Int64($0) } ?? -1)
      progress.completedUnitCount = Int64(recorded.completedByteCount)
    } else {
      progress = Progress(totalUnitCount: byteCount)
      progress.completedUnitCount = progress.totalUnitCount
    }
    if progress.completedUnitCount > 0 { block(ProgressResponse(progress: progress)) }
    block(ProgressResponse(progress: progress, response: response))
  }

  /// How many bytes the progress of such a call counts: those sent of an upload, else those received; none
  /// where it failed, since how far it had come is not recorded.
  private var byteCount: Int64 {
    guard case .response(_, _, let received) = answer.content() else { return 0 }
    switch target.task {
    case .uploadFile, .uploadMultipart, .uploadCompositeMultipart:
      return Int64(answer.call.uploadByteCount)
    default:
      return Int64(received)
    }
  }
}

extension ValidationType {
  /// The codes that pass; empty where all do.
  var acceptedStatusCodes: [Int] {
    switch self {
    case .none: []
    case .successCodes: Array(200..<300)
    case .successAndRedirectCodes: Array(200..<400)
    case .customCodes(let codes): codes
    }
  }
}
