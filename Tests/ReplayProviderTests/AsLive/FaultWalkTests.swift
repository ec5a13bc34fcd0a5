import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Programs under each fault on each of their calls.
struct FaultWalkTests {
  private struct User: Decodable { let id: Int }

  private struct ScreenError: Error {}

  private func studio() async throws -> Studio {
    let studio = try Studio { request in
      request.path == "/missing" ? Reply(404, text: "no") : .json(#"{"id":1}"#)
    }
    try await studio.record(["/user", "/repos", "/other"].map { Probe(.get, $0) })
    return studio
  }

  private func check(
    _ studio: Studio, _ list: [Fault], on calls: [CallFilter] = [], times: Int? = nil,
    limit: Duration = .seconds(60), clock: any Clock<Duration> = ContinuousClock(),
    expecting: @escaping @Sendable (FaultReport.Combination) -> Bool = { _ in true },
    _ program: @escaping @Sendable (ReplayProvider<Probe>) async throws -> Void
  ) async throws -> FaultReport {
    try await Faults(list).check(
      cassette: .file(studio.cassette), on: calls, times: times, options: studio.options,
      limit: limit, clock: clock, expecting: expecting
    ) {
      try await program(ReplayProvider<Probe>(endpointClosure: { studio.live($0) }))
    }
  }

  @Test func triesEachFaultOnEachCallOfTheProgram() async throws {
    let studio = try await studio()
    let runs = TestSupport.Locked(0)
    let report = try await check(studio, Fault.all) { provider in
      runs.withLock { $0 += 1 }
      _ = try await provider.request(Probe(.get, "/user")).map(User.self)
      _ = await provider.seen(Probe(.get, "/repos"))
    }
    #expect(report.passes, "\(report)")
    // What the program does not ask for is not tried.
    #expect(
      report.combinations.map(\.index) == Array(repeating: 0, count: 10)
        + Array(repeating: 1, count: 10))
    #expect(report.combinations.map(\.fault) == Fault.all + Fault.all)
    #expect(report.combinations.allSatisfy { $0.faultCount == 1 })
    #expect(runs.withLock { $0 } == 21)
    for combination in report.combinations {
      switch combination.ending {
      case .threw:
        #expect(combination.index == 0 && combination.fault != .slowBody(.milliseconds(50)))
      case .returned:
        #expect(combination.index == 1 || combination.fault == .slowBody(.milliseconds(50)))
      case .hung: Issue.record("hung")
      }
    }
    #expect(report.summary == "faults over it.har.gz: 20 combinations are survived")
    #expect(
      report.description.contains("\n\nentry 0, Probe GET https://api.test/user\n  ok   .timedOut ")
    )
  }

  @Test func aProgramThatWaitsForEverIsNotSurvival() async throws {
    let studio = try await studio()
    let clock = ManualClock()
    let waker = _Concurrency.Task {
      // The first limit is that of the run without faults, which ends before.
      await clock.slept(times: 2)
      clock.advance(by: .seconds(10))
    }
    let report = try await check(
      studio, [.status(503)], limit: .seconds(10), clock: clock
    ) { provider in
      let seen = await provider.seen(Probe(.get, "/user"))
      guard seen.status == 503 else { return }
      await withUnsafeContinuation { (_: UnsafeContinuation<Void, Never>) in }
    }
    await waker.value
    #expect(!report.passes && report.failures.count == 1)
    #expect(
      report.summary
        == "faults over it.har.gz: 1 of 1 combination is not survived: .status(503) on Probe GET "
        + "https://api.test/user")
    #expect(
      report.table() == """
        entry 0, Probe GET https://api.test/user
          FAIL .status(503)  has not ended after 10.0 seconds
        """)
  }

  @Test func whatTheCassetteDoesNotHaveIsNotSurvival() async throws {
    let studio = try await studio()
    let report = try await check(studio, [.timedOut, .emptyBody]) { provider in
      let seen = await provider.seen(Probe(.get, "/user"))
      if seen.error != nil { _ = await provider.seen(Probe(.get, "/fallback")) }
    }
    #expect(report.failures.map(\.fault) == [.timedOut])
    #expect(report.failures[0].problem?.hasPrefix("returned, and was refused: ") == true)
    #expect(report.failures[0].problem?.contains("/fallback") == true)
  }

  @Test func aProgramThatTriesAgainMeetsTheFaultEachTimeOrOnce() async throws {
    let studio = try await studio()
    let program: @Sendable (ReplayProvider<Probe>) async throws -> Void = { provider in
      for _ in 0..<2 where await provider.seen(Probe(.get, "/user")).error == nil { return }
      throw ScreenError()
    }
    let each = try await check(studio, [.connectionReset], program)
    #expect(each.combinations.map(\.faultCount) == [2])
    #expect(each.combinations[0].endingText.hasPrefix("threw ScreenError"))
    let once = try await check(studio, [.connectionReset], times: 1, program)
    #expect(once.combinations.map(\.faultCount) == [1])
    #expect(once.combinations[0].endingText == "returned")
    #expect(each.passes && once.passes)
    #expect(each.table().hasSuffix(", met 2 times"))
  }

  @Test func theTesterSaysWhatIsRight() async throws {
    let studio = try await studio()
    let report = try await check(
      studio, [.timedOut, .status(503)],
      expecting: { if case .threw(let error) = $0.ending { error is ScreenError } else { false } }
    ) { provider in
      let seen = await provider.seen(Probe(.get, "/user"))
      if seen.error != nil { throw ScreenError() }
    }
    #expect(report.failures.map(\.fault) == [.status(503)])
    #expect(report.failures[0].problem == "returned, which is not expected")
  }

  @Test func onlySelectedCallsMeetFaults() async throws {
    let studio = try await studio()
    let report = try await check(studio, [.timedOut], on: ["/repos"]) { provider in
      for path in ["/user", "/repos"] { _ = await provider.seen(Probe(.get, path)) }
    }
    #expect(report.combinations.map(\.index) == [1])
  }

  @Test func whatFailsWithoutFaultsIsNotTried() async throws {
    let studio = try await studio()
    let threw = try await check(studio, [.timedOut]) { _ in throw ScreenError() }
    #expect(
      threw.summary
        == "faults over it.har.gz: already without any, the program threw ScreenError: ScreenError()"
    )
    let missed = try await check(studio, [.timedOut]) { _ = await $0.seen(Probe(.get, "/none")) }
    #expect(missed.problemWithoutFaults?.hasPrefix("returned, and was refused: ") == true)
    let idle = try await check(studio, [.timedOut]) { _ in }
    #expect(idle.summary.contains("nothing was tried"))
    for report in [threw, missed, idle] {
      #expect(!report.passes && report.combinations.isEmpty)
      #expect(report.description == report.summary)
    }
  }

  @Test func aCallThatIsNotMadeAgainIsToldOf() async throws {
    let studio = try await studio()
    let runs = TestSupport.Locked(0)
    let report = try await check(studio, [.timedOut]) { provider in
      let run = runs.withLock { runs in
        runs += 1
        return runs
      }
      _ = await provider.seen(Probe(.get, run == 1 ? "/user" : "/repos"))
    }
    #expect(report.failures.map(\.problem) == ["did not come to this call again, and returned"])
  }

  @Test func aFaultThatChangesNothingIsNotTried() async throws {
    let studio = try Studio { request in
      request.path == "/missing" ? Reply(404, text: "no") : Reply(204)
    }
    let paths = ["/missing", "/none"]
    try await studio.record(paths.map { Probe(.get, $0) })
    let list: [Fault] = [.corruptJSON, .truncatedBody, .status(404), .emptyBody, .status(204)]
    let report = try await check(studio, list) { provider in
      for path in paths { _ = await provider.seen(Probe(.get, path)) }
    }
    #expect(
      report.combinations.map { "\($0.index) \($0.fault)" } == [
        "0 .truncatedBody", "0 .emptyBody", "0 .status(204)", "1 .status(404)",
      ])
  }

  @Test func aMissingCassetteIsAnError() async throws {
    let studio = try Studio { _ in Reply() }
    let error = await #expect(throws: RecorderError.self) {
      _ = try await check(studio, [.timedOut]) { _ in }
    }
    #expect(error?.description.contains("Record it first") == true)
  }

  @Test func secretsAreNotShown() async throws {
    let secret = "k7Qz-93hdAl_0sXwErTy"
    let studio = try Studio { _ in Reply(text: "x") }
    try await studio.record([Probe(.get, url: "https://api.test/?api_key=\(secret)")])
    let report = try await check(studio, [.timedOut]) { provider in
      let seen = await provider.seen(Probe(.get, url: "https://api.test/?api_key=\(secret)"))
      struct Leak: LocalizedError { let errorDescription: String? }
      if seen.error != nil { throw Leak(errorDescription: "https://api.test/?api_key=\(secret)") }
    }
    #expect(report.combinations.count == 1)
    #expect(!report.description.contains(secret), "\(report)")
  }

  @Test func entriesThatAreNotPlayedAndTheOrderDoNotEndAWalk() async throws {
    let studio = try await studio()
    var options = studio.options
    (options.unplayed, options.order) = (.fail, .recorded)
    let report = try await Faults([.timedOut, .emptyBody]).check(
      cassette: .file(studio.cassette), options: options
    ) {
      let provider = ReplayProvider<Probe>(endpointClosure: { studio.live($0) })
      for path in ["/user", "/repos"] { _ = await provider.seen(Probe(.get, path)) }
    }
    #expect(report.passes, "\(report)")
    #expect(report.combinations.map(\.index) == [0, 0, 1, 1])
  }

  @Test func walksMayRunAtOnce() async throws {
    let studio = try await studio()
    await withTaskGroup(of: Bool.self) { group in
      for _ in 0..<8 {
        group.addTask {
          do {
            return try await check(studio, Fault.all) { provider in
              _ = await provider.seen(Probe(.get, "/user"))
            }.combinations.count == 10
          } catch {
            return false
          }
        }
      }
      for await isWhole in group { #expect(isWhole) }
    }
  }

  @Test func aSecretIsReplacedBeforeALineIsCut() {
    struct Refused: Error, CustomStringConvertible { let description: String }
    let rules = RedactionRules.default
    for padding in 60..<120 {
      let start = "no answer from https://h/\(String(repeating: "p", count: padding))"
      let ending = FaultReport.Ending.threw(
        Refused(description: start + "?access_token=SECRET-0123456789abcdef and so on"))
      let text = ending.text(limit: .zero) { rules.redactedForDisplay($0) }
      #expect(!text.contains("SECR"), "\(text)")
      #expect(text.hasPrefix("threw Refused: no answer from https://h/p"))
    }
  }
}
