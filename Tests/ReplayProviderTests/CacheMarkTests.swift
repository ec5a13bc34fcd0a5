import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Answers that the transport has taken from its cache.
struct CacheMarkTests {
  /// A session whose cache has an answer for that URL.
  private func session(
    caching url: URL, _ text: String, in folder: TemporaryFolder
  ) throws -> Session {
    let configuration = URLSessionConfiguration.ephemeral
    let cache = URLCache(
      memoryCapacity: 10 << 20, diskCapacity: 0, diskPath: folder.file("cache").path)
    let response = try #require(
      HTTPURLResponse(
        url: url, statusCode: 200, httpVersion: "HTTP/1.1",
        headerFields: ["Cache-Control": "max-age=600", "Content-Type": "text/plain"]))
    cache.storeCachedResponse(
      CachedURLResponse(response: response, data: Data(text.utf8)), for: URLRequest(url: url))
    configuration.urlCache = cache
    configuration.requestCachePolicy = .returnCacheDataElseLoad
    return Session(configuration: configuration, startRequestsImmediately: false)
  }

  @Test func anAnswerOfTheCacheIsMarked() async throws {
    let studio = try Studio { _ in Reply(fields: [("Cache-Control", "max-age=600")], body: [0x6E]) }
    let session = try session(caching: studio.server.url("/a"), "kept", in: studio.folder)
    let seen = try await studio.calls(
      [Probe(.get, "/a"), Probe(.get, "/b"), Probe(.get, "/b")], studio.provider(session: session))
    #expect(seen.map(\.text).prefix(2) == ["kept", "n"])
    let marks = try studio.interactions().map(\.fromCache)
    #expect(marks.prefix(2) == [.disk, nil])
    #if os(Linux)
    // URLSession there stores nothing itself.
    #expect(marks[2] == nil && studio.server.requestCount == 2)
    #endif
    #expect(try studio.text().contains(#","_fromCache":"disk"}"#))
    let replayed = try await studio.replay([Probe(.get, "/a")])
    #expect(replayed[0].text == "kept")
  }

  @Test func revalidationIsSeenAsTheCallerSeesIt() async throws {
    let studio = try Studio { request in
      request.value(of: "If-None-Match") == nil
        ? Reply(fields: [("ETag", "\"a\""), ("Cache-Control", "max-age=0")], body: [0x6E])
        : Reply(304, fields: [("ETag", "\"a\"")])
    }
    let seen = try await studio.parity([
      Probe(.get, "/a"), Probe(.get, "/a"),
      Probe(.get, "/a", headers: ["If-None-Match": "\"a\""]),
    ])
    #expect(seen[2].status == 304 || seen[2].status == 200)
    #if os(Linux)
    #expect(seen.map(\.status) == [200, 200, 304])
    #expect(try studio.interactions().allSatisfy { $0.fromCache == nil })
    #endif
  }
}
