import Foundation
import MoyaCore
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A page of whatever server a test gives.
struct Page: TargetType {
  var baseURL = URL(string: "http://h")!
  var path = "/page"
  var method: Moya.Method { .get }
  var task: Moya.Task { .requestPlain }
  var headers: [String: String]? { nil }
  var sampleData = Data()
  var validationType = ValidationType.none
}

/// Notes what came of each call, for tests that have nobody else to tell them.
final class OutcomePlugin: PluginType {
  /// The outcomes, as they come.
  let outcomes: AsyncStream<String>
  private let continuation: AsyncStream<String>.Continuation

  init() {
    (outcomes, continuation) = AsyncStream.makeStream()
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    continuation.yield(result.summary)
  }
}

extension Result<Moya.Response, MoyaError> {
  /// The status and the text, or the error.
  var summary: String {
    switch self {
    case .success(let response): response.summary
    case .failure(let error): summarize(error)
    }
  }
}

extension Moya.Response {
  /// The status and the text.
  var summary: String { "\(statusCode) \(String(decoding: data, as: UTF8.self))" }
}

/// The names of Moya's error and of the one in it, and the status of its response.
func summarize(_ error: any Error) -> String {
  guard let error = error as? MoyaError else { return "not Moya's: \(error)" }
  var name = Mirror(reflecting: error).children.first?.label ?? "\(error)"
  if case .underlying(let inner, _) = error {
    name = Mirror(reflecting: inner).children.first?.label ?? "\(inner)"
  }
  return error.response.map { "\(name) \($0.statusCode)" } ?? name
}

/// A provider that shares no cookies with others.
func makeProvider(_ plugins: [any PluginType] = []) -> MoyaProvider<Page> {
  MoyaProvider<Page>(
    callbackQueue: DispatchQueue(label: "callbacks"),
    session: Session(configuration: .ephemeral, startRequestsImmediately: false),
    plugins: plugins)
}

/// A provider that answers every page with its sample.
func makeStubbed(
  _ status: Int = 200, stub: @escaping MoyaProvider<Page>.StubClosure = MoyaProvider.immediatelyStub
) -> MoyaProvider<Page> {
  MoyaProvider<Page>(
    endpointClosure: { page in
      Endpoint(
        url: "http://h/page", sampleResponseClosure: { .networkResponse(status, page.sampleData) },
        method: .get, task: .requestPlain, httpHeaderFields: nil)
    }, stubClosure: stub)
}

/// Reads `{"name": …}`.
struct Named: Decodable {
  let name: String
}
