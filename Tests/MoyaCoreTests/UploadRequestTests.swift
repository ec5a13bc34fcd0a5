#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct UploadRequestTests {
  private static func server() throws -> LoopbackServer {
    try LoopbackServer { request in Reply(200, text: "\(request.bodyByteCount)") }
  }

  @Test func sendsAFile() async throws {
    let server = try Self.server()
    let folder = try TemporaryFolder()
    let file = try folder.write(Array(repeating: 7, count: 300_000), to: "f")
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(baseURL: server.baseURL, method: .put, task: .uploadFile(file))
    #expect(await provider.result(of: target).summary == "200 300000")
    #expect(server.requests.first?.value(of: "Content-Type") == nil)
    #expect(server.requests.first?.value(of: "Content-Length") == "300000")
  }

  @Test func failsForAMissingFile() async throws {
    let server = try Self.server()
    let folder = try TemporaryFolder()
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(
      baseURL: server.baseURL, method: .put, task: .uploadFile(folder.file("none")))
    guard case .failure(.underlying(let error, nil)) = await provider.result(of: target) else {
      Issue.record("a missing file was uploaded")
      return
    }
    #expect((error.asAFError?.underlyingError as NSError?)?.code == NSURLErrorFileDoesNotExist)
    #expect(server.requestCount == 0)
  }

  @Test func refusesWhatIsNoFileToSend() async throws {
    let folder = try TemporaryFolder()
    let fifo = folder.file("fifo")
    #expect(mkfifo(fifo.path, 0o600) == 0)
    let server = try Self.server()
    for (url, code) in [
      (URL(string: "http://h/etc/passwd"), URLError.Code.unsupportedURL),
      (folder.url, .fileIsDirectory), (fifo, .cannotOpenFile),
    ] {
      let target = TestTarget(
        baseURL: server.baseURL, method: .post, task: .uploadFile(try #require(url)))
      let result = await MoyaProvider<TestTarget>(session: .bounded()).result(of: target)
      guard case .failure(.underlying(let error, _)) = result else {
        Issue.record("\(url?.absoluteString ?? "") was sent")
        continue
      }
      #expect((error.asAFError?.underlyingError as? URLError)?.code == code)
    }
    #expect(server.requestCount == 0)
  }

  @Test func sendsPartsUnderAContentTypeOfItsOwn() async throws {
    let server = try Self.server()
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(
      baseURL: server.baseURL, method: .post,
      task: .uploadCompositeMultipart(
        [MultipartFormData(provider: .data(Data("d".utf8)), name: "n", fileName: "f")],
        urlParameters: ["q": 1]),
      headers: ["Content-Type": "text/x"])
    let response = try await provider.result(of: target).get()
    let received = try #require(server.requests.first)
    #expect(received.target == "/x?q=1")
    let type = try #require(received.value(of: "Content-Type"))
    #expect(response.request?.value(forHTTPHeaderField: "Content-Type") == type)
    let boundary = type.dropFirst("multipart/form-data; boundary=".count)
    #expect(
      received.bodyText
        == "--\(boundary)\r\nContent-Disposition: form-data; name=\"n\"; filename=\"f\"\r\n\r\nd"
        + "\r\n--\(boundary)--\r\n")
  }

  @Test func usesNameAndTypeOfAFilePartOnlyTogether() async throws {
    let server = try Self.server()
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("x".utf8), to: "f.odd")
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    for (part, expected) in [
      (
        MultipartFormData(provider: .file(file), name: "n", fileName: "other"), "filename=\"f.odd\""
      ),
      (
        MultipartFormData(provider: .file(file), name: "n", fileName: "other", mimeType: "a/b"),
        "filename=\"other\"\r\nContent-Type: a/b"
      ),
    ] {
      _ = await provider.result(
        of: TestTarget(baseURL: server.baseURL, method: .post, task: .uploadMultipart([part])))
      #expect(server.requests.last?.bodyText.contains(expected) == true)
    }
  }

  @Test func refusesPartsThatCannotBeSent() async throws {
    let part = MultipartFormData(provider: .data(Data()), name: "n")
    for (method, parts, message) in [
      (HTTPMethod.post, [], "A multipart upload needs one part at least."),
      (
        .get, [part], "GET does not carry a multipart body. Use POST, PUT, PATCH or CONNECT."
      ),
    ] {
      let plugin = StepPlugin()
      let provider = MoyaProvider<TestTarget>(session: .bounded(), plugins: [plugin])
      let target = TestTarget(method: method, task: .uploadMultipart(parts))
      guard case .failure(let error) = await provider.result(of: target) else {
        Issue.record("\(method) was sent")
        continue
      }
      #expect(error.kind == "createUploadableFailed")
      #expect(error.localizedDescription == "The body to upload could not be made: " + message)
      #expect(plugin.steps.withLock { $0.count } == 2)
    }
  }

  @Test func failsForAPartThatCannotBeRead() async throws {
    let folder = try TemporaryFolder()
    let plugin = StepPlugin()
    let provider = MoyaProvider<TestTarget>(session: .bounded(), plugins: [plugin])
    let target = TestTarget(
      method: .post,
      task: .uploadMultipart([MultipartFormData(provider: .file(folder.file("none")), name: "n")]))
    #expect(await provider.result(of: target).summary == "multipartEncodingFailed -")
    // The request itself was fine, and plugins have seen it.
    #expect(
      plugin.steps.withLock { $0 } == [
        "A.prepare -", "A.willSend A", "A.didReceive multipartEncodingFailed -",
        "A.process multipartEncodingFailed -",
      ])
  }

  @Test func sendsALongMultipartBodyThroughAFile() async throws {
    let server = try LoopbackServer(keptBodyByteCount: 100) { request in
      Reply(200, text: "\(request.bodyByteCount > 12_000_000)")
    }
    let folder = try TemporaryFolder()
    let file = try folder.write([UInt8](repeating: 1, count: 12_000_000), to: "f")
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = TestTarget(
      baseURL: server.baseURL, method: .post,
      task: .uploadMultipart([MultipartFormData(provider: .file(file), name: "n")]))
    #expect(await provider.result(of: target).summary == "200 true")
  }

  @Test func sendsAStreamOnce() async throws {
    let server = try LoopbackServer { request in
      request.path == "/x"
        ? Reply(200, text: "\(request.isChunked) \(request.bodyText)")
        : Reply(307, fields: [("Location", "/x")])
    }
    let session = Session.bounded()
    for (path, expected) in [("/x", "200 true abc"), ("/moved", "sessionTaskFailed -")] {
      var request = URLRequest(url: server.url(path))
      request.method = .post
      let upload = session.upload(InputStream(data: Data("abc".utf8)), with: request)
      #expect(await outcome(of: upload) == expected)
    }
  }

  /// Waits for an upload that is not a provider's.
  private func outcome(of upload: UploadRequest) async -> String {
    upload.resume()
    while !upload.isFinished { await _Concurrency.Task.yield() }
    if let error = upload.error {
      return MoyaError.underlying(error, nil).kind + " -"
    }
    let text = String(decoding: upload.data ?? Data(), as: UTF8.self)
    return "\(upload.response?.statusCode ?? 0) \(text)"
  }
}
#endif
