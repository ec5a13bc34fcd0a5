import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Targets that build the same request, told apart by what they are.
struct TargetPartsTests {
  private enum Shop: TargetType {
    case list
    case search(String)

    var baseURL: URL { URL(string: "https://api.test")! }
    var path: String { "/items" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
  }

  private struct Basket: TargetType {
    var baseURL: URL { URL(string: "https://api.test")! }
    var path: String { "/items" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { nil }
  }

  private func texts(
    _ targets: [any TargetType], _ studio: Studio, _ mode: RecordMode?,
    _ matching: RequestMatcher, _ reports: Reports = Reports()
  ) async throws -> [String] {
    var options = studio.options
    options.matching = matching
    let base = studio.server.baseURL.absoluteString
    let provider = ReplayProvider<MultiTarget>(
      run: studio.run(mode, options: options, reporter: reports.reporter),
      endpointClosure: { target in
        let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: target)
        return Endpoint(
          url: endpoint.url.replacing(
            "https://api.test/", with: base.hasSuffix("/") ? base : base + "/"),
          sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
          task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
      }, session: Studio.session())
    var texts: [String] = []
    for target in targets { texts.append(await provider.seen(MultiTarget(target)).text) }
    try await provider.finish()
    return texts
  }

  @Test func typeAndCaseDecide() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      Reply(text: "\(count.withLock { value in value += 1; return value })")
    }
    let live = try await texts(
      [Shop.list, Shop.search("a"), Basket()], studio, nil, .default)
    #expect(live == ["1", "2", "3"])
    let turned: [any TargetType] = [
      Basket(), MultiTarget(Shop.search("other")), Shop.list, Shop.list,
    ]
    let reports = Reports()
    let matching = RequestMatcher.default.adding(.targetType, .targetCase)
    #expect(try await texts(turned, studio, .replay, matching, reports) == ["3", "2", "1", ""])
    #expect(reports.failures.count == 1)
    // By type alone, recorded order decides between the cases.
    let byType = RequestMatcher.default.adding(.targetType)
    #expect(
      try await texts(Array(turned.prefix(3)), studio, .replay, byType) == ["3", "1", "2"])
    let other = Reports()
    #expect(
      try await texts([Basket(), Basket()], studio, .replay, byType, other) == ["3", ""])
    #expect(
      other.failures.first?.contains("differs in target type: sent Basket, recorded Shop") == true)
  }
}
