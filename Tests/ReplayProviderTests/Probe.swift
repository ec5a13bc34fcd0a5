import Foundation
import MoyaCore
import Recorder
import TestSupport

@testable import ReplayProvider

/// A target whose every part a test can choose.
struct Probe: TargetType {
  var baseURL = URL(string: "https://api.test")!
  var path = "/"
  var method = Moya.Method.get
  var task = Moya.Task.requestPlain
  var headers: [String: String]?
  var validationType = ValidationType.none

  init(
    _ method: Moya.Method = .get, _ path: String, task: Moya.Task = .requestPlain,
    headers: [String: String]? = nil, validationType: ValidationType = .none
  ) {
    self.path = path
    self.method = method
    self.task = task
    self.headers = headers
    self.validationType = validationType
  }

  /// A target of exactly that URL, as `URL(string:)` takes it.
  init(_ method: Moya.Method = .get, url: String, task: Moya.Task = .requestPlain) {
    self.init(method, "", task: task)
    baseURL = URL(string: url)!
  }

  /// A request with content of that media type.
  init(_ method: Moya.Method, _ path: String, _ type: String?, _ body: String) {
    self.init(
      method, path, task: .requestData(Data(body.utf8)),
      headers: type.map { ["Content-Type": $0] })
  }
}

/// A cassette in a folder of its own, used by one run after another.
struct Studio {
  let folder: TemporaryFolder
  let server: LoopbackServer

  init(_ handler: @escaping @Sendable (ReceivedRequest) -> Reply) throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer(handler: handler)
  }

  var cassette: URL { folder.file("it.har.gz") }

  /// Sends `https://api.test` to the server.
  func live(_ target: Probe) -> Endpoint {
    let base = server.baseURL.absoluteString.trimmingSuffix("/")
    let endpoint = MoyaProvider<Probe>.defaultEndpointMapping(for: target)
    return Endpoint(
      url: endpoint.url.replacingOccurrences(of: "https://api.test", with: base),
      sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
      task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
  }

  var options: CassetteOptions {
    CassetteOptions(origins: ["https://api.test": server.baseURL])
  }

  func run(
    _ mode: RecordMode? = nil, options: CassetteOptions? = nil,
    environment: [String: String] = [:], reporter: RunReporter = .standardError
  ) -> CassetteRun {
    CassetteRun(
      .file(cassette), mode: mode, options: options ?? self.options, sourceFile: #filePath,
      environment: environment, reporter: reporter)
  }
}

extension String {
  fileprivate func trimmingSuffix(_ suffix: String) -> String {
    hasSuffix(suffix) ? String(dropLast(suffix.count)) : self
  }
}
