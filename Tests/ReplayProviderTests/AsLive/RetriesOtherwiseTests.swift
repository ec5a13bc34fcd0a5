#if !UpstreamMoya
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

/// Replayed calls whose interceptor decides otherwise than it did when they were recorded, or who are given up.
struct RetriesOtherwiseTests {
  private let trace = Trace()
  private let reports = Reports()
  private let target = Probe(.get, "/a", validationType: .successCodes)

  /// A cassette of one call with attempts of these statuses, the last of which is its outcome.
  private func studio(_ statuses: Int...) throws -> Studio {
    let studio = try Studio { _ in .closed }
    let request = Cassette.Request(url: "https://api.test/a")
    let outcomes = statuses.enumerated().map { number, status in
      Cassette.Outcome.response(
        .init(status: status, body: .bytes(Data("answer \(number)".utf8))))
    }
    try studio.write([
      Cassette.Interaction(
        request: request, outcome: try #require(outcomes.last),
        attempts: outcomes.dropLast().map { .init(request: request, outcome: $0) })
    ])
    return studio
  }

  private func provider(
    _ studio: Studio, adapting: @escaping TracedInterceptor.Adapting = { _, _ in .adapted },
    retrying: @escaping TracedInterceptor.Retrying = { _, _ in .retry },
    options change: (inout CassetteOptions) -> Void = { _ in }
  ) -> ReplayProvider<Probe> {
    var options = studio.options
    change(&options)
    return studio.provider(
      .replay, options: options, reports: reports,
      session: .intercepted(
        TracedInterceptor(trace, adapting: adapting, retrying: retrying)),
      plugins: [trace])
  }

  /// The first words of what was heard, but of progress.
  private var events: [String] {
    trace.events.compactMap { $0.split(separator: " ").first.map { String($0) } }
      .filter { $0 != "progress" }
  }

  private static let attempt = ["adapt", "prepare", "willSend"]
  private static let end = ["didReceive", "process", "completion"]

