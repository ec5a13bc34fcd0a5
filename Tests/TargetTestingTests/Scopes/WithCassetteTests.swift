import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport
import Testing

@testable import TargetTesting

/// A target of one path, on whatever server a test gives.
struct Path: TargetType {
  let path: String
  var baseURL: URL { URL(string: "https://api.test")! }
  var method: Moya.Method { .get }
  var task: Moya.Task { .requestPlain }
  var headers: [String: String]? { nil }
}

struct WithCassetteTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer

  init() throws {
    folder = try TemporaryFolder()
    server = try LoopbackServer(handler: { Reply(text: $0.path) })
  }

  private var source: CassetteSource { .file(folder.file("it.har.gz")) }
  private var options: CassetteOptions {
    CassetteOptions(origins: ["https://api.test": server.baseURL])
  }

  private func provider() -> ReplayProvider<Path> {
    let base = server.baseURL
    return ReplayProvider<Path>(endpointClosure: { target in
      Endpoint(
        url: base.appendingPathComponent(target.path).absoluteString,
        sampleResponseClosure: { .networkResponse(200, Data()) }, method: target.method,
        task: target.task, httpHeaderFields: nil)
    })
  }

  /// Sends and forgets: the error is swallowed, and the callback comes on a queue of its own.
  private func sendAndForget(_ path: String) async {
    let provider = provider()
    await withCheckedContinuation { continuation in
      provider.request(Path(path: path), callbackQueue: DispatchQueue(label: "callbacks")) { _ in
        continuation.resume()
      }
    }
  }

  @Test func recordsThenReplays() async throws {
    for _ in 0..<2 {
      let answer = try await withCassette(source, options: options) { _ in
        try await provider().request(Path(path: "/a")).mapString()
      }
      #expect(answer == "/a")
    }
    #expect(server.requestCount == 1)
    #expect(CassetteRun.current == nil)
  }

  @Test func aSwallowedMissFailsTheTestAtTheScopesLine() async throws {
    try await withCassette(source, options: options) { _ in await sendAndForget("/a") }
    let line = #line + 4
    let failures = await collectFailures {
      // The scope throws only what its closure throws.
      do {
        try await withCassette(source, options: options) { _ in await sendAndForget("/b") }
      } catch {
        Issue.record(error)
      }
    }
    #expect(failures.count == 1)
    #expect(failures.first?.fileID == "TargetTestingTests/WithCassetteTests.swift")
    #expect(failures.first?.line == line)
    #expect(
      failures.first?.message.hasPrefix(
        "no recording of GET https://api.test/b in \(folder.path)/it.har.gz (mode once)\n") == true)
  }

  @Test func aMissNamesTheTestThatRecordsIt() async throws {
    try await withCassette(source, options: options) { _ in await sendAndForget("/a") }
    let failures = try await collectFailures {
      try await withCassette(source, options: options) { _ in
        _ = try? await provider().request(Path(path: "/b"))
      }
    }
    let command =
      "CASSETTE_MODE=append swift test --filter WithCassetteTests/aMissNamesTheTestThatRecordsIt"
    #expect(
      failures.map { $0.message.hasSuffix("to record what is missing: \(command)") } == [true])
    let missing = try await collectFailures {
      try await withCassette(
        .file(folder.file("none.har.gz")), mode: .replay, options: options
      ) { _ in _ = try? await provider().request(Path(path: "/b")) }
    }
    #expect(missing.count == 1)
  }

  @Test func theNameOfAnXCTestMethodIsItsFunctions() {
    #expect(XCTestMethod.filter("testProfile()") == "/testProfile")
    #expect(XCTestMethod.filter("testProfile(_:)") == "/testProfile")
    #expect(XCTestMethod.filter("helper()") == nil)
  }

  @Test func anAwaitedMissFailsTheTestAtItsOwnLine() async throws {
    try await withCassette(source, options: options) { _ in await sendAndForget("/a") }
    let line = #line + 3
    let failures = try await collectFailures {
      try await withCassette(source, options: options) { _ in
        _ = try? await provider().request(Path(path: "/b"))
      }
    }
    #expect(failures.map(\.line) == [line])
  }

  @Test func aFailureKeepsTheOldCassette() async throws {
    struct Stop: Error {}
    try await withCassette(source, options: options) { _ in await sendAndForget("/a") }
    let old = try Data(contentsOf: folder.file("it.har.gz"))
    await #expect(throws: Stop.self) {
      try await withCassette(source, mode: .rerecord, options: options) { _ in
        await sendAndForget("/new")
        throw Stop()
      }
    }
    #expect(try Data(contentsOf: folder.file("it.har.gz")) == old)
    #expect(try folder.contents().sorted() == ["it.har.gz", "it.har.gz.failed"])
    let failed = try Cassette(contentsOf: folder.file("it.har.gz.failed"))
    #expect(try failed.interaction(at: 0).request.url == "https://api.test/new")
    // A run that succeeds replaces both.
    try await withCassette(source, mode: .rerecord, options: options) { _ in
      await sendAndForget("/new")
    }
    #expect(try Cassette(contentsOf: folder.file("it.har.gz")).count == 1)
    #expect(server.requestCount == 3)
  }

  @Test func aFailureWithoutAnOldCassetteLeavesTheRecordingBeside() async throws {
    struct Stop: Error {}
    await #expect(throws: Stop.self) {
      try await withCassette(source, options: options) { _ in
        await sendAndForget("/new")
        throw Stop()
      }
    }
    #expect(try folder.contents() == ["it.har.gz.failed"])
    let failed = try Cassette(contentsOf: folder.file("it.har.gz.failed"))
    #expect(try failed.interaction(at: 0).request.url == "https://api.test/new")
  }

  @Test func driftFailsTheTestAtTheScopesLine() async throws {
    try await withCassette(source, options: options) { _ in await sendAndForget("/a") }
    try await withCassette(source, mode: .verify, options: options) { _ in await sendAndForget("/a")
    }
    server.stop()
    let line = #line + 2
    let failures = try await collectFailures {
      try await withCassette(source, mode: .verify, options: options) { _ in
        await sendAndForget("/a")
      }
    }
    #expect(failures.map(\.line) == [line])
    #expect(
      failures.first?.message.hasPrefix(
        "1 of 1 answers has another shape than recorded in \(folder.path)/it.har.gz, 1 in a way")
        == true
    )
  }

  @Test func aFailureOfARunThatSentNothingLeavesNothing() async throws {
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try withCassette(source, mode: .rerecord, options: options) { _ in throw Stop() }
    }
    #expect(try folder.contents().isEmpty)
  }

  @Test func aDamagedCassetteIsAnErrorAtTheScope() async throws {
    try folder.write(Array("nothing of the kind".utf8), to: "it.har.gz")
    #expect(throws: CassetteError.self) {
      try withCassette(source, options: options) { _ in Issue.record("it was opened") }
    }
    #expect(server.requestCount == 0)
  }

  @Test func aSecondRecordingOfOneFileIsRefused() throws {
    let line = #line + 1
    try withCassette(source, mode: .rerecord, options: options) { _ in
      do {
        try withCassette(source, mode: .rerecord, options: options) { _ in }
        Issue.record("it was opened twice")
      } catch {
        let path = folder.file("it.har.gz").path
        #expect(
          "\(error)" == """
            \(path): in use, process \(getpid()) is recording it for \
            TargetTestingTests/WithCassetteTests.swift:\(line). Let it finish, or record into another file.
            """)
      }
    }
    #expect(try folder.contents().isEmpty)
  }

  @Test func theInnermostScopeWins() throws {
    try withCassette(source, options: options) { outer in
      try withCassette(.file(folder.file("inner.har.gz")), options: options) { inner in
        #expect(provider().run === inner)
      }
      #expect(provider().run === outer)
    }
  }

  @Test func withoutAScopeEachRequestSaysWhatIsMissing() async {
    do {
      _ = try await provider().request(Path(path: "/a"))
      Issue.record("it was answered")
    } catch {
      guard case .underlying(RecorderError.noCassette, nil) = error else {
        Issue.record(error)
        return
      }
    }
    #expect(server.requestCount == 0)
  }
}
