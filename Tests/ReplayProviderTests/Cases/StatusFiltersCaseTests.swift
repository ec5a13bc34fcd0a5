import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Which statuses pass which filter.
struct StatusFiltersCaseTests {
  private func passes(
    _ statuses: [Int], _ provider: MoyaProvider<Probe>,
    _ filter: (Moya.Response) throws -> Moya.Response
  ) async throws -> [Int] {
    var passed: [Int] = []
    for status in statuses {
      let response = try await provider.request(Probe(.get, "/s/\(status)"))
      #expect(response.statusCode == status)
      do {
        passed.append(try filter(response).statusCode)
      } catch MoyaError.statusCode(let carried) {
        #expect(carried.statusCode == status && carried.data == response.data)
      }
    }
    return passed
  }

  @Test("ST-01: the borders of both filters") func bordersOfBothFilters() async throws {
    let all = [199, 200, 204, 206, 299, 300, 304, 399, 400, 404, 599]
    let studio = try Studio { request in
      Reply(Int(request.path.dropFirst(3)) ?? 500)
    }
    // No transport brings 199 to its caller.
    let sent = Array(all.dropFirst())
    func check(_ statuses: [Int], _ mode: RecordMode = .replay) async throws {
      #expect(
        try await passes(statuses, studio.provider(mode)) {
          try $0.filterSuccessfulStatusCodes()
        } == [200, 204, 206, 299])
      #expect(
        try await passes(statuses, studio.provider(mode)) {
          try $0.filterSuccessfulStatusAndRedirectCodes()
        } == [200, 204, 206, 299, 300, 304, 399])
    }
    try await check(sent, .live)
    try await studio.parity(sent.map { Probe(.get, "/s/\($0)") })
    try await check(sent)
    try studio.write(
      all.map {
        Cassette.Interaction(
          request: .init(url: "https://api.test/s/\($0)"),
          outcome: .response(.init(status: $0)))
      })
    try await check(all)
  }
}
