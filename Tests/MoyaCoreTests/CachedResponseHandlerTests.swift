#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct CachedResponseHandlerTests {
  private let folder: TemporaryFolder
  private let cache: URLCache
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    #if canImport(FoundationNetworking)
    cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 1 << 20, diskPath: folder.url.path)
    #else
    cache = URLCache(memoryCapacity: 1 << 20, diskCapacity: 1 << 20, directory: folder.url)
    #endif
    server = try LoopbackServer { _ in
      Reply(
        fields: [("Cache-Control", "max-age=600"), ("Content-Type", "text/plain")], text: "body")
    }
  }

  private func session(_ handler: (any CachedResponseHandler)?) -> Session {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 20
    configuration.urlCache = cache
    configuration.requestCachePolicy = .useProtocolCachePolicy
    return Session(
      configuration: configuration, startRequestsImmediately: false, cachedResponseHandler: handler)
  }

  /// What the cache holds after one request for `/x`.
  private func stored(_ handler: (any CachedResponseHandler)?) async throws -> String? {
    let target = TestTarget(baseURL: server.baseURL)
    let provider = MoyaProvider<TestTarget>(session: session(handler))
    #expect(await provider.result(of: target).summary == "200 body")
    let response = cache.cachedResponse(for: URLRequest(url: server.url("/x")))
    return response.map { String(decoding: $0.data, as: UTF8.self) }
  }

  #if canImport(FoundationNetworking)
  /// On Linux URLSession stores nothing, and is not given an empty cache: asking it can abort the
  /// process when a transfer is cancelled.
  @Test(arguments: [nil, ResponseCacher.cache])
  func hasNoEffectWhereURLSessionStoresNothing(handler: ResponseCacher?) async throws {
    #expect(try await stored(handler) == nil)
  }
  #else
  @Test(arguments: [nil, ResponseCacher.cache])
  func stores(handler: ResponseCacher?) async throws {
    #expect(try await stored(handler) == "body")
  }

  @Test func storesNothing() async throws {
    #expect(try await stored(.doNotCache) == nil)
  }

  @Test func storesSomethingElse() async throws {
    let handler = ResponseCacher.modify { _, response in
      CachedURLResponse(response: response.response, data: Data("other".utf8))
    }
    #expect(try await stored(handler) == "other")
  }
  #endif
}
#endif
