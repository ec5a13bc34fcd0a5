import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport
import Testing

@testable import TargetTesting

/// RP-02: near misses and unused ones.
struct UnplayedCaseTests {
  private let folder: TemporaryFolder
  private let url: URL

  init() throws {
    folder = try TemporaryFolder()
    url = folder.file("it.har.gz")
    func entry(_ request: Cassette.Request) -> Cassette.Interaction {
      Cassette.Interaction(
        request: request, outcome: .response(Cassette.Response(status: 200)),
        target: Cassette.TargetIdentity(type: "Users", name: nil))
    }
    try Cassette(interactions: [
      entry(Cassette.Request(url: "https://h.test/u?page=1")),
      entry(Cassette.Request(url: "https://h.test/u?page=2")),
      entry(
        Cassette.Request(
          method: "POST", url: "https://h.test/u",
          headerFields: ["Content-Type": "application/json"], body: .bytes(Data(#"{"n":1}"#.utf8)))),
    ]).save(to: url)
  }

  private let strict = CassetteOptions(unplayed: .fail)

  private func page(_ number: Int) -> Custom {
    Custom(
      path: "/u",
      task: .requestParameters(parameters: ["page": number], encoding: URLEncoding.default))
  }

  /// Asks as a program does that swallows its errors, with callbacks of its own.
  private func ask(_ targets: Custom...) async {
    let provider = ReplayProvider<Custom>()
    for target in targets {
      await withCheckedContinuation { continuation in
        provider.request(target, callbackQueue: DispatchQueue(label: "callbacks")) { _ in
          continuation.resume()
        }
      }
    }
  }

  @Test("RP-02 A") func aMissNamesTheQueryItem() async throws {
    let line: UInt = #line + 2
    let failures = try await collectFailures {
      try await withCassette(.file(url), mode: .replay) { _ in await ask(page(3)) }
    }
    #expect(failures.map(\.line) == [Int(line)])
    let lines = failures[0].message.split(separator: "\n")
    #expect(lines[1].hasPrefix("#1 GET https://h.test/u?page=1 "))
    #expect(lines[1].contains(#""page": sent "3", recorded "1""#))
  }

  @Test("RP-02 B") func whatIsUnusedFailsAndIsListed() async throws {
    let line: UInt = #line + 2
    let failures = try await collectFailures {
      try await withCassette(.file(url), mode: .replay, options: strict) { _ in await ask(page(1)) }
    }
    #expect(failures.map(\.line) == [Int(line)])
    #expect(
      failures.map(\.message) == [
        """
        2 of 3 entries in \(url.path) have answered no call

        entry 1: GET https://h.test/u?page=2 (Users)
        entry 2: POST https://h.test/u (Users)

        To allow it: options: .init(unplayed: .log). To be rid of what nothing asks for: the mode is \
        fixed in code, so give mode: .rerecord there.
        """
      ])
  }

  @Test("RP-02 C") func theMissIsTheFailureAndNothingElse() async throws {
    let line: UInt = #line + 2
    let failures = try await collectFailures {
      try await withCassette(.file(url), mode: .replay, options: strict) { _ in
        await ask(page(1), Custom(path: "/zzz"))
      }
    }
    #expect(failures.map(\.line) == [Int(line)])
    #expect(failures[0].message.hasPrefix("no recording of GET https://h.test/zzz in "))
  }

  @Test("RP-02 D") func theTestsOwnFailureStaysAlone() async throws {
    struct Own: Error {}
    let failures = await collectFailures {
      await #expect(throws: Own.self) {
        try await withCassette(.file(url), mode: .replay, options: strict) { _ in
          await ask(page(1))
          throw Own()
        }
      }
    }
    #expect(failures.isEmpty)
    // A failed expectation is one as well.
    let issues = TestSupport.Locked<[String]>([])
    let none = try await collectFailures {
      try await withKnownIssue {
        try await withCassette(.file(url), mode: .replay, options: strict) { _ in
          await ask(page(1))
          #expect(Bool(false), "own")
        }
      } matching: { issue in
        issues.withLock { $0.append(issue.comments.map(\.rawValue).joined()) }
        return true
      }
    }
    #expect(none.isEmpty)
    #expect(issues.withLock { $0 }.allSatisfy { $0 == "own" })
  }

  @Test func nothingFailsWhereAllArePlayedOrNobodyAsksForIt() async throws {
    let all = [page(1), page(2)]
    let post = Custom(
      path: "/u", method: .post,
      task: .requestParameters(parameters: ["n": 1], encoding: JSONEncoding.default))
    let failures = try await collectFailures {
      try await withCassette(.file(url), mode: .replay, options: strict) { run in
        await ask(all[0], all[1], post)
        #expect(run.log.unplayedCount == 0)
      }
      try await withCassette(.file(url), mode: .replay) { run in
        await ask(page(2))
        #expect(run.log.unplayed.map(\.index) == [0, 2])
      }
    }
    #expect(failures.isEmpty)
  }

  @Test func withoutAScopeTheEndThrows() async throws {
    let provider = ReplayProvider<Custom>(cassette: .file(url), mode: .replay, options: strict)
    _ = try await provider.request(page(2))
    do {
      try await provider.finish()
      Issue.record("it ended well")
    } catch RecorderError.unplayed(let report) {
      #expect(report.count == 2 && report.entryCount == 3)
      #expect(report.first.map(\.index) == [0, 2])
    }
    // It is told once.
    try await provider.finish()
  }

  @Test func withoutAScopeTooAMissIsTheOnlyFailure() async throws {
    let failures = TestSupport.Locked<[String]>([])
    let run = CassetteRun(
      .file(url), mode: .replay, options: strict, sourceFile: #filePath, environment: [:],
      reporter: RunReporter(
        fail: { text, _ in failures.withLock { $0.append(text) } }, warn: { _ in }))
    let provider = ReplayProvider<Custom>(run: run)
    _ = try? await provider.request(page(3))
    try await provider.finish()
    #expect(failures.withLock { $0.count } == 1)
  }

  @Test func aLongListIsCut() throws {
    let many = folder.file("many.har.gz")
    try Cassette(
      interactions: (0..<300).map { index in
        Cassette.Interaction(
          request: Cassette.Request(url: "https://h.test/\(index)?api_key=s3cr3t-4711-abcdef"),
          outcome: .response(Cassette.Response(status: 200)))
      }
    ).save(to: many)
    let failures = try collectFailures {
      try withCassette(.file(many), mode: .replay, options: strict) { run in
        #expect(run.log.unplayed.count == 100 && run.log.unplayedCount == 300)
      }
    }
    let text = try #require(failures.first).message
    #expect(text.hasPrefix("300 of 300 entries in \(many.path) have answered no call\n\nentry 0: "))
    #expect(text.utf8.count < 4_096)
    #expect(text.contains(" more)\n\nTo allow it: "))
    #expect(!text.contains("s3cr3t"))
  }
}
