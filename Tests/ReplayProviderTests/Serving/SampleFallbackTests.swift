import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// The target's own sample in the place of a recording that is missing.
struct SampleFallbackTests {
  private enum Shop: TargetType {
    case article(Int), orders, export(to: URL)

    var baseURL: URL { URL(string: "https://api.test")! }
    var path: String {
      switch self {
      case .article(let number): "/articles/\(number)"
      case .orders: "/orders"
      case .export: "/export"
      }
    }
    var method: Moya.Method { .get }
    var task: Moya.Task {
      guard case .export(let url) = self else { return .requestPlain }
      return .downloadDestination { _, _ in (url, [.createIntermediateDirectories]) }
    }
    var headers: [String: String]? { nil }
    var validationType: ValidationType { .successCodes }
    var sampleData: Data { Data("sample of \(path)".utf8) }
  }

  private func provider(
    _ studio: Studio, _ mode: RecordMode, _ reports: Reports,
    endpointClosure: MoyaProvider<Shop>.EndpointClosure? = nil
  ) -> ReplayProvider<Shop> {
    var options = studio.options
    options.fallback = .sampleData
    return ReplayProvider<Shop>(
      run: studio.run(mode, options: options, reporter: reports.reporter),
      endpointClosure: endpointClosure)
  }

  private func studio(_ urls: [String]) throws -> Studio {
    let studio = try Studio { _ in Reply(500) }
    try studio.write(
      urls.map { .init(request: .init(url: "https://api.test" + $0), outcome: .text("recorded")) })
    return studio
  }

  @Test func answersAMissAndSaysSoOncePerTarget() async throws {
    let studio = try studio(["/articles/1"])
    let facts = try FileFacts(studio.cassette)
    let reports = Reports()
    let provider = provider(studio, .replay, reports)
    var seen: [Seen] = []
    for target in [Shop.article(1), .article(2), .article(3), .orders, .orders] {
      seen.append(await provider.seen(target))
    }
    #expect(
      seen.map(\.summary) == [
        "200 recorded", "200 sample of /articles/2", "200 sample of /articles/3",
        "200 sample of /orders", "200 sample of /orders",
      ])
    #expect(seen[1].url == studio.server.url("/articles/2").absoluteString)
    #expect(reports.failures.isEmpty)
    let path = studio.cassette.path
    #expect(
      reports.warnings
        == ["article", "orders"].map { name in
          """
          Shop.\(name) was answered by its own sampleData, as fallback: .sampleData says: \(path) has no \
          recording of GET https://api.test/\(name == "article" ? "articles/2" : name)
          """
        })
    try await provider.finish()
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(studio.server.acceptCount == 0)
  }

  @Test func theEndpointClosuresSampleCounts() async throws {
    let studio = try studio([])
    let reports = Reports()
    let status = TestSupport.Locked(404)
    let provider = provider(studio, .replay, reports) { target in
      let endpoint = MoyaProvider<Shop>.defaultEndpointMapping(for: target)
      return Endpoint(
        url: endpoint.url,
        sampleResponseClosure: {
          let status = status.withLock { $0 }
          return status == 0
            ? .networkError(NSError(domain: "mine", code: 7))
            : .networkResponse(status, Data("no".utf8))
        }, method: endpoint.method, task: endpoint.task, httpHeaderFields: nil)
    }
    let first = await provider.seen(.orders)
    // As live: the status is validated.
    #expect(first.status == 404 && first.text == "no")
    #expect(first.error?.hasPrefix("validation ") == true)
    status.withLock { $0 = 0 }
    #expect(await provider.seen(.orders).error == "mine 7")
  }

  @Test func aDownloadGetsItsFile() async throws {
    let studio = try studio([])
    let file = studio.folder.file("deep/export")
    let provider = provider(studio, .replay, Reports())
    #expect(await provider.seen(.export(to: file)).status == 200)
    #expect(try Data(contentsOf: file) == Data("sample of /export".utf8))
  }

  @Test func theClosuresAloneDoItToo() async throws {
    let studio = try studio([])
    var options = studio.options
    options.fallback = .sampleData
    let run = studio.run(.replay, options: options, reporter: Reports().reporter)
    let player = run.player(for: Shop.self)
    let provider = MoyaProvider<Shop>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
      plugins: [run.recorder])
    #expect(await provider.seen(.orders).text == "sample of /orders")
  }

  @Test func whereThereIsNoCassetteItStaysAnError() async throws {
    let studio = try Studio { _ in Reply(500) }
    let reports = Reports()
    #expect(await provider(studio, .replay, reports).seen(.orders).isMiss)
    #expect(reports.failures.count == 1)
  }

  @Test func whereItWouldBeRecordedItIs() async throws {
    let studio = try studio(["/articles/1"])
    let reports = Reports()
    let provider = provider(studio, .append, reports) { target in
      let endpoint = MoyaProvider<Shop>.defaultEndpointMapping(for: target)
      return Endpoint(
        url: studio.server.url(target.path).absoluteString,
        sampleResponseClosure: endpoint.sampleResponseClosure, method: .get,
        task: endpoint.task, httpHeaderFields: nil)
    }
    #expect(await provider.seen(.orders).status == 500)
    try await provider.finish()
    #expect(try studio.interactions().count == 2)
  }

  @Test func whatComesOutOfOrderIsAnErrorAllTheSame() async throws {
    let studio = try studio(["/articles/1", "/orders"])
    var options = studio.options
    (options.fallback, options.order) = (.sampleData, .recorded)
    let reports = Reports()
    let provider = ReplayProvider<Shop>(
      run: studio.run(.replay, options: options, reporter: reports.reporter))
    #expect(await provider.seen(.orders).isMiss)
    #expect(reports.failures.count == 1)
  }
}
