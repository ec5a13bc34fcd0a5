import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport
import Testing

@testable import TargetTesting

/// `faults.walk`, as a test writes it.
struct FaultsWalkTests {
  private let folder: TemporaryFolder

  init() throws {
    folder = try TemporaryFolder()
    let writer = try CassetteFileWriter(replacing: folder.file("it.har.gz"))
    try writer.append(
      Cassette.Interaction(
        request: .init(url: "https://api.test/a"),
        outcome: .response(.init(status: 200, body: .bytes(Data("text".utf8)))),
        target: .init(type: "Path")))
    _ = try writer.finish()
  }

  private var source: CassetteSource { .file(folder.file("it.har.gz")) }

  private static func load() async throws -> Response {
    try await ReplayProvider<Path>().request(Path(path: "/a"))
  }

  @Test func aProgramThatComesThroughFailsNothing() async throws {
    let report = try await faults.walk(cassette: source) { _ = try await Self.load() }
    #expect(report.passes && report.combinations.count == 9)
  }

  @Test func aProgramThatDoesNotFailsTheTestAtTheLine() async throws {
    let line: UInt = #line + 2
    let failures = try await collectFailures {
      try await faults.walk(cassette: source, expecting: { $0.fault != .emptyBody }) {
        _ = try await Self.load()
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.line == Int(line))
    #expect(
      failures.first?.message == """
        faults over it.har.gz: 1 of 9 combinations are not survived: .emptyBody on Path GET https://api.test/a

        entry 0, Path GET https://api.test/a
          FAIL .emptyBody  returned, which is not expected

        To try one of them alone: Faults([...]).walk(cassette:on:); to say what is right: expecting:.
        """)
  }

  @Test func expectationsThatFailInsideCount() async throws {
    let failures = try await collectFailures {
      try await Faults([.timedOut, .status(503)]).walk(cassette: source) {
        let status = (try? await Self.load())?.statusCode
        if status == 503 { expectPath(Path(path: "/a"), "/b") }
      }
    }
    #expect(failures.count == 2)
    #expect(
      failures.last?.message.contains(
        "\n  FAIL .status(503)  returned, with 1 failed expectation\n") == true)
  }

  #if compiler(>=6.2)
  @Test func issuesOfSwiftTestingCount() async throws {
    // Both what the program expects and the walk's own failure are issues of this test.
    let issues = TestSupport.Locked<[String]>([])
    let source = source
    try await withKnownIssue {
      try await Faults([.status(503)]).walk(cassette: source) {
        let status = try await Self.load().statusCode
        #expect(status == 200)
      }
    } matching: { issue in
      issues.withLock { $0.append("\(issue)") }
      return true
    }
    #expect(issues.withLock { $0.count } == 2)
    #expect(issues.withLock { $0.last?.contains("with 1 failed expectation") } == true)
  }
  #endif

  @Test func aWalkOverNothingFails() async throws {
    let failures = try await collectFailures {
      try await faults.walk(cassette: source) {}
    }
    #expect(failures.first?.message.contains("nothing was tried") == true)
  }

  @Test func theMessageIsBounded() async throws {
    let many = (400..<500).map { Fault.status($0) }
    let failures = try await collectFailures {
      try await Faults(many).walk(cassette: source, expecting: { _ in false }) {
        _ = try await Self.load()
      }
    }
    let lines = failures.first?.message.split(separator: "\n", omittingEmptySubsequences: false)
    #expect(lines.map { $0.count <= 40 } == true)
    #expect(failures.first?.message.contains("\nand 70 more\n") == true)
  }
}
