import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

struct MissTests {
  private func recorded(_ targets: [Probe]) async throws -> Studio {
    let studio = try Studio { _ in Reply(text: "x") }
    let provider = ReplayProvider<Probe>(run: studio.run(), endpointClosure: { studio.live($0) })
    for target in targets { _ = try await provider.request(target) }
    try await provider.finish()
    studio.server.stop()
    return studio
  }

  private func page(_ number: Int) -> Probe {
    Probe(
      .get, "/u",
      task: .requestParameters(parameters: ["page": number], encoding: URLEncoding.default))
  }

  @Test func namesTheNearestAndWhatDiffers() async throws {
    let studio = try await recorded([page(1), page(2)])
    let reports = Reports()
    let provider = ReplayProvider<Probe>(run: studio.run(reporter: reports.reporter))
    // The program swallows the error; the test hears of it all the same, and where.
    let line: UInt = #line + 1
    let swallowed = try? await provider.request(page(3))
    #expect(swallowed == nil)
    let path = studio.cassette.path
    let text = """
      no recording of GET https://api.test/u?page=3 in \(path) (mode once)

      #1 GET https://api.test/u?page=1 differs in query item "page": sent "3", recorded "1"
      #2 GET https://api.test/u?page=2 differs in query item "page": sent "3", recorded "2"
      this would match #1: options: .init(matching: .default.ignoringQueryValues("page"))
      to record what is missing: CASSETTE_MODE=append swift test --filter NAME-OF-THE-TEST
      """
    #expect(reports.placedFailures == ["\(line): \(text)"])
  }

  @Test func saysThatAllAreUsed() async throws {
    let studio = try await recorded([page(1), page(1)])
    let reports = Reports()
    let provider = ReplayProvider<Probe>(run: studio.run(.replay, reporter: reports.reporter))
    for _ in 0..<2 { _ = try await provider.request(page(1)) }
    let error = await #expect(throws: MoyaError.self) { try await provider.request(page(1)) }
    guard case .underlying(RecorderError.miss(let text), nil)? = error else {
      Issue.record("not a miss: \(String(describing: error))")
      return
    }
    #expect(
      text.hasPrefix(
        "no recording of GET https://api.test/u?page=1 in \(studio.cassette.path) (mode replay): recorded 2 times, all used (2 of 2)"
      ))
    #expect(
      text.contains(
        "to record what is missing: the mode is fixed in code, so give mode: .append there."))
    #expect(reports.failures == [text])
    // The test was told all of it, so that the error says no more than what it is.
    #expect(
      "\(RecorderError.miss(text))" == text.prefix { $0 != "\n" }
        + ". The failure that was reported with this error says more.")
  }

  @Test func repeatsTheLastWhereToldTo() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      Reply(text: "\(count.withLock { value in value += 1; return value })")
    }
    for pass in 0..<2 {
      let options = CassetteOptions(
        repeats: .repeatLast, origins: ["https://api.test": studio.server.baseURL])
      let provider = ReplayProvider<Probe>(
        run: studio.run(options: options), endpointClosure: { studio.live($0) })
      var answers: [String] = []
      for _ in 0..<(pass == 0 ? 2 : 4) {
        answers.append(try await provider.request(page(1)).mapString())
      }
      try await provider.finish()
      #expect(answers == (pass == 0 ? ["1", "2"] : ["1", "2", "2", "2"]))
    }
  }

  @Test func aMissingCassetteIsAnErrorOfTheFirstRequestOnly() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let reports = Reports()
    let idle = studio.run(.replay, reporter: reports.reporter)
    try idle.checkOpening()
    try await idle.finish()
    #expect(reports.failures.isEmpty)
    let provider = ReplayProvider<Probe>(
      run: studio.run(environment: ["CI": "true"], reporter: reports.reporter))
    await #expect(throws: MoyaError.self) { try await provider.request(page(1)) }
    #expect(
      reports.failures.first?.hasSuffix(
        """
        cassette not found: \(studio.cassette.path) (mode replay, since CI is set; once was asked \
        for). Is it committed? To record it, on a machine with the network: \
        CASSETTE_MODE=once swift test --filter NAME-OF-THE-TEST
        """) == true)
    #expect(studio.server.requestCount == 0)
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test func appendRecordsWhatIsMissingOnce() async throws {
    let studio = try Studio { request in Reply(text: request.target) }
    for (pages, hits, entries) in [
      ([1, 2], 2, 2), ([1, 2], 2, 2), ([2, 1, 3], 3, 3), ([3, 3], 4, 4),
    ] {
      let provider = ReplayProvider<Probe>(
        run: studio.run(.append), endpointClosure: { studio.live($0) })
      for number in pages {
        #expect(try await provider.request(page(number)).mapString() == "/u?page=\(number)")
      }
      let before = try? Cassette(contentsOf: studio.cassette)
      try await provider.finish()
      let after = try Cassette(contentsOf: studio.cassette)
      #expect(studio.server.requestCount == hits)
      #expect(after.count == entries)
      if let before {
        for index in 0..<before.count {
          #expect(try before.interaction(at: index) == after.interaction(at: index))
        }
      }
    }
  }
}
