import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What faults, and calls that are given up, leave of a run's order, counts and log.
struct FaultsInRunsTests {
  private let lost = "task NSURLErrorDomain -1005"

  private func studio() async throws -> Studio {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record(["/a", "/b", "/c", "/c"].map { Probe(.get, $0) })
    return studio
  }

  private func provider(
    _ studio: Studio, _ rules: FaultRule..., mode: RecordMode = .replay,
    order: ReplayOrder = .any, unplayed: UnplayedPolicy = .log, reports: Reports = Reports(),
    requestClosure: MoyaProvider<Probe>.RequestClosure? = nil
  ) -> ReplayProvider<Probe> {
    var options = studio.options
    (options.faults, options.order, options.unplayed) = (rules, order, unplayed)
    return studio.provider(
      mode, options: options, reports: reports, requestClosure: requestClosure)
  }

  private func kinds(_ paths: [String], _ provider: ReplayProvider<Probe>) async -> [String] {
    var kinds: [String] = []
    for path in paths {
      let seen = await provider.seen(Probe(.get, path))
      kinds.append(seen.isMiss ? "miss" : seen.kind)
    }
    return kinds
  }

  private func giveUp(_ path: String, _ provider: ReplayProvider<Probe>) async {
    // The answer waits for the queue, and so for the cancellation.
    let callbacks = MarkedQueue("callbacks", suspended: true)
    let seen = await withCheckedContinuation { continuation in
      provider.request(Probe(.get, path), callbackQueue: callbacks.queue) {
        continuation.resume(returning: Seen($0))
      }.cancel()
      callbacks.queue.resume()
    }
    #expect(seen.error == "cancelled")
  }

  // MARK: Counts

  @Test func aCallThatIsGivenUpDoesNotCount() async throws {
    let studio = try await studio()
    let once = provider(studio, FaultRule(.connectionReset, on: "/c", times: 1))
    await giveUp("/c", once)
    #expect(once.run.faultCount == 0)
    #expect(await kinds(["/c", "/c", "/c"], once) == [lost, "200", "200"])
    #expect(once.run.faultCount == 1)
    let second = provider(studio, FaultRule(.connectionReset, every: 2))
    await giveUp("/a", second)
    #expect(await kinds(["/a", "/b", "/c"], second) == ["200", lost, "200"])
  }

  @Test func aCallThatIsNeverSentDoesNotCount() async throws {
    let studio = try await studio()
    let isFirst = TestSupport.Locked(true)
    let provider = provider(
      studio, FaultRule(.connectionReset, on: "/c", times: 1),
      requestClosure: { endpoint, done in
        let fails = isFirst.withLock { isFirst in
          defer { isFirst = false }
          return isFirst
        }
        guard !fails, let request = try? endpoint.urlRequest() else {
          return done(.failure(.requestMapping(endpoint.url)))
        }
        done(.success(request))
      })
    #expect(await provider.seen(Probe(.get, "/c")).error != nil)
    #expect(provider.run.faultCount == 0)
    #expect(await kinds(["/c", "/c"], provider) == [lost, "200"])
  }

  // MARK: Modes

  @Test(arguments: [RecordMode.append, .rerecord(only: "/b")])
  func aRuleForARecordingHoldsWhereOthersAreRecorded(mode: RecordMode) async throws {
    let studio = try await studio()
    let provider = provider(
      studio, FaultRule(.connectionReset, at: 0, times: 1), mode: mode)
    #expect(await kinds(["/a", "/a"], provider) == [lost, "200"])
    #expect(studio.server.requestCount == 4)
  }

  // MARK: What is used

  @Test func aRecordingWhoseFaultWasMetWasPlayed() async throws {
    let studio = try await studio()
    let reports = Reports()
    let provider = provider(
      studio, FaultRule(.connectionReset, at: 1), unplayed: .fail, reports: reports)
    #expect(await kinds(["/a", "/b", "/c", "/c"], provider) == ["200", lost, "200", "200"])
    #expect(provider.run.log.unplayed == [])
    // And yet it answers who tries again.
    #expect(await kinds(["/b"], provider) == [lost])
    try await provider.finish()
    #expect(reports.text == "")
  }

  @Test func aRecordingThatACallerGaveUpWasNot() async throws {
    let studio = try await studio()
    let provider = provider(studio)
    await giveUp("/a", provider)
    #expect(await kinds(["/b", "/c", "/c"], provider) == ["200", "200", "200"])
    #expect(provider.run.log.unplayed.map(\.index) == [0])
  }

  // MARK: Order

  @Test func theOrderPassesWhatDidNotAnswer() async throws {
    let studio = try await studio()
    let reports = Reports()
    let faulty = provider(
      studio, FaultRule(.connectionReset, at: 0), order: .recorded, reports: reports)
    #expect(await kinds(["/a", "/b", "/c", "/c"], faulty) == [lost, "200", "200", "200"])
    let cancelling = provider(studio, order: .recorded, reports: reports)
    await giveUp("/a", cancelling)
    #expect(await kinds(["/b", "/c", "/c"], cancelling) == ["200", "200", "200"])
    #expect(reports.text == "")
  }

  @Test func whoTriesAgainIsNoneTheLessInOrder() async throws {
    let studio = try await studio()
    let reports = Reports()
    let once = provider(
      studio, FaultRule(.connectionReset, every: 1, times: 2), order: .recorded, reports: reports)
    #expect(
      await kinds(["/a", "/a", "/a", "/b", "/c", "/c"], once)
        == [lost, lost, "200", "200", "200", "200"])
    // Also of two equal ones, and later than what follows.
    let later = provider(
      studio, FaultRule(.connectionReset, at: 0, times: 1), order: .recorded, reports: reports)
    #expect(await kinds(["/a", "/b", "/a", "/c"], later) == [lost, "200", "200", "200"])
    #expect(reports.text == "")
  }

  @Test func theOrderIsKeptBehindWhatItPasses() async throws {
    let studio = try await studio()
    let reports = Reports()
    let provider = provider(
      studio, FaultRule(.connectionReset, at: 0), order: .recorded, reports: reports)
    #expect(await kinds(["/a", "/c"], provider) == [lost, "miss"])
    #expect(reports.failures.count == 1)
    #expect(reports.text.contains("/b"), "\(reports.text)")
  }
}
