#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct RedirectionTests {
  /// What arrived after one redirection of a POST with a body.
  private func redirected(
    _ status: Int, task: Moya.Task = .requestData(Data("hello".utf8)),
    method: HTTPMethod = .post, headers: [String: String]? = ["Content-Type": "text/x"]
  ) async throws -> ReceivedRequest {
    let server = try LoopbackServer { request in
      request.path == "/end"
        ? Reply(200) : Reply(status, fields: [("Location", "/end")], text: "moved")
    }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(
      baseURL: server.baseURL, method: method, task: task, headers: headers)
    let response = try await provider.result(of: target).get()
    #expect(response.statusCode == 200)
    #expect(response.data.isEmpty)
    #expect(response.response?.url == server.url("/end"))
    #expect(response.request?.url == server.url("/x"))
    return try #require(server.requests.last)
  }

  @Test(arguments: [307, 308])
  func keepsMethodAndBody(status: Int) async throws {
    let request = try await redirected(status)
    #expect(request.method == "POST")
    #expect(request.bodyText == "hello")
    #expect(request.value(of: "Content-Type") == "text/x")
  }

  @Test(arguments: [301, 302, 303])
  func becomesAGetWithoutABody(status: Int) async throws {
    let request = try await redirected(status)
    #expect(request.method == "GET")
    #expect(request.body.isEmpty)
    #expect(request.value(of: "Content-Type") == nil)
  }

  /// 303 drops the body; the GET that another redirection makes of it has none to send again.
  @Test func doesNotTakeUpABodyThatWasDropped() async throws {
    let server = try LoopbackServer { request in
      switch request.path {
      case "/end": Reply(text: "end")
      case "/second": Reply(302, fields: [("Location", "/end")])
      default: Reply(303, fields: [("Location", "/second")])
      }
    }
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("file".utf8), to: "f")
    let part = MultipartFormData(provider: .data(Data("part".utf8)), name: "n")
    for task: Moya.Task in [
      .requestData(Data("data".utf8)), .uploadFile(file), .uploadMultipart([part]),
    ] {
      let target = TestTarget(baseURL: server.baseURL, method: .post, task: task)
      let result = await MoyaProvider<TestTarget>(session: .bounded()).result(of: target)
      #expect(result.summary == "200 end")
      let last = try #require(server.requests.last)
      #expect(last.method == "GET" && last.body.isEmpty)
    }
  }

  /// URLSession adds a session's fields to every request, wherever it goes.
  @Test func keepsTheSessionsCredentialsFromAnotherOrigin() async throws {
    let other = try LoopbackServer { _ in Reply(text: "other") }
    let server = try LoopbackServer { request in
      switch request.path {
      case "/same": Reply(302, fields: [("Location", "/end")])
      case "/end": Reply(text: "end")
      default: Reply(302, fields: [("Location", other.url("/end").absoluteString)])
      }
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpAdditionalHeaders = [
      "authorization": "Bearer SECRET", "Cookie": "k=v", "X-Number": 1,
    ]
    let session = Session(configuration: configuration, startRequestsImmediately: false)
    let provider = MoyaProvider<TestTarget>(session: session)
    let away = await provider.result(of: TestTarget(baseURL: server.baseURL, path: "/away"))
    #expect(away.summary == "200 other")
    let first = try #require(server.requests.first)
    #expect(first.value(of: "Authorization") == "Bearer SECRET")
    #expect(first.value(of: "Cookie") == "k=v")
    #expect(first.value(of: "X-Number") == "1")
    let last = try #require(other.requests.last)
    #expect(last.value(of: "Authorization") == nil)
    #expect(last.value(of: "Cookie") == nil)
    #expect(last.value(of: "X-Number") == "1")

    let same = await provider.result(of: TestTarget(baseURL: server.baseURL, path: "/same"))
    #expect(same.summary == "200 end")
    #expect(server.requests.last?.value(of: "Authorization") == "Bearer SECRET")
    #expect(session.sessionConfiguration.httpAdditionalHeaders?.count == 3)
    let response = try same.get()
    #expect(response.request?.value(forHTTPHeaderField: "Authorization") == nil)
  }

  @Test func sendsUploadsAgain() async throws {
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("file".utf8), to: "f")
    #expect(try await redirected(307, task: .uploadFile(file), method: .put).bodyText == "file")
    let stream = MultipartFormData(
      provider: .stream(InputStream(data: Data("part".utf8)), 4), name: "n")
    let multipart = try await redirected(308, task: .uploadMultipart([stream]), headers: nil)
    #expect(multipart.bodyText.contains("\r\n\r\npart\r\n"))
    #expect(multipart.value(of: "Content-Type")?.hasPrefix("multipart/form-data; ") == true)
    let changed = try await redirected(303, task: .uploadFile(file), method: .post)
    #expect(changed.method == "GET" && changed.body.isEmpty)
  }

  @Test func keepsCredentialsFromAnotherOrigin() async throws {
    let other = try LoopbackServer { _ in Reply(200) }
    let server = try LoopbackServer { [url = other.url("/end").absoluteString] request in
      request.path == "/same"
        ? Reply(302, fields: [("Location", "/away")]) : Reply(302, fields: [("Location", url)])
    }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(
      baseURL: server.baseURL, path: "/same",
      headers: ["Authorization": "Bearer t", "Cookie": "a=b", "X-Other": "kept"])
    #expect(try await provider.result(of: target).get().statusCode == 200)
    let same = try #require(server.requests.last)
    #expect(same.target == "/away")
    #expect(same.value(of: "Authorization") == "Bearer t")
    #expect(same.value(of: "Cookie") == "a=b")
    let away = try #require(other.requests.last)
    #expect(away.value(of: "Authorization") == nil)
    #expect(away.value(of: "Cookie") == nil)
    #expect(away.value(of: "Host") == "127.0.0.1:\(other.port)")
    #expect(away.value(of: "X-Other") == "kept")
  }

  @Test(arguments: [
    ("b?c=d", "/a/b?c=d"), ("?c=d", "/a/x?c=d"), ("../b", "/b"), ("/%C3%A9#f", "/%C3%A9"),
  ])
  func resolvesRelativeTargets(location: String, expected: String) async throws {
    let server = try LoopbackServer { request in
      request.target == "/a/x" ? Reply(302, fields: [("Location", location)]) : Reply(200)
    }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, path: "/a/x")
    #expect(await provider.result(of: target).summary == "200 ")
    #expect(server.requests.last?.target == expected)
  }

  @Test func storesCookiesOnTheWay() async throws {
    let server = try LoopbackServer { request in
      request.path == "/x"
        ? Reply(302, fields: [("Location", "/end"), ("Set-Cookie", "a=b; Path=/")])
        : Reply(200, text: request.value(of: "Cookie") ?? "-")
    }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    #expect(await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "200 a=b")
  }

  @Test func stopsAfterTwenty() async throws {
    let server = try LoopbackServer { _ in Reply(302, fields: [("Location", "/x")]) }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    guard case .failure(.underlying(let error, let response)) = result else {
      Issue.record("unexpected \(result)")
      return
    }
    #expect(response?.statusCode == 302)
    #expect((error.asAFError?.underlyingError as NSError?)?.code == NSURLErrorHTTPTooManyRedirects)
    #expect(server.requestCount == 21)
  }

  @Test(arguments: ["file:///etc/passwd", "mailto:x", "app://callback"])
  func followsNothingButHTTP(location: String) async throws {
    let server = try LoopbackServer { _ in Reply(302, fields: [("Location", location)]) }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    guard case .failure(.underlying(let error, let response)) = result else {
      Issue.record("unexpected \(result)")
      return
    }
    #expect(response?.response?.headers["Location"] == location)
    #expect((error.asAFError?.underlyingError as NSError?)?.code == NSURLErrorUnsupportedURL)
    #expect(server.requestCount == 1)
  }

  @Test func givesARedirectionWithoutATarget() async throws {
    let server = try LoopbackServer { _ in Reply(302) }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    #expect(await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "302 ")
  }
}
#endif
