#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct DownloadRequestTests {
  private func target(
    _ server: LoopbackServer, to file: URL, _ options: DownloadRequest.Options = [],
    validation: ValidationType = .none
  ) -> TestTarget {
    TestTarget(
      baseURL: server.baseURL, task: .downloadDestination { _, _ in (file, options) },
      validationType: validation)
  }

  @Test func movesTheFileWhereTheDestinationSays() async throws {
    let server = try LoopbackServer { request in Reply(200, text: request.target) }
    let folder = try TemporaryFolder()
    let asked = Locked<[Int]>([])
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let file = folder.file("a/b")
    let target = TestTarget(
      baseURL: server.baseURL,
      task: .downloadParameters(
        parameters: ["q": 1], encoding: URLEncoding.default,
        destination: { temporary, response in
          #expect(FileManager.default.fileExists(atPath: temporary.path))
          asked.withLock { $0.append(response.statusCode) }
          return (file, .createIntermediateDirectories)
        }))
    #expect(await provider.result(of: target).summary == "200 ")
    #expect(try folder.read("a/b") == Data("/x?q=1".utf8))
    #expect(asked.withLock { $0 } == [200])
  }

  @Test func makesRoomOnlyWhenAllowed() async throws {
    let server = try LoopbackServer { _ in Reply(200, text: "new") }
    let folder = try TemporaryFolder()
    let file = try folder.write(Array("old".utf8), to: "f")
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    #expect(
      await provider.result(of: target(server, to: file)).summary == "downloadedFileMoveFailed 200")
    #expect(try folder.read("f") == Data("old".utf8))
    let nowhere = target(server, to: folder.file("no/folder"))
    #expect(await provider.result(of: nowhere).summary == "downloadedFileMoveFailed 200")
    let replaced = target(server, to: file, .removePreviousFile)
    #expect(await provider.result(of: replaced).summary == "200 ")
    #expect(try folder.read("f") == Data("new".utf8))
  }

  @Test func movesTheFileBeforeItValidates() async throws {
    let server = try LoopbackServer { _ in Reply(404, text: "gone") }
    let folder = try TemporaryFolder()
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    let target = target(server, to: folder.file("f"), validation: .successCodes)
    #expect(await provider.result(of: target).summary == "responseValidationFailed 404")
    #expect(try folder.read("f") == Data("gone".utf8))
  }

  @Test func followsRedirections() async throws {
    let server = try LoopbackServer { request in
      request.path == "/end"
        ? Reply(200, text: "\(request.method) \(request.bodyText)")
        : Reply(307, fields: [("Location", "/end")], text: "moved")
    }
    let folder = try TemporaryFolder()
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    #expect(await provider.result(of: target(server, to: folder.file("get"))).summary == "200 ")
    #expect(try folder.read("get") == Data("GET ".utf8))
    let file = folder.file("post")
    let post = TestTarget(
      baseURL: server.baseURL, method: .post,
      task: .downloadParameters(
        parameters: ["a": 1], encoding: URLEncoding.httpBody, destination: { _, _ in (file, []) }))
    #expect(await provider.result(of: post).summary == "200 ")
    #expect(try folder.read("post") == Data("POST a=1".utf8))
  }

  @Test(arguments: [
    ("http://h/a.txt", nil, "a.txt"), ("http://h/a.txt", "b.txt", "b.txt"),
    ("http://h/a.txt", "..", "Unknown"),
    ("http://h", nil, "Unknown"),
  ])
  func suggestsADestination(url: String, suggested: String?, expected: String) throws {
    let suggestion = DownloadRequest.suggestedDownloadDestination(
      for: .cachesDirectory, options: .removePreviousFile)
    let http = try #require(
      HTTPURLResponse(
        url: URL(string: url)!, statusCode: 200, httpVersion: nil,
        headerFields: suggested.map { ["Content-Disposition": "attachment; filename=\"\($0)\""] }))
    let (target, options) = suggestion(URL(fileURLWithPath: "/tmp/t"), http)
    let caches = FileManager.default.urls(for: .cachesDirectory, in: .userDomainMask).first
    #expect(target == caches?.appendingPathComponent(expected))
    #expect(target.deletingLastPathComponent().path == caches?.path)
    #expect(options == .removePreviousFile)
  }
}
#endif
