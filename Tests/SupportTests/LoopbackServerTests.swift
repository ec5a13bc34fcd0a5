import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LoopbackServerTests {
  private static func session() -> URLSession {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    return URLSession(configuration: configuration)
  }

  /// All that a server sends to one request on one connection.
  private static func exchange(
    _ request: String, with server: LoopbackServer
  ) throws -> (text: String, ending: RawConnection.Ending) {
    let connection = try RawConnection(port: server.port)
    connection.send(request)
    return connection.readText()
  }

  @Test func sendsExactlyTheBytesOfAReply() throws {
    let server = try LoopbackServer { _ in
      Reply(
        299, reason: "Odd  one", fields: [("x-LOWER", " a"), ("X-B", "1"), ("x-b", "2")],
        text: "hé"
      ).closing()
    }
    let (text, ending) = try Self.exchange("GET /a HTTP/1.1\r\nHost: x\r\n\r\n", with: server)
    #expect(
      text == "HTTP/1.1 299 Odd  one\r\nx-LOWER:  a\r\nX-B: 1\r\nx-b: 2\r\nConnection: close\r\n"
        + "Content-Length: 3\r\n\r\nhé")
    #expect(ending == .closed)
  }

  @Test func showsTheRequestAsItCame() throws {
    let server = try LoopbackServer { _ in Reply(204).closing() }
    _ = try Self.exchange(
      "PoST /a%2Fb?c=d?e HTTP/1.1\r\nhOST: x\r\nX-A:1\r\nx-a: \t2 \r\nContent-Length: 3\r\n\r\na\u{0}b",
      with: server)
    let request = try #require(server.requests.first)
    #expect(request.method == "PoST")
    #expect(request.target == "/a%2Fb?c=d?e")
    #expect(request.path == "/a%2Fb")
    #expect(request.query == "c=d?e")
    #expect(request.fields.map(\.name) == ["hOST", "X-A", "x-a", "Content-Length"])
    #expect(request.values(of: "x-A") == ["1", "2"])
    #expect(request.body == [97, 0, 98])
    #expect(request.bodyByteCount == 3)
    #expect(String(decoding: request.rawHead, as: UTF8.self).hasSuffix("Content-Length: 3"))
    #expect(!request.isChunked)
  }

  @Test func removesChunksFromARequestAndKeepsItsTrailers() throws {
    let server = try LoopbackServer { _ in Reply(200).closing() }
    _ = try Self.exchange(
      "POST / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n"
        + "3;x=y\r\nabc\r\nA\r\n0123456789\r\n0\r\nX-T: end\r\n\r\n",
      with: server)
    let request = try #require(server.requests.first)
    #expect(request.bodyText == "abc0123456789")
    #expect(request.isChunked)
    #expect(request.trailers.map(\.name) == ["X-T"])
    #expect(request.trailers.map(\.value) == ["end"])
  }

  @Test func keepsNoMoreOfABodyThanAsked() throws {
    let server = try LoopbackServer(keptBodyByteCount: 4) { Reply(text: "\($0.bodyByteCount)") }
    let connection = try RawConnection(port: server.port)
    let body = String(repeating: "x", count: 200_000)
    connection.send("PUT / HTTP/1.1\r\nContent-Length: 200000\r\nConnection: close\r\n\r\n" + body)
    #expect(connection.readText().text.hasSuffix("\r\n\r\n200000"))
    #expect(server.requests[0].bodyText == "xxxx")
    #expect(server.requests[0].bodyByteCount == 200_000)
  }

  @Test func answersAnExpectationBeforeTheContentComes() throws {
    let server = try LoopbackServer { Reply(text: $0.bodyText).closing() }
    let connection = try RawConnection(port: server.port)
    connection.send("PUT / HTTP/1.1\r\nExpect: 100-Continue\r\nContent-Length: 2\r\n\r\n")
    let interim = "HTTP/1.1 100 Continue\r\n\r\n"
    #expect(connection.readText(interim.utf8.count).text == interim)
    connection.send("ok")
    #expect(connection.readText().text.hasSuffix("\r\n\r\nok"))
  }

  @Test func keepsAConnectionForFurtherRequestsAndCountsBoth() throws {
    let server = try LoopbackServer { Reply(fields: [], text: $0.target) }
    let connection = try RawConnection(port: server.port)
    let request = "GET /1 HTTP/1.1\r\n\r\nGET /2 HTTP/1.1\r\nConnection: Close\r\n\r\n"
    connection.send(request)
    let head = "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\n"
    #expect(connection.readText() == (head + "/1" + head + "/2", .closed))
    _ = try Self.exchange("GET /3 HTTP/1.0\r\n\r\n", with: server)
    #expect(server.acceptCount == 2)
    #expect(server.requestCount == 3)
    #expect(server.requests.map(\.connection) == [1, 1, 2])
  }

  @Test(arguments: [("HEAD", 200), ("GET", 204), ("GET", 304)])
  func sendsNoContentWhereNoneIsAllowed(method: String, status: Int) throws {
    let server = try LoopbackServer { _ in Reply(status, fields: [], text: "abc") }
    let connection = try RawConnection(port: server.port)
    connection.send("\(method) / HTTP/1.1\r\n\r\n\(method) / HTTP/1.1\r\nConnection: close\r\n\r\n")
    let (text, ending) = connection.readText()
    #expect(!text.contains("abc"))
    #expect(text.contains("Content-Length: 3") == (status == 200))
    #expect(text.components(separatedBy: "HTTP/1.1 \(status)").count == 3)
    #expect(ending == .closed)
  }

  @Test func sendsChunksAndTrailers() throws {
    let server = try LoopbackServer { _ in
      Reply.chunked([.text("abc"), .text(""), .text("0123456789")], trailers: [("X-T", "1")])
        .closing()
    }
    let (text, _) = try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server)
    #expect(
      text.components(separatedBy: "\r\n\r\n").dropFirst().joined(separator: "\r\n\r\n")
        == "3\r\nabc\r\na\r\n0123456789\r\n0\r\nX-T: 1\r\n\r\n")
    #expect(text.contains("\r\nTransfer-Encoding: chunked\r\n"))
  }

  @Test func cutsAContentShort() throws {
    let server = try LoopbackServer(replies: [
      Reply(fields: [], text: "0123456789").truncated(to: 4),
      Reply.chunked([.text("abc"), .text("defg")]).truncated(to: 5),
    ])
    let counted = try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server)
    #expect(counted == ("HTTP/1.1 200 OK\r\nContent-Length: 10\r\n\r\n0123", .closed))
    let chunked = try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server)
    #expect(chunked.text.hasSuffix("\r\n\r\n3\r\nabc\r\n4\r\nde"))
    #expect(chunked.ending == .closed)
    let rest = try Self.exchange("GET / HTTP/1.1\r\nConnection: close\r\n\r\n", with: server)
    #expect(rest.text.hasPrefix("HTTP/1.1 500 "))
  }

  @Test func resetsAConnection() throws {
    let server = try LoopbackServer(replies: [
      .reset, Reply(fields: [], text: "0123456789").reset(after: 3), .closed,
    ])
    #expect(try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server) == ("", .reset))
    #expect(try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server).ending == .reset)
    #expect(try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server) == ("", .closed))
  }

  @Test func sendsRawBytesInParts() throws {
    let server = try LoopbackServer { _ in
      .raw(Array("HTTP/1.1 200 OK\r\nX: ".utf8), [0xff, 0xfe], Array("\r\n\r\n".utf8))
    }
    let connection = try RawConnection(port: server.port)
    connection.send("GET / HTTP/1.1\r\n\r\n")
    #expect(
      connection.read().bytes
        == Array("HTTP/1.1 200 OK\r\nX: ".utf8) + [0xff, 0xfe] + Array("\r\n\r\n".utf8))
  }

  @Test func holdsAReplyUntilTheGateOpens() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in
      Reply.chunked([.text("one"), .gate(gate), .text("two"), .gate(gate), .text("three")])
        .closing()
    }
    let connection = try RawConnection(port: server.port)
    connection.send("GET / HTTP/1.1\r\n\r\n")
    await gate.reached()
    let head = "HTTP/1.1 200 OK\r\nConnection: close\r\nTransfer-Encoding: chunked\r\n\r\n"
    let first = head + "3\r\none\r\n"
    #expect(connection.readText(first.utf8.count).text == first)
    #expect(connection.readText(within: .milliseconds(20)) == ("", .open))
    gate.pass()
    await gate.reached(times: 2)
    #expect(connection.readText(8).text == "3\r\ntwo\r\n")
    gate.open()
    #expect(connection.readText() == ("5\r\nthree\r\n0\r\n\r\n", .closed))
  }

  @Test func delaysAReply() throws {
    let server = try LoopbackServer { _ in Reply(204).delayed(by: .milliseconds(60)).closing() }
    let start = ContinuousClock.now
    _ = try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server)
    #expect(ContinuousClock.now - start >= .milliseconds(60))
  }

  @Test func stopEndsWhatWaits() async throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      switch request.path {
      case "/never": .never
      case "/gate": Reply(204).held(at: gate)
      default: Reply(204).delayed(by: .seconds(600))
      }
    }
    let connections = try ["/never", "/gate", "/slow"].map { path in
      let connection = try RawConnection(port: server.port)
      connection.send("GET \(path) HTTP/1.1\r\n\r\n")
      return connection
    }
    #expect(await server.waitForRequests(3))
    #expect(!(await server.waitForRequests(4, within: .milliseconds(1))))
    server.stop()
    server.stop()
    for connection in connections { #expect(connection.readText() == ("", .closed)) }
    #expect(!(await server.waitForRequests(4)))
    #expect(throws: (any Error).self) { try RawConnection(port: server.port) }
  }

  @Test func stopsWhenLetGoOf() async throws {
    var server: LoopbackServer? = try LoopbackServer { _ in .never }
    let port = try #require(server?.port)
    let connection = try RawConnection(port: port)
    connection.send("GET / HTTP/1.1\r\n\r\n")
    #expect(await server?.waitForRequests(1) == true)
    server = nil
    #expect(connection.readText() == ("", .closed))
  }

  @Test(arguments: [
    "nonsense\r\n\r\n", "GET / HTTP/1.1\r\nno colon\r\n\r\n",
    "GET / HTTP/1.1\r\nContent-Length: -1\r\n\r\n",
    "GET / HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n",
  ])
  func refusesWhatIsNoRequest(text: String) throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let (answer, ending) = try Self.exchange(text, with: server)
    #expect(answer.hasPrefix("HTTP/1.1 400 Bad Request\r\n"))
    #expect(ending == .closed)
    #expect(server.requestCount == 0)
  }

  @Test func outlivesClientsThatGoAway() async throws {
    let gate = Gate()
    let server = try LoopbackServer { request in
      request.path == "/big"
        ? Reply(
          pieces: [
            .gate(gate), .generated(byteCount: 50_000_000) { Array(repeating: 1, count: $0.count) },
          ], framing: .contentLength)
        : Reply(text: "alive").closing()
    }
    for _ in 0..<5 {
      let connection = try RawConnection(port: server.port)
      connection.send("GET /big HTTP/1.1\r\n\r\n")
      #expect(await server.waitForRequests(server.acceptCount))
      connection.close()
    }
    gate.open()
    #expect(
      try Self.exchange("GET / HTTP/1.1\r\n\r\n", with: server).text.hasSuffix("\r\n\r\nalive"))
  }

  // MARK: Through URLSession

  @Test func servesURLSession() async throws {
    let server = try LoopbackServer { request in
      Reply(201, fields: [("X-One", "1"), ("x-two", "2")], body: request.body)
    }
    var request = URLRequest(url: server.url("/a?b=c"))
    request.httpMethod = "PUT"
    request.httpBody = Data([0, 255])
    let (data, response) = try await Self.session().data(for: request)
    let answer = try #require(response as? HTTPURLResponse)
    #expect(answer.statusCode == 201)
    #expect(answer.value(forHTTPHeaderField: "X-Two") == "2")
    #expect(data == Data([0, 255]))
    #expect(server.requests[0].query == "b=c")
  }

  @Test func givesURLSessionManyAnswersAtOnce() async throws {
    let server = try LoopbackServer { Reply(text: $0.target) }
    let session = Self.session()
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<100 {
        group.addTask {
          let (data, _) = try await session.data(from: server.url("/\(index)"))
          #expect(String(decoding: data, as: UTF8.self) == "/\(index)")
        }
      }
      try await group.waitForAll()
    }
    #expect(server.requestCount == 100)
    #expect(server.acceptCount <= 100)
  }

  @Test(arguments: [
    Reply.closed, .reset, .garbage, Reply(text: "0123456789").truncated(to: 3),
    Reply.chunked([.text("abc"), .text("def")]).truncated(to: 4),
  ])
  func makesURLSessionFail(reply: Reply) async throws {
    let server = try LoopbackServer { _ in reply }
    await #expect(throws: URLError.self) {
      _ = try await Self.session().data(from: server.url("/"))
    }
    #expect(server.requestCount >= 1)
  }
}
