#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What of a request's head a target, a plugin or a configuration chooses, and what reaches the
/// wire.
@Suite struct RequestHeadTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private static let broken: [[String: String]] = [
    ["X-A": "a\r\nX-Evil: 1"], ["X-A": "a\nX-Evil: 1"], ["X-A": "a\rX-Evil: 1"], ["X-A": "a\0b"],
    ["X-A": "token of a file\n"], ["X-A\r\nX-Evil": "1"], ["X-A: 1\r\nX-Evil": "1"], ["X A": "1"],
    ["": "1"], ["X-é": "1"],
  ]

  @Test(arguments: broken)
  func aTargetsHeaderFieldCannotBeginAnother(headers: [String: String]) async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let provider = Provider(session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, headers: headers)
    #expect(await provider.result(of: target).summary == "createURLRequestFailed -")
    #expect(server.requestCount == 0)
  }

  @Test(arguments: ["GET / HTTP/1.1\r\nX-Evil: 1\r\n\r\nGET", "G T", "POST\n", "é"])
  func aMethodCannotBeginAHeaderField(method: String) async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let provider = Provider(session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, method: HTTPMethod(rawValue: method))
    #expect(await provider.result(of: target).summary == "createURLRequestFailed -")
    #expect(server.requestCount == 0)
  }

  @Test func anAdaptersHeaderFieldCannotBeginAnotherAndIsNotRepeatedInTheError() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let interceptor = ScriptedInterceptor { request in
      var request = request
      request.allHTTPHeaderFields = ["Authorization": "secret\r\nX-Evil: 1"]
      return request
    }
    let provider = Provider(session: .bounded(interceptor: interceptor))
    guard case .failure(let error) = await provider.result(of: TestTarget(baseURL: server.baseURL))
    else {
      Issue.record("a value with a line break was sent")
      return
    }
    #expect(error.kind == "requestAdaptationFailed")
    #expect(
      error.localizedDescription
        == "An adapter failed the request: The header field Authorization holds a line break or "
        + "a zero byte, which would end it early. Take white space off the value.")
    #expect(server.requestCount == 0)
  }

  @Test func aConfigurationsHeaderFieldCannotBeginAnother() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = ["X-A": "a\r\nX-Evil: 1"]
    let provider = Provider(session: Session(configuration: configuration))
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    #expect(result.summary == "createURLRequestFailed -")
    #expect(server.requestCount == 0)
  }

  @Test func ordinaryHeaderFieldsReachTheWireAsTheyAre() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let provider = Provider(session: .bounded())
    let headers = ["X-A": "é 😀\t\"a\", b; c", "Host": "other.example", "X-Empty": ""]
    _ = await provider.result(of: TestTarget(baseURL: server.baseURL, headers: headers))
    let request = try #require(server.requests.first)
    for (name, value) in headers { #expect(request.values(of: name) == [value]) }
  }

  @Test(arguments: ["0", "2", "5", "50", "-1", "x"])
  func theContentLengthIsThatOfTheBodyWhateverATargetSays(length: String) async throws {
    let server = try LoopbackServer { request in Reply(200, text: request.bodyText) }
    let provider = Provider(session: .bounded())
    let post = TestTarget(
      baseURL: server.baseURL, method: .post, task: .requestData(Data("hello".utf8)),
      headers: ["content-length": length])
    #expect(await provider.result(of: post).summary == "200 hello")
    #expect(server.requests.last?.values(of: "Content-Length") == ["5"])
    let get = TestTarget(baseURL: server.baseURL, headers: ["Content-Length": length])
    let response = try await provider.result(of: get).get()
    #expect(response.statusCode == 200)
    #expect(server.requests.last?.values(of: "Content-Length") == [])
    // What the caller sees is what the target said.
    #expect(response.request?.value(forHTTPHeaderField: "Content-Length") == length)
  }

  @Test func aTransferEncodingGoesOnlyWithABody() async throws {
    let server = try LoopbackServer { request in Reply(200, text: request.bodyText) }
    let provider = Provider(session: .bounded())
    let chunked = ["Transfer-Encoding": "chunked"]
    let get = TestTarget(baseURL: server.baseURL, headers: chunked)
    #expect(await provider.result(of: get).summary == "200 ")
    let post = TestTarget(
      baseURL: server.baseURL, method: .post, task: .requestData(Data("hello".utf8)),
      headers: chunked)
    #expect(await provider.result(of: post).summary == "200 hello")
    #expect(server.requests.map(\.isChunked) == [false, true])
  }

  @Test func aSchemeMayBeInCapitals() async throws {
    let server = try LoopbackServer { request in
      request.path == "/x"
        ? Reply(
          302, fields: [("Location", "HTTP://127.0.0.1:\(request.value(of: "X-Port") ?? "")/")])
        : Reply(200, text: "ok")
    }
    let provider = Provider(session: .bounded())
    let url = try #require(URL(string: "HTTP://127.0.0.1:\(server.port)"))
    let target = TestTarget(baseURL: url, headers: ["X-Port": "\(server.port)"])
    #expect(await provider.result(of: target).summary == "200 ok")
  }

  @Test(arguments: [
    "http:", "http:///x", "x", "foo://h/x", "file:///etc/passwd", "ws://127.0.0.1:1/", "mailto:a",
    "http://127.0.0.1:99999/", "about:blank", "data:",
  ])
  func aURLThatCannotBeAskedFailsTheRequest(url: String) async throws {
    let provider = Provider(
      requestClosure: { _, done in done(.success(URLRequest(url: URL(string: url)!))) },
      session: .bounded())
    #expect(await provider.result(of: TestTarget()).summary == "sessionTaskFailed -")
  }

  #if canImport(FoundationNetworking)
  @Test func anIPv6AddressIsRefusedWithAWordOfAdvice() async throws {
    let provider = Provider(session: .bounded())
    let target = TestTarget(baseURL: try #require(URL(string: "http://[::1]:1")))
    guard case .failure(let error) = await provider.result(of: target) else { return }
    #expect(
      error.localizedDescription
        == "The transfer failed: URLSession on Linux takes no IPv6 address in a URL. "
        + "Use a name that leads to it.")
  }
  #endif
}
#endif
