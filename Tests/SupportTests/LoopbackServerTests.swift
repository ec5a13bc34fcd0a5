import Foundation
import Testing

@testable import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct LoopbackServerTests {
  @Test func answersURLSession() async throws {
    let server = try LoopbackServer { request in
      Reply(201, fields: [("X-One", "1"), ("x-two", "2")], body: Array("hi \(request.path)".utf8))
    }
    let (data, response) = try await URLSession.shared.data(from: server.url("/a?b=c"))
    let http = try #require(response as? HTTPURLResponse)
    #expect(http.statusCode == 201)
    #expect(String(decoding: data, as: UTF8.self) == "hi /a")
    #expect(server.requestCount == 1)
    #expect(server.requests[0].query == "b=c")
  }
}
