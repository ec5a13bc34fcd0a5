#if !UpstreamMoya
import Foundation
import Testing

@testable import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the delegate answers when URLSession asks whether to cache.
@Suite struct CachedResponseDecisionTests {
  private struct Silent: CachedResponseHandler {
    func dataTask(
      _ task: URLSessionDataTask, willCacheResponse response: CachedURLResponse,
      completion: @escaping (CachedURLResponse?) -> Void
    ) {}
  }

  private static let other = ResponseCacher.modify { _, response in
    CachedURLResponse(response: response.response, data: Data("other".utf8))
  }

  /// What is stored of `body`.
  private func decided(
    bySession sessions: (any CachedResponseHandler)?, byRequest own: (any CachedResponseHandler)?
  ) throws -> String? {
    let session = Session(cachedResponseHandler: sessions)
    let url = try #require(URL(string: "http://h/x"))
    let request = session.request(URLRequest(url: url))
    if let own { request.cacheResponse(using: own) }
    let task = session.session.dataTask(with: url)
    defer { task.cancel() }
    session.router.register(request, for: task)
    let proposed = CachedURLResponse(
      response: URLResponse(
        url: url, mimeType: nil, expectedContentLength: 4, textEncodingName: nil),
      data: Data("body".utf8))
    var answers: [CachedURLResponse?] = []
    session.router.urlSession(session.session, dataTask: task, willCacheResponse: proposed) {
      answers.append($0)
    }
    try #require(answers.count == 1)
    return answers[0].map { String(decoding: $0.data, as: UTF8.self) }
  }

  @Test func isTheHandlers() throws {
    #expect(try decided(bySession: nil, byRequest: nil) == "body")
    #expect(try decided(bySession: .cache, byRequest: nil) == "body")
    #expect(try decided(bySession: .doNotCache, byRequest: nil) == nil)
    #expect(try decided(bySession: Self.other, byRequest: nil) == "other")
    #expect(try decided(bySession: Silent(), byRequest: nil) == nil)
  }

  @Test func isTheRequestsOwnBeforeTheSessions() throws {
    #expect(try decided(bySession: .doNotCache, byRequest: .cache) == "body")
    #expect(try decided(bySession: .cache, byRequest: Self.other) == "other")
  }
}
#endif