  @Test func givingUpEarlierEndsWithThatAttempt() async throws {
    let provider = provider(
      try studio(503, 503, 200),
      retrying: { request, _ in
        request.retryCount < 1 ? .retry : .doNotRetry
      })
    let seen = await provider.traced(target, trace)
    #expect(seen.kind == "validation unacceptableStatusCode(code: 503)")
    #expect(seen.text == "answer 1")
    #expect(
      events == Self.attempt + ["retry"] + Self.attempt + ["retry"] + Self.end)
    #expect(trace.progress.map(\.progressObject?.completedUnitCount) == [8, 8, 8])
    let call = try #require(provider.run.log.calls.first)
    #expect(call.outcome == .replayed(index: 0))
    #expect(
      call.notes == ["it ended with attempt 1, which was tried again when this was recorded"])
    #expect(reports.text == "")
  }

  @Test func aStatusThatIsTakenNowIsTheEnd() async throws {
    let provider = provider(try studio(404, 200))
    let seen = await provider.traced(Probe(.get, "/a"), trace)
    #expect(seen.summary == "404 answer 0")
    #expect(events == Self.attempt + Self.end)
  }

  @Test func wantingMoreThanIsRecordedGetsTheOutcome() async throws {
    let provider = provider(try studio(503, 503, 503))
    let seen = await provider.traced(target, trace)
    #expect(seen.kind == "validation unacceptableStatusCode(code: 503)")
    #expect(seen.text == "answer 2")
    #expect(events.count { $0 == "retry" } == 3 && events.count { $0 == "willSend" } == 3)
    #expect(
      provider.run.log.calls.map(\.notes)
        == [["the interceptor wanted another attempt after the last one that was recorded"]])
  }

  @Test func anAdapterThatFailsNowEndsTheCallAndGivesTheRecordingBack() async throws {
    let provider = provider(
      try studio(503, 200), adapting: { _, number in number == 0 ? .failure : .adapted },
      retrying: { request, _ in request.response == nil ? .doNotRetry : .retry })
    let seen = await provider.traced(target, trace)
    #expect(seen.kind.hasPrefix("requestAdaptationFailed"), "\(seen.kind)")
    #expect(events == ["adapt", "retry"] + Self.end)
    #expect(
      provider.run.log.calls.first?.notes
        == ["the interceptor failed it before it was answered"])
    #expect(await provider.traced(target, trace).summary == "200 answer 1")
  }

  /// What was not sent is no attempt of the server's.
  @Test func anAdapterThatFailsNowUsesNoAttempt() async throws {
    let provider = provider(
      try studio(503, 200), adapting: { _, number in number == 0 ? .failure : .adapted })
    #expect(await provider.traced(target, trace).summary == "200 answer 1")
    #expect(
      events == ["adapt", "retry"] + Self.attempt + ["retry"] + Self.attempt + Self.end)
  }

  @Test func aDecisionThatIsLetGoOfIsNone() async throws {
    let provider = provider(try studio(503, 200), retrying: { _, _ in .held { _ in } })
    #expect(await provider.traced(target, trace).text == "answer 0")
  }

  @Test func anErrorOfTheRetriersNowIsTheEnd() async throws {
    let provider = provider(
      try studio(503, 503),
      retrying: { request, _ in
        request.retryCount < 1 ? .retry : .doNotRetryWithError
      })
    let seen = await provider.traced(target, trace)
    #expect(seen.kind.contains("requestRetryFailed") && seen.kind.contains("refresh"))
    #expect(seen.text == "answer 1")
  }

  @Test func aFaultIsOfTheOutcome() async throws {
    let provider = provider(
      try studio(503, 200), retrying: { $1.asAFError?.responseCode == 503 ? .retry : .doNotRetry },
      options: { $0.faults = [FaultRule(.connectionReset, at: 0)] })
    let seen = await provider.traced(target, trace)
    #expect(seen.kind.hasPrefix("task NSURLErrorDomain"))
    #expect(events.count { $0 == "retry" } == 2)
  }

  // MARK: As without

  private static let plain = ["prepare", "willSend"]

  @Test func withoutAnInterceptorTheOutcomeComes() async throws {
    let provider = try studio(503, 200).provider(.replay, plugins: [trace])
    #expect(await provider.traced(target, trace).summary == "200 answer 1")
    #expect(events == Self.plain + Self.end)
  }

  @Test(arguments: [[200], [0, 200], [503, 0, 200]])
  func whereNotAllOutcomesOfAttemptsAreKnown(statuses: [Int]) async throws {
    let studio = try Studio { _ in .closed }
    let request = Cassette.Request(url: "https://api.test/a")
    try studio.write([
      Cassette.Interaction(
        request: request, outcome: .response(.init(status: 200)),
        attempts: statuses.dropLast().map { status in
          .init(
            request: request,
            outcome: .response(.init(status: status, contentIsMissing: status == 0)))
        })
    ])
    #expect(await provider(studio).traced(target, trace).status == 200)
    #expect(events == Self.plain + Self.end)
  }

  @Test func inline() async throws {
    let provider = provider(try studio(503, 200), options: { $0.delivery = .inline })
    let seen = TestSupport.Locked<Seen?>(nil)
    provider.request(target) { result in seen.withLock { $0 = Seen(result) } }
    #expect(seen.withLock { $0 }?.summary == "200 answer 1")
    #expect(events == Self.plain + ["didReceive", "process"])
  }

  @Test func aRecordedCancellation() async throws {
    let studio = try Studio { _ in .closed }
    let request = Cassette.Request(url: "https://api.test/a")
    try studio.write([
      Cassette.Interaction(
        request: request,
        outcome: .failure(
          .init(
            domain: NSURLErrorDomain, code: NSURLErrorCancelled, kind: "explicitlyCancelled"), nil),
        attempts: [.init(request: request, outcome: .response(.init(status: 503)))])
    ])
    #expect(await provider(studio).traced(target, trace).kind == "cancelled")
    #expect(events == Self.plain + Self.end)
  }
}
#endif
