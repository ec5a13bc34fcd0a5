#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RedirectHandlerTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static func session(_ handler: any RedirectHandler) -> Session {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    return Session(
      configuration: configuration, startRequestsImmediately: false, redirectHandler: handler)
  }

  /// Sends `/x` on to `/end` with this status.
  private static func server(_ status: Int = 302, to location: String = "/end") throws
    -> LoopbackServer
  {
    try LoopbackServer { request in
      request.path == "/end"
        ? Reply(text: "\(request.method) \(request.bodyText) \(request.value(of: "X-A") ?? "-")")
        : Reply(status, fields: [("Location", location)], text: "moved")
    }
  }

  @Test func follows() async throws {
    let server = try Self.server()
    let provider = Provider(session: Self.session(.follow))
    let target = TestTarget(baseURL: server.baseURL, headers: ["X-A": "1"])
    #expect(await provider.result(of: target).summary == "200 GET  1")
  }

  @Test func takesTheRedirectionForTheAnswer() async throws {
    let server = try Self.server()
    let provider = Provider(session: Self.session(.doNotFollow))
    let response = try await provider.result(of: TestTarget(baseURL: server.baseURL)).get()
    #expect(response.statusCode == 302)
    #expect(response.data == Data("moved".utf8))
    #expect(response.response?.headers["Location"] == "/end")
    #expect(server.requestCount == 1)
    let validated = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: validated).summary == "responseValidationFailed 302")
  }

  @Test func stopsADownload() async throws {
    let server = try Self.server()
    let folder = try TemporaryFolder()
    let file = folder.url.appendingPathComponent("f")
    let target = TestTarget(
      baseURL: server.baseURL, task: .downloadDestination { _, _ in (file, []) })
    let stopping = Provider(session: Self.session(.doNotFollow))
    #expect(await stopping.result(of: target).summary == "302 ")
    let following = Provider(session: Self.session(.follow))
    #expect(await following.result(of: target).summary == "200 ")
    #expect(try Data(contentsOf: file) == Data("GET  -".utf8))
  }

  @Test func changesTheRequest() async throws {
    let server = try Self.server()
    let provider = Provider(
      session: Self.session(
        .modify { _, request, response in
          var request = request
          request.setValue("\(response.statusCode)", forHTTPHeaderField: "X-A")
          return request
        }))
    #expect(
      await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "200 GET  302")
  }

  @Test func putsCredentialsBack() async throws {
    let other = try LoopbackServer { request in
      Reply(text: request.value(of: "Authorization") ?? "-")
    }
    let server = try Self.server(to: other.url("/end").absoluteString)
    let provider = Provider(
      session: Self.session(
        .modify { task, request, _ in
          #expect(request.value(forHTTPHeaderField: "Authorization") == nil)
          var request = request
          request.headers["Authorization"] = task.originalRequest?.headers["Authorization"]
          return request
        }))
    let target = TestTarget(baseURL: server.baseURL, headers: ["Authorization": "Bearer t"])
    #expect(await provider.result(of: target).summary == "200 Bearer t")
  }

  @Test func keepsTheBodyWhereTheStatusSaysSo() async throws {
    let server = try Self.server(307)
    let target = TestTarget(
      baseURL: server.baseURL, method: .post, task: .requestData(Data("body".utf8)))
    let provider = Provider(session: Self.session(.follow))
    #expect(await provider.result(of: target).summary == "200 POST body -")
    let dropping = Provider(
      session: Self.session(
        .modify { _, request, _ in
          var request = request
          request.method = .get
          request.httpBody = nil
          return request
        }))
    #expect(await dropping.result(of: target).summary == "200 GET  -")
  }

  @Test func followsNothingButHTTPWhateverTheHandlerSays() async throws {
    let server = try Self.server()
    let provider = Provider(
      session: Self.session(.modify { _, _, _ in URLRequest(url: URL(fileURLWithPath: "/f")) }))
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    guard case .failure(.underlying(let error, _)) = result else {
      Issue.record("unexpected \(result)")
      return
    }
    #expect((error.asAFError?.underlyingError as NSError?)?.code == NSURLErrorUnsupportedURL)
  }

  @Test func mayBeAnsweredLaterOrNotAtAll() async throws {
    struct Slow: RedirectHandler {
      func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest,
        for response: HTTPURLResponse, completion: @escaping (URLRequest?) -> Void
      ) {
        let completion = Unchecked(value: completion)
        DispatchQueue.global().async {
          completion.value(request)
          completion.value(nil)
        }
      }
    }
    struct Silent: RedirectHandler {
      func task(
        _ task: URLSessionTask, willBeRedirectedTo request: URLRequest,
        for response: HTTPURLResponse, completion: @escaping (URLRequest?) -> Void
      ) {}
    }
    let server = try Self.server()
    let target = TestTarget(baseURL: server.baseURL)
    #expect(
      await Provider(session: Self.session(Slow())).result(of: target).summary == "200 GET  -")
    #expect(
      await Provider(session: Self.session(Silent())).result(of: target).summary == "302 moved")
  }

  @Test func isTheRequestsOwnBeforeTheSessions() async throws {
    final class Stopping: Session, @unchecked Sendable {  // Holds nothing of its own.
      override func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil
      ) -> DataRequest {
        let request = super.request(convertible, interceptor: interceptor)
          .redirect(using: .follow).redirect(using: .doNotFollow)
        #expect(request.redirectHandler is Redirector)
        return request
      }
    }
    let server = try Self.server()
    let session = Stopping(startRequestsImmediately: false, redirectHandler: .follow)
    let target = TestTarget(baseURL: server.baseURL)
    #expect(await Provider(session: session).result(of: target).summary == "302 moved")
  }
}

/// Carries a closure that is not Sendable to another thread, as users' handlers do.
private struct Unchecked<Value>: @unchecked Sendable {  // Called by one thread only.
  let value: Value
}
#endif
