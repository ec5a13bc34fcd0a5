import Foundation
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The endpoints that others rely on, asked of httpbin where it is installed and of its stand-in.
@Suite struct HTTPBinTests {
  enum Kind: CaseIterable {
    case shared, standIn
  }

  private static let standIn = Result { try LoopbackServer.httpbinLike() }

  private static func baseURL(_ kind: Kind) throws -> String {
    switch kind {
    case .shared: HTTPBin.shared.baseURL.absoluteString
    case .standIn: try standIn.get().baseURL.absoluteString
    }
  }

  private static func answer(
    _ kind: Kind, _ method: String, _ target: String,
    fields: [String: String] = [:], body: Data? = nil, follows: Bool = true
  ) async throws -> (data: Data, response: HTTPURLResponse) {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    let session = URLSession(
      configuration: configuration, delegate: follows ? nil : NoRedirects(), delegateQueue: nil)
    defer { session.finishTasksAndInvalidate() }
    var request = URLRequest(url: URL(string: try baseURL(kind) + target)!)
    request.httpMethod = method
    request.httpBody = body
    for (name, value) in fields { request.setValue(value, forHTTPHeaderField: name) }
    let (data, response) = try await session.data(for: request)
    return (data, try #require(response as? HTTPURLResponse))
  }

  private static func object(_ data: Data) throws -> NSDictionary {
    try #require(try JSONSerialization.jsonObject(with: data) as? NSDictionary)
  }

  @Test(arguments: Kind.allCases)
  func echoesQueryAndFields(kind: Kind) async throws {
    let (data, response) = try await Self.answer(
      kind, "GET", "/get?a=1&a=2&b=&c=%C3%A9+x%2B", fields: ["X-Odd": "v"])
    let object = try Self.object(data)
    #expect(response.statusCode == 200)
    #expect(response.value(forHTTPHeaderField: "Content-Type") == "application/json")
    #expect(object["args"] as? NSDictionary == ["a": ["1", "2"], "b": "", "c": "é x+"])
    #expect((object["headers"] as? NSDictionary)?["X-Odd"] as? String == "v")
  }

  @Test(arguments: Kind.allCases)
  func echoesJSON(kind: Kind) async throws {
    let body = #"{"a":[1,2.5,true,null,"é\n\"\\"],"b":{"c":{}}}"#
    for method in ["POST", "PUT", "PATCH", "DELETE"] {
      let (data, _) = try await Self.answer(
        kind, method, "/\(method.lowercased())", fields: ["Content-Type": "application/json"],
        body: Data(body.utf8))
      let object = try Self.object(data)
      #expect(object["data"] as? String == body)
      #expect(object["json"] as? NSDictionary == (try Self.object(Data(body.utf8))))
    }
  }

  @Test(arguments: Kind.allCases)
  func echoesForms(kind: Kind) async throws {
    let (data, _) = try await Self.answer(
      kind, "POST", "/post", fields: ["Content-Type": "application/x-www-form-urlencoded"],
      body: Data("x=1&y=%20z&x=2".utf8))
    #expect(try Self.object(data)["form"] as? NSDictionary == ["x": ["1", "2"], "y": " z"])
  }

  @Test(arguments: Kind.allCases)
  func echoesMultipart(kind: Kind) async throws {
    var body = Data(
      ("--XX\r\nContent-Disposition: form-data; name=\"n\"\r\n\r\nv\r\n--XX\r\n"
        + "Content-Disposition: form-data; name=\"f\"; filename=\"a \\\"b.bin\"\r\n"
        + "Content-Type: image/png\r\n\r\n").utf8)
    body += Data([0xff, 0xfe, 13, 10]) + Data("\r\n--XX--\r\n".utf8)
    let (data, _) = try await Self.answer(
      kind, "POST", "/post", fields: ["Content-Type": "multipart/form-data; boundary=XX"],
      body: body)
    let object = try Self.object(data)
    #expect(object["form"] as? NSDictionary == ["n": "v"])
    #expect(object["files"] as? NSDictionary == ["f": "data:image/png;base64,//4NCg=="])
  }

  @Test(arguments: Kind.allCases)
  func answersAnything(kind: Kind) async throws {
    let (data, _) = try await Self.answer(
      kind, "PATCH", "/anything/x/y?z=1", fields: ["Content-Type": "application/octet-stream"],
      body: Data([0x80, 0x81]))
    let object = try Self.object(data)
    #expect(object["method"] as? String == "PATCH")
    #expect(object["url"] as? String == (try Self.baseURL(kind)) + "/anything/x/y?z=1")
    #expect(object["data"] as? String == "data:application/octet-stream;base64,gIE=")
  }

  @Test(arguments: Kind.allCases)
  func answersWithAStatus(kind: Kind) async throws {
    for status in [204, 404, 418, 500] {
      let (data, response) = try await Self.answer(kind, "GET", "/status/\(status)")
      #expect(response.statusCode == status)
      #expect(data.isEmpty == (status != 418))
    }
    let (_, wrong) = try await Self.answer(kind, "POST", "/get")
    #expect(wrong.statusCode == 405)
    let (_, missing) = try await Self.answer(kind, "GET", "/nowhere")
    #expect(missing.statusCode == 404)
    let (nothing, head) = try await Self.answer(kind, "HEAD", "/get")
    #expect(head.statusCode == 200)
    #expect(nothing.isEmpty)
  }

  @Test(arguments: Kind.allCases)
  func redirects(kind: Kind) async throws {
    for (target, status, location) in [
      ("/redirect-to?url=/get&status_code=307", 307, "/get"),
      ("/redirect/2", 302, "/relative-redirect/1"), ("/relative-redirect/1", 302, "/get"),
      ("/absolute-redirect/1", 302, try Self.baseURL(kind) + "/get"),
    ] {
      let (_, response) = try await Self.answer(kind, "GET", target, follows: false)
      #expect(response.statusCode == status)
      #expect(response.value(forHTTPHeaderField: "Location") == location)
    }
    let (_, last) = try await Self.answer(kind, "GET", "/redirect/3")
    #expect(last.url?.path == "/get")
  }

  @Test(arguments: Kind.allCases)
  func compresses(kind: Kind) async throws {
    for (path, member) in [("/gzip", "gzipped"), ("/deflate", "deflated")] {
      let (data, response) = try await Self.answer(kind, "GET", path)
      #expect(response.value(forHTTPHeaderField: "Content-Encoding") == String(path.dropFirst()))
      #expect(try Self.object(data)[member] as? Bool == true)
    }
  }

  @Test(arguments: Kind.allCases)
  func sendsBytes(kind: Kind) async throws {
    let (png, type) = try await Self.answer(kind, "GET", "/image/png")
    #expect(png.starts(with: [0x89, 0x50, 0x4e, 0x47, 13, 10, 26, 10]))
    #expect(type.value(forHTTPHeaderField: "Content-Type") == "image/png")
    let (first, _) = try await Self.answer(kind, "GET", "/bytes/1000?seed=7")
    let (again, _) = try await Self.answer(kind, "GET", "/bytes/1000?seed=7")
    #expect(first.count == 1_000)
    #expect(first == again)
    let (streamed, _) = try await Self.answer(kind, "GET", "/stream-bytes/1000?seed=7")
    #expect(streamed.count == 1_000)
    let (text, _) = try await Self.answer(kind, "GET", "/encoding/utf8")
    #expect(String(validating: text, as: UTF8.self)?.contains("∀") == true)
  }

  @Test(arguments: Kind.allCases)
  func keepsCookies(kind: Kind) async throws {
    let (_, set) = try await Self.answer(kind, "GET", "/cookies/set?k=v", follows: false)
    #expect(set.statusCode == 302)
    #expect(set.value(forHTTPHeaderField: "Set-Cookie") == "k=v; Path=/")
    let (data, _) = try await Self.answer(
      kind, "GET", "/cookies", fields: ["Cookie": "a=b; c=d"])
    #expect(try Self.object(data)["cookies"] as? NSDictionary == ["a": "b", "c": "d"])
  }

  @Test(arguments: Kind.allCases)
  func authorises(kind: Kind) async throws {
    let (_, refused) = try await Self.answer(kind, "GET", "/bearer")
    #expect(refused.statusCode == 401)
    #expect(refused.value(forHTTPHeaderField: "WWW-Authenticate") == "Bearer")
    let (token, _) = try await Self.answer(
      kind, "GET", "/bearer", fields: ["Authorization": "Bearer abc"])
    #expect(try Self.object(token)["token"] as? String == "abc")
    let (user, _) = try await Self.answer(
      kind, "GET", "/basic-auth/u/p", fields: ["Authorization": "Basic dTpw"])
    #expect(try Self.object(user) == ["authenticated": true, "user": "u"])
  }

  @Test(arguments: Kind.allCases)
  func echoesResponseFieldsAndDelays(kind: Kind) async throws {
    let (data, response) = try await Self.answer(kind, "GET", "/response-headers?X-Q=1&foo=b")
    #expect(response.value(forHTTPHeaderField: "X-Q") == "1")
    #expect(try Self.object(data)["Content-Length"] as? String == String(data.count))
    let (_, late) = try await Self.answer(kind, "GET", "/delay/0.01")
    #expect(late.statusCode == 200)
  }

  // MARK: Starting and stopping

  @Test func stopsTheServer() async throws {
    let server = HTTPBin()
    let port = server.port
    #expect(server.isReal == (server.loopback == nil))
    let connection = try RawConnection(port: port)
    connection.close()
    server.stop()
    server.stop()
    #expect(throws: (any Error).self) { try RawConnection(port: port) }
  }

  @Test(.enabled(if: VirtualEnvironment.httpbin.executable("python") != nil))
  func isRealWhereInstalled() {
    #expect(HTTPBin.shared.isReal)
  }

  @Test(arguments: ["Scripts/httpbin", ".build/debug/LoopbackHTTPBin"])
  func endsWithItsInput(program: String) async throws {
    let path = Repository.root.appendingPathComponent(program).path
    // The input is empty, so it ends at once; the limit makes a server that goes on a failure.
    let output = try await ChildProcess.run(path, limit: .seconds(30))
    #expect(output.isSuccess)
    #expect(output.stdout.hasPrefix("listening ") || output.stdout.isEmpty)
  }
}

/// Shows a redirect in place of following it.
private final class NoRedirects: NSObject, URLSessionTaskDelegate {
  func urlSession(
    _ session: URLSession, task: URLSessionTask,
    willPerformHTTPRedirection response: HTTPURLResponse, newRequest request: URLRequest,
    completionHandler: @escaping @Sendable (URLRequest?) -> Void
  ) {
    completionHandler(nil)
  }
}
