#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A target whose every property a test can choose.
struct TestTarget: TargetType, AccessTokenAuthorizable {
  var baseURL = URL(string: "http://h")!
  var path = "/x"
  var method: Moya.Method = .get
  var task: Moya.Task = .requestPlain
  var headers: [String: String]?
  var sampleData = Data("S".utf8)
  var validationType: ValidationType = .none
  var authorizationType: AuthorizationType?
}

extension TestTarget {
  /// The target's request as the default mapping makes it.
  func urlRequest() throws -> URLRequest {
    try MoyaProvider<TestTarget>.defaultEndpointMapping(for: self).urlRequest()
  }
}

/// Notes which steps a plugin takes part in, and leaves traces in requests and results.
final class StepPlugin: PluginType {
  let name: String
  let steps: Locked<[String]>

  init(_ name: String = "A", steps: Locked<[String]> = Locked([])) {
    self.name = name
    self.steps = steps
  }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    note("prepare \(request.value(forHTTPHeaderField: "X-Trace") ?? "-")")
    var request = request
    let trace = (request.value(forHTTPHeaderField: "X-Trace") ?? "") + name
    request.setValue(trace, forHTTPHeaderField: "X-Trace")
    return request
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    note("willSend \(request.request?.value(forHTTPHeaderField: "X-Trace") ?? "-")")
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    note("didReceive \(result.summary)")
  }

  func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
    -> Result<Moya.Response, MoyaError>
  {
    note("process \(result.summary)")
    return result.map {
      Response(
        statusCode: $0.statusCode, data: $0.data + Data(name.utf8), request: $0.request,
        response: $0.response)
    }
  }

  private func note(_ step: String) {
    steps.withLock { $0.append("\(name).\(step)") }
  }
}

extension Result where Success == Response, Failure == MoyaError {
  /// Status and body, or the error's kind with those of its response.
  var summary: String {
    switch self {
    case .success(let response):
      "\(response.statusCode) \(String(decoding: response.data, as: UTF8.self))"
    case .failure(let error):
      "\(error.kind) \(error.response.map { "\($0.statusCode)" } ?? "-")"
    }
  }
}

extension Result where Success == Response, Failure == MoyaError {
  /// The URLError's code of a transfer that failed, or nil.
  var urlErrorCode: Int? {
    guard case .failure(.underlying(let error, _)) = self,
      case .sessionTaskFailed(let inner) = error as? AFError
    else { return nil }
    let bridged = inner as NSError
    return bridged.domain == NSURLErrorDomain ? bridged.code : nil
  }
}

extension MoyaError {
  /// The case's name; of an underlying AFError that one's, of another error its domain and code.
  var kind: String {
    guard case .underlying(let error, _) = self else {
      return String(String(describing: self).prefix { $0 != "(" })
    }
    if let error = error as? AFError {
      return String(String(describing: error).prefix { $0 != "(" })
    }
    if error is MoyaError { return "MoyaError" }
    let bridged = error as NSError
    return "\(bridged.domain) \(bridged.code)"
  }
}

extension MoyaProvider {
  /// Sends a request and waits for its completion.
  func result(
    of target: Target, callbackQueue: DispatchQueue? = DispatchQueue(label: "callback"),
    progress: ProgressBlock? = nil
  ) async -> Result<Moya.Response, MoyaError> {
    await outcome { done in
      request(target, callbackQueue: callbackQueue, progress: progress, completion: done)
    }
  }
}

/// Waits for the result that `body` has its closure called with.
///
/// It comes out of a locked box: the thread sanitizer does not see that a continuation hands its
/// value over.
func outcome(
  _ body: (@escaping @Sendable (Result<Moya.Response, MoyaError>) -> Void) -> Void
) async -> Result<Moya.Response, MoyaError> {
  let box = Locked<Result<Moya.Response, MoyaError>?>(nil)
  await withCheckedContinuation { continuation in
    body { result in
      box.withLock { $0 = result }
      continuation.resume()
    }
  }
  return box.withLock { $0 } ?? .failure(.requestMapping("no result"))
}

extension Session {
  /// A session whose requests cannot wait longer than a test may take.
  static func bounded(interceptor: (any RequestInterceptor)? = nil) -> Session {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 120
    return Session(
      configuration: configuration, startRequestsImmediately: false, interceptor: interceptor)
  }
}
#endif
