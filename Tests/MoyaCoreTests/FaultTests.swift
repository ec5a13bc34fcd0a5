#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a server may send, and what becomes of it. None of it aborts or hangs the process.
@Suite struct FaultTests {
  private typealias Provider = MoyaProvider<TestTarget>

  /// A reply that is understood.
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    var method: HTTPMethod = .get
    let reply: Reply
    let summary: String

    init(_ description: String, method: HTTPMethod = .get, _ reply: Reply, gives summary: String) {
      testDescription = description
      self.method = method
      self.reply = reply
      self.summary = summary
    }
  }

  private static let long = String(repeating: "v", count: 60_000)

  static let understood: [Case] = [
    Case("HEAD has no body", method: .head, Reply(200, text: "abc"), gives: "200 "),
    Case("204 without a body", Reply(204), gives: "204 "),
    Case(
      "204 with a body", .raw(text: "HTTP/1.1 204 No Content\r\nContent-Length: 3\r\n\r\nabc"),
      gives: "204 "),
    Case(
      "304 with a length", .raw(text: "HTTP/1.1 304 Not Modified\r\nContent-Length: 3\r\n\r\n"),
      gives: "304 "),
    Case(
      "HTTP/1.0 until the connection closes", .raw(text: "HTTP/1.0 200 OK\r\n\r\nabc"),
      gives: "200 abc"),
    Case(
      "interim responses before the last",
      .raw(
        text: "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\n"
          + "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok"), gives: "200 ok"),
    Case("chunks", .chunked([.text("ab"), .text("cd")]), gives: "200 abcd"),
    Case("no chunk but the last", .chunked([]), gives: "200 "),
    Case(
      "chunk extensions",
      .raw(
        text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3;a=b\r\nabc\r\n0\r\n\r\n"),
      gives: "200 abc"),
    Case("a status nobody knows", Reply(599, text: "x"), gives: "599 x"),
    Case("the greatest status", Reply(999, text: "x"), gives: "999 x"),
    Case("a long header field", Reply(200, fields: [("X-Long", long)]), gives: "200 "),
    Case(
      "more than its length",
      .raw(
        text: "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nabcdef"), gives: "200 ab"),
    Case(
      "a folded field",
      .raw(
        text: "HTTP/1.1 200 OK\r\nX-A: 1\r\n 2\r\nContent-Length: 0\r\n\r\n"), gives: "200 "),
    Case(
      "an empty reason", .raw(text: "HTTP/1.1 200 \r\nContent-Length: 0\r\n\r\n"), gives: "200 "),
    Case("407 from no proxy", Reply(407, fields: [("Proxy-Authenticate", "Basic")]), gives: "407 "),
    Case("a redirection to nowhere", Reply(302, fields: [("Location", "")]), gives: "302 "),
  ]

  @Test(arguments: understood)
  func givesWhatTheServerSent(_ fault: Case) async throws {
    let server = try LoopbackServer { _ in fault.reply }
    let provider = Provider(session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, method: fault.method)
    #expect(await provider.result(of: target).summary == fault.summary)
  }

  /// A reply that fails the request, on Linux with this code.
  struct Failure: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let reply: Reply
    let code: Int

    init(_ description: String, _ reply: Reply, gives code: Int) {
      testDescription = description
      self.reply = reply
      self.code = code
    }
  }

  static let failing: [Failure] = [
    Failure("no reply", .closed, gives: NSURLErrorNetworkConnectionLost),
    Failure("a reset in place of a reply", .reset, gives: NSURLErrorNetworkConnectionLost),
    Failure(
      "less than its length", Reply(200, text: "0123456789").truncated(to: 4),
      gives: NSURLErrorNetworkConnectionLost),
    Failure(
      "a reset within the body", Reply(200, text: "0123456789").reset(after: 4),
      gives: NSURLErrorNetworkConnectionLost),
    Failure(
      "chunks without the last",
      .raw(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\nabc\r\n"),
      gives: NSURLErrorNetworkConnectionLost),
    Failure("bytes that are no HTTP", .garbage, gives: NSURLErrorUnsupportedURL),
    Failure(
      "a protocol of the future", .raw(text: "HTTP/9.9 200 OK\r\n\r\n"),
      gives: NSURLErrorUnsupportedURL),
    Failure(
      "a chunk without a length",
      .raw(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n"),
      gives: NSURLErrorUnknown),
    Failure(
      "a length that is no number", .raw(text: "HTTP/1.1 200 OK\r\nContent-Length: x\r\n\r\n"),
      gives: NSURLErrorUnknown),
    Failure(
      "a compression nobody knows",
      Reply(200, fields: [("Content-Encoding", "zip")], text: "abc"), gives: NSURLErrorUnknown),
    Failure(
      "gzip that is none", Reply(200, fields: [("Content-Encoding", "gzip")], text: "abc"),
      gives: NSURLErrorUnknown),
    Failure(
      "a field that is not UTF-8",
      .raw(
        Array("HTTP/1.1 200 OK\r\nX-A: ".utf8), [0xE9], Array("\r\nContent-Length: 0\r\n\r\n".utf8)),
      gives: NSURLErrorUnknown),
    Failure(
      "a field without a space", .raw(text: "HTTP/1.1 200 OK\r\nContent-Length:0\r\n\r\n"),
      gives: NSURLErrorUnknown),
    Failure(
      "a status without a space", .raw(text: "HTTP/1.1 200\r\nContent-Length: 0\r\n\r\n"),
      gives: NSURLErrorUnknown),
  ]

  #if canImport(FoundationNetworking)
  @Test(arguments: failing)
  func failsForWhatNobodyUnderstands(_ fault: Failure) async throws {
    let server = try LoopbackServer { _ in fault.reply }
    let provider = Provider(session: .bounded())
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    #expect(result.urlErrorCode == fault.code)
  }
  #endif

  @Test func keepsWhatCameOfABodyThatWasCutOff() async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "0123456789").truncated(to: 4) }
    let provider = Provider(session: .bounded())
    guard case .failure(let error) = await provider.result(of: TestTarget(baseURL: server.baseURL))
    else { return }
    #expect(error.response?.statusCode == 200)
    #expect(error.response?.data == Data("0123".utf8))
    #if canImport(FoundationNetworking)
    #expect(
      error.localizedDescription
        == "The transfer failed: The network connection was lost: "
        + "transfer closed with 6 bytes remaining to read.")
    #endif
  }

  @Test func keepsEveryCookieOfSeveralFields() async throws {
    let expires = "a=1; Expires=Wed, 01 Jan 2098 00:00:00 GMT; Path=/"
    let server = try LoopbackServer { request in
      request.path == "/x"
        ? Reply(200, fields: [("Set-Cookie", expires), ("Set-Cookie", "b=2; Path=/")])
        : Reply(200, text: request.value(of: "Cookie") ?? "-")
    }
    let provider = Provider(session: .bounded())
    let response = try await provider.result(of: TestTarget(baseURL: server.baseURL)).get()
    let fields = try #require(response.response?.allHeaderFields as? [String: String])
    let cookies = HTTPCookie.cookies(withResponseHeaderFields: fields, for: server.baseURL)
    #expect(cookies.map { "\($0.name)=\($0.value)" }.sorted() == ["a=1", "b=2"])
    let next = await provider.result(of: TestTarget(baseURL: server.baseURL, path: "/next"))
    #expect(["200 a=1; b=2", "200 b=2; a=1"].contains(next.summary))
  }

  @Test func survivesManyRandomReplies() async throws {
    var random = SplitMix64(name: "survivesManyRandomReplies")
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let provider = Provider(session: .bounded())
    for _ in 0..<200 {
      let reply = RandomReply.make(using: &random)
      let isFirst = Locked(true)
      let server = try LoopbackServer { _ in
        isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst ? reply : Reply(200)
        }
      }
      let part = MultipartFormData(provider: .data(Data()), name: "n")
      let targets = [
        TestTarget(baseURL: server.baseURL),
        TestTarget(baseURL: server.baseURL, method: .head),
        TestTarget(
          baseURL: server.baseURL, method: .post, task: .requestData(Data("x".utf8))),
        TestTarget(baseURL: server.baseURL, method: .put, task: .uploadMultipart([part])),
        TestTarget(
          baseURL: server.baseURL,
          task: .downloadDestination { _, _ in (file, [.removePreviousFile]) }),
      ]
      let target = try #require(targets.randomElement(using: &random))
      let result = await provider.result(of: target)
      #expect(result.urlErrorCode != NSURLErrorTimedOut, "\(target.method) \(reply)")
    }
  }
}
#endif
