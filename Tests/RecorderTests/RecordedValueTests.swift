import Cassette
import Foundation
import TestSupport
import Testing

@testable import Recorder

/// Values that a program makes for itself, from recording to replay.
struct RecordedValueTests {
  private let folder: TemporaryFolder
  private let cassette: URL
  private let warnings = TestSupport.Locked<[String]>([])

  init() throws {
    folder = try TemporaryFolder()
    cassette = folder.file("it.har.gz")
  }

  private func run(
    _ mode: RecordMode, environment: [String: String] = [:],
    options: CassetteOptions = CassetteOptions()
  ) -> CassetteRun {
    CassetteRun(
      .file(cassette), mode: mode, options: options, sourceFile: #filePath,
      environment: environment,
      reporter: RunReporter(
        fail: { message, _ in Issue.record("\(message)") },
        warn: { text in warnings.withLock { $0.append(text) } }))
  }

  private func call(_ body: String = "{}") -> Cassette.Interaction {
    .init(
      request: .init(url: "https://api.test/"),
      outcome: .response(.init(status: 200, body: .bytes(Data(body.utf8)))))
  }

  /// Records with the closure, then replays with it, and returns both results.
  private func both<Result>(
    _ body: (CassetteRun) throws -> Result
  ) throws -> (recorded: Result, replayed: Result) {
    let recording = run(.once)
    let recorded = try body(recording)
    try recording.finish()
    let replay = run(.replay)
    let replayed = try body(replay)
    try replay.finish()
    return (recorded, replayed)
  }

  private func expectSame<Value: Codable & Equatable>(
    _ make: @autoclosure () -> Value,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    FileManager.default.removeIfThere(cassette)
    var isMade = false
    let (recorded, replayed) = try both { run in
      try run.value("it") {
        #expect(!isMade, sourceLocation: sourceLocation)
        isMade = true
        return make()
      }
    }
    #expect(isMade && replayed == recorded, sourceLocation: sourceLocation)
  }

  private struct Order: Codable, Equatable {
    var id = UUID()
    var at = Date()
    var names: [String?] = ["a \"b\"\n/", nil, "\u{1F600}"]
    var seeds: [String: UInt64] = ["x": .max, "a": 0]
  }

  @Test func areTheSameOnReplay() throws {
    try expectSame(UUID())
    try expectSame(Date())
    try expectSame(Date(timeIntervalSinceReferenceDate: 0.1 + 0.2))
    try expectSame(UInt64.max)
    try expectSame(Int.min)
    try expectSame(0.1 + 0.2)
    try expectSame(-Double.infinity)
    try expectSame(Double.leastNonzeroMagnitude)
    try expectSame(Float.pi)
    try expectSame(true)
    try expectSame("")
    try expectSame("line\nfeed \u{2028} \"quoted\" \\ \u{1F600} https://a.test/b")
    try expectSame(Data([0, 1, 255]))
    try expectSame(URL(string: "https://a.test/?x=%20"))
    try expectSame(Int?.none)
    try expectSame([[1], [], [2, 3]])
    try expectSame(Order())
    var generator = SplitMix64(seed: 1)
    try expectSame(generator.next())
  }

  @Test func stringsStayAsTheyAreSpelled() throws {
    let (_, replayed) = try both { try $0.value("it") { "cafe\u{301}" } }
    #expect(Array(replayed.utf8) == Array("cafe\u{301}".utf8))
  }

  @Test func severalOfANameComeInTheOrderOfAsking() throws {
    var next = 0
    let (recorded, replayed) = try both { run in
      try ["a", "b", "a", "caf\u{E9}", "cafe\u{301}", "a"].map { name in
        try run.value(name) {
          next += 1
          return "\(name)\(next)"
        }
      }
    }
    #expect(recorded == ["a1", "b2", "a3", "caf\u{E9}4", "cafe\u{301}5", "a6"])
    #expect(next == 6 && replayed.map { Array($0.utf8) } == recorded.map { Array($0.utf8) })
  }

