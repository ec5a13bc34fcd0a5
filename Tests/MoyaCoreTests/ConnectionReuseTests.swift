#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A server that closes a kept-alive connection when the next request comes.
///
/// URLSession on Linux would begin again on another connection without going back to the body's
/// beginning: it hangs with a body from memory, and sends an empty one in place of a stream.
@Suite struct ConnectionReuseTests {
  private struct Closing {
    let server: LoopbackServer
    let provider = MoyaProvider<TestTarget>(session: .bounded())

    init() async throws {
      server = try LoopbackServer { request in
        request.path == "/closes" && request.connection == 1
          ? .closed : Reply(200, text: request.bodyText)
      }
      let first = await provider.result(of: TestTarget(baseURL: server.baseURL))
      #expect(first.summary == "200 ")
    }

    func result(_ method: HTTPMethod, _ task: Moya.Task) async -> Result<Moya.Response, MoyaError> {
      await provider.result(
        of: TestTarget(baseURL: server.baseURL, path: "/closes", method: method, task: task))
    }
  }

  @Test func aRequestWithoutABodyIsSentAgain() async throws {
    let closing = try await Closing()
    #expect(await closing.result(.get, .requestPlain).summary == "200 ")
    #expect(closing.server.requests.map(\.connection) == [1, 1, 2])
  }

  @Test(arguments: [HTTPMethod.post, .put])
  func aRequestWithABodyFailsAtOnce(method: HTTPMethod) async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 7, count: 100_000), to: "f")
    let part = MultipartFormData(provider: .data(Data("part".utf8)), name: "n")
    for task in [
      Moya.Task.requestData(Data("body".utf8)), .uploadFile(file), .uploadMultipart([part]),
    ] {
      let closing = try await Closing()
      let result = await closing.result(method, task)
      #expect(result.urlErrorCode == NSURLErrorNetworkConnectionLost)
      #expect(closing.server.requestCount == 2)
    }
  }

  @Test func aRetrierSendsItAgain() async throws {
    let server = try LoopbackServer { request in
      request.path == "/closes" && request.connection == 1
        ? .closed : Reply(200, text: request.bodyText)
    }
    let interceptor = ScriptedInterceptor(retries: 1)
    let provider = MoyaProvider<TestTarget>(session: .bounded(interceptor: interceptor))
    _ = await provider.result(of: TestTarget(baseURL: server.baseURL))
    let target = TestTarget(
      baseURL: server.baseURL, path: "/closes", method: .put,
      task: .requestData(Data("body".utf8)))
    #expect(await provider.result(of: target).summary == "200 body")
  }

  @Test func noEmptyBodyIsSentInPlaceOfAStream() async throws {
    let closing = try await Closing()
    let provider = MoyaProvider<TestTarget>(
      requestClosure: { _, done in
        var request = URLRequest(url: closing.server.url("/closes"))
        request.httpMethod = "POST"
        request.httpBodyStream = InputStream(data: Data("body".utf8))
        done(.success(request))
      }, session: closing.provider.session)
    let result = await provider.result(of: TestTarget())
    #expect(result.urlErrorCode == NSURLErrorRequestBodyStreamExhausted)
    #expect(closing.server.requests.map(\.bodyText) == ["", "body"])
  }

  @Test func aStreamIsNotReadTwice() async throws {
    let server = try LoopbackServer { request in
      request.path == "/end"
        ? Reply(200, text: request.bodyText) : Reply(307, fields: [("Location", "/end")])
    }
    let stream = InputStream(data: Data("body".utf8))
    let provider = MoyaProvider<TestTarget>(
      requestClosure: { endpoint, done in
        var request = URLRequest(url: URL(string: endpoint.url)!)
        request.httpMethod = "POST"
        request.httpBodyStream = stream
        done(.success(request))
      }, session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, path: "/end")
    #expect(await provider.result(of: target).summary == "200 body")
    let again = await provider.result(of: target)
    #expect(again.urlErrorCode == NSURLErrorRequestBodyStreamExhausted)
    #expect(server.requestCount == 1)
  }
}
#endif