  @Test func aFurtherOneIsAnErrorThatSaysHowToRecord() throws {
    _ = try both { try $0.value("order") { 1 } }
    let replay = run(.replay)
    #expect(try replay.value("order") { 2 } == 1)
    for _ in 0..<2 {
      let error = #expect(throws: RecorderError.self) { try replay.value("order") { 2 } }
      #expect(
        error
          == .valueMissing(
            id: "order", number: 2, count: 1, path: cassette.path, mode: "replay",
            howToRecord: "To record it: the mode is fixed in code, so give mode: .append there."))
      #expect(
        error?.description
          == """
          value "order" number 2 is not recorded: \(cassette.path) has 1 of that name (mode replay). To \
          record it: the mode is fixed in code, so give mode: .append there.
          """)
    }
    let other = #expect(throws: RecorderError.self) { try replay.value("x\n") { 2 } }
    #expect(
      other?.description.hasPrefix(
        #"value "x\n" number 1 is not recorded: \#(cassette.path) has none of that name"#) == true)
  }

  @Test func anotherTypeIsAnErrorWithoutTheValue() throws {
    _ = try both { try $0.value("order") { ["id": "no-such-id"] } }
    let error = #expect(throws: RecorderError.self) {
      try run(.replay).value("order") { ["id": UUID()] }
    }
    #expect(
      error?.description
        == """
        value "order" number 1 of \(cassette.path) is no Dictionary<String, UUID>: at id, it is something \
        else. Has its type changed? Then record again; or give the new value another name.
        """)
  }

  @Test func appendingGivesWhatIsThereAndAddsTheRest() throws {
    _ = try both { try $0.value("a") { 1 } }
    let recording = run(.append)
    #expect(try (10...12).map { number in try recording.value("a") { number } } == [1, 11, 12])
    #expect(try recording.value("b") { 20 } == 20)
    try recording.finish()
    let replay = run(.replay)
    #expect(try (0..<3).map { _ in try replay.value("a") { 0 } } == [1, 11, 12])
    #expect(try replay.value("b") { 0 } == 20)
    #expect(
      warnings.withLock { $0.last } == "recorded 0 interactions and 3 values in \(cassette.path)")
    // Nothing more to add: the file is as it was.
    let before = try folder.read("it.har.gz")
    let again = run(.append)
    #expect(try again.value("a") { 0 } == 1)
    try again.finish()
    #expect(try folder.read("it.har.gz") == before)
  }

  @Test func recordingAnewMakesAllAnew() throws {
    let first = try recording(.rerecord)
    try first.append(call(), number: 0)
    _ = try first.append(JournalValue(name: "a", number: 0, json: Array("1".utf8)))
    _ = try first.append(JournalValue(name: "b", number: 0, json: Array("2".utf8)))
    try first.finish(failed: false)
    let run = run(.rerecord)
    #expect(try run.value("a") { 3 } == 3)
    let second = try #require(run.opening.recording)
    try second.append(call(), number: 0)
    try run.finish()
    let values = try Cassette(contentsOf: cassette).recordedValues()
    #expect(values.names == ["a"] && values["a"] == [Array("3".utf8)])
  }

  private func recording(_ mode: RecordMode, old: Cassette? = nil) throws -> Recording {
    try Recording(
      url: cassette, mode: mode, old: old, options: CassetteOptions(), origins: OriginMap(),
      reporter: RunReporter(
        fail: { _, _ in }, warn: { text in warnings.withLock { $0.append(text) } }))
  }

  @Test func valuesAloneDoNotTakeThePlaceOfACassette() throws {
    try Cassette(interactions: [call()]).save(to: cassette)
    let before = try folder.read("it.har.gz")
    let recording = run(.rerecord)
    #expect(try recording.value("a") { 3 } == 3)
    try recording.finish()
    #expect(try folder.read("it.har.gz") == before)
    #expect(try folder.contents() == ["it.har.gz"])
  }

  @Test func aFailedRunLeavesThemBesideTheCassette() throws {
    _ = try both { try $0.value("a") { 1 } }
    let recording = run(.append)
    _ = try (0..<2).map { number in try recording.value("a") { number } }
    try recording.finish(failed: true)
    #expect(try Cassette(contentsOf: cassette).recordedValues().count == 1)
    #expect(
      try Cassette(contentsOf: folder.file("it.har.gz.failed")).recordedValues().count == 2)
  }

  @Test func liveMakesThemAndVerifyGivesThem() throws {
    _ = try both { try $0.value("a") { 1 } }
    let live = run(.live)
    #expect(try (5...6).map { number in try live.value("a") { number } } == [5, 6])
    try live.finish()
    let verify = run(.verify)
    #expect(try verify.value("a") { 5 } == 1)
    #expect(throws: RecorderError.self) { try verify.value("a") { 5 } }
    try verify.finish()
    // On CI nothing is recorded.
    let forced = run(.append, environment: ["CI": "true"])
    #expect(try forced.value("a") { 5 } == 1)
    #expect(throws: RecorderError.self) { try forced.value("a") { 5 } }
  }

  @Test func withoutACassetteOrAfterTheEndThereIsNone() throws {
    let missing = #expect(throws: RecorderError.self) { try run(.replay).value("a") { 1 } }
    guard case .cassetteMissing = missing else { Issue.record("\(missing as Any)"); return }
    let recording = run(.once)
    try recording.finish()
    #expect(throws: RecorderError.runHasEnded(path: cassette.path)) {
      try recording.value("a") { 1 }
    }
    try folder.write("no cassette".utf8, to: "it.har.gz")
    #expect(throws: CassetteError.self) { try run(.once).value("a") { 1 } }
  }

  private struct Refusal: Error {}

  @Test func ofAClosureThatThrowsNothingIsKept() throws {
    let (recorded, replayed) = try both { run -> [Int] in
      if run.mode == .once {
        #expect(throws: Refusal.self) { try run.value("a") { () -> Int in throw Refusal() } }
      }
      return try (1...2).map { number in try run.value("a") { number } }
    }
    #expect(recorded == [1, 2] && replayed == [1, 2])
  }

  @MainActor @Test func theirMakingMayBeAwaitedOnTheCallersActor() async throws {
    var made = 0
    func make() async -> Int {
      made += 1
      return made
    }
    let recording = run(.once)
    #expect(try await recording.awaitedValue("a") { await make() } == 1)
    // The other form needs no await here.
    #expect(try recording.value("a") { 7 } == 7)
    await #expect(throws: Refusal.self) {
      try await recording.awaitedValue("a") { () async throws -> Int in throw Refusal() }
    }
    try await recording.finish()
    let replay = run(.replay)
    #expect(try await replay.awaitedValue("a") { await make() } == 1)
    #expect(try await replay.awaitedValue("a") { await make() } == 7)
    await #expect(throws: RecorderError.self) {
      try await replay.awaitedValue("a") { await make() }
    }
    #expect(made == 1)
  }

  @Test func manyThreadsAskAtOnce() async throws {
    @Sendable func ask(_ run: CassetteRun) async throws -> [[Int]] {
      try await withThrowingTaskGroup(of: (Int, Int).self) { group in
        for number in 0..<200 {
          group.addTask { (number % 4, try run.value("id \(number % 4)") { number }) }
        }
        var found = [[Int]](repeating: [], count: 4)
        for try await (name, value) in group { found[name].append(value) }
        return found.map { $0.sorted() }
      }
    }
    let recording = run(.once)
    let recorded = try await ask(recording)
    try await recording.finish()
    #expect(recorded.flatMap { $0 }.sorted() == Array(0..<200))
    let replay = run(.replay)
    #expect(try await ask(replay) == recorded)
  }

  @Test func whatIsNoIdIsRefused() throws {
    let recording = run(.once)
    let tooLong = #expect(throws: RecorderError.self) {
      try recording.value("a") { String(repeating: "x", count: 1_000_000) }
    }
    #expect(
      tooLong?.description
        == """
        value "a", a String, cannot be recorded: the values of one cassette may have 1000000 bytes of text.
        """)
    // What is left counts, in this run and the next.
    _ = try recording.value("a") { String(repeating: "x", count: 600_000) }
    #expect(throws: RecorderError.self) {
      try recording.value("b") { String(repeating: "x", count: 400_000) }
    }
    try recording.finish()
    let adding = run(.append)
    #expect(throws: RecorderError.self) {
      try adding.value("b") { String(repeating: "x", count: 400_000) }
    }
    #expect(try adding.value("b") { 1 } == 1)
    let deep = #expect(throws: RecorderError.self) { try adding.value("c") { Nested(depth: 150) } }
    #expect(
      deep
        == .valueNotRecordable(id: "c", type: "Nested", reason: "nesting deeper than 256"))
    try adding.finish()
    #expect(try Cassette(contentsOf: cassette).recordedValues().count == 2)
  }

  private final class Nested: Codable {
    let inner: [Nested]
    init(depth: Int) { inner = depth == 0 ? [] : [Nested(depth: depth - 1)] }
  }

  // MARK: Secrets

  private static let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
  private static let secret = "q8Zt3LmN7xVb2KpR5wYc9JdF"

  private func expectNoLeak(_ secret: String) throws {
    for name in try folder.contents() {
      #expect(LeakSearch.find(secrets: [secret], in: try folder.read(name)).isEmpty, "\(name)")
    }
    let told = Data(warnings.withLock { $0.joined(separator: "\n") }.utf8)
    #expect(LeakSearch.find(secrets: [secret], in: told).isEmpty)
  }

  @Test func aTokenInOneIsReplacedAndTheProgramSeesIt() throws {
    let recording = run(.once)
    #expect(try recording.value("it") { Self.token } == Self.token)
    try expectNoLeak(Self.token)
    try recording.finish()
    try expectNoLeak(Self.token)
    #expect(
      warnings.withLock { $0 }.prefix(2) == [
        "what looks like a secret was replaced while recording \(cassette.path): value, by the "
          + "tripwire's rule github-token; if it is none, allow github-token@value",
        "the value \"it\" holds what is taken for a secret: a replay of \(cassette.path) gives a "
          + "placeholder in its place",
      ])
    #expect(try run(.replay).value("it") { "" } == "[redacted:github_token:1]")
  }

  @Test func aSecretThatIsLearnedLaterIsReplacedAtTheEnd() throws {
    let recording = run(.once)
    #expect(try recording.value("it") { "x-\(Self.secret)" } == "x-\(Self.secret)")
    try #require(recording.opening.recording).append(
      call(#"{"password":"\#(Self.secret)"}"#), number: 0)
    try recording.finish()
    try expectNoLeak(Self.secret)
    #expect(try run(.replay).value("it") { "" } == "x-[redacted:password:1]")
    // What is added later has numbers of its own.
    let adding = run(.append)
    _ = try adding.value("it") { "" }
    _ = try adding.value("it") { "x-\(Self.secret)" }
    try #require(adding.opening.recording).append(
      call(#"{"password":"\#(Self.secret)"}"#), number: 0)
    try adding.finish()
    let replay = run(.replay)
    #expect(
      try (0..<2).map { _ in try replay.value("it") { "" } }
        == ["x-[redacted:password:1]", "x-[redacted:password:2]"])
  }

  @Test func whatMayBeASecretKeepsTheJournal() throws {
    let recording = run(.once)
    _ = try recording.value("it") { ["shop_token": Self.secret] }
    let error = #expect(throws: CassetteError.self) { try recording.finish() }
    guard case .suspiciousValues(_, let findings, _) = error else {
      Issue.record("\(error as Any)")
      return
    }
    #expect(findings == [.init(rule: "random-value", place: "value", isReplaced: false)])
    #expect(try folder.contents() == ["it.har.gz.partial"])
  }

  @Test func aUUIDIsNoSecret() throws {
    let recording = run(.once)
    _ = try recording.value("session_token") { UUID() }
    _ = try recording.value("api_key") { ["api_key_id": UUID()] }
    try recording.finish()
    #expect(
      warnings.withLock { $0 } == ["recorded 0 interactions and 2 values in \(cassette.path)"])
  }
}

extension FileManager {
  fileprivate func removeIfThere(_ url: URL) {
    if fileExists(atPath: url.path) { try? removeItem(at: url) }
  }
}
