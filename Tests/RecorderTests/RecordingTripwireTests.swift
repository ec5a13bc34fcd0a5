import Cassette
import Foundation
import TestSupport
import Testing

@testable import Recorder

/// What a recording does about values that look like secrets though no name says so.
struct RecordingTripwireTests {
  private static let secret = "q8Zt3LmN7xVb2KpR5wYc9JdF"
  private static let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

  private let folder: TemporaryFolder
  private let cassette: URL
  private let warnings = TestSupport.Locked<[String]>([])

  init() throws {
    folder = try TemporaryFolder()
    cassette = folder.file("it.har.gz")
  }

  private func recording(
    _ options: CassetteOptions = CassetteOptions(), old: Cassette? = nil
  ) throws -> Recording {
    try Recording(
      url: cassette, mode: old == nil ? .rerecord : .append, old: old, options: options,
      origins: OriginMap(),
      reporter: RunReporter(
        fail: { _, _ in }, warn: { text in warnings.withLock { $0.append(text) } }))
  }

  private func call(_ body: String) -> Cassette.Interaction {
    .init(
      request: .init(url: "https://api.test/"),
      outcome: .response(.init(status: 200, body: .bytes(Data(body.utf8)))))
  }

  private func expectNoLeak(_ secrets: String..., in names: [String]) throws {
    for name in names {
      #expect(LeakSearch.find(secrets: secrets, in: try folder.read(name)).isEmpty, "\(name)")
    }
    let told = Data(warnings.withLock { $0.joined(separator: "\n") }.utf8)
    #expect(LeakSearch.find(secrets: secrets, in: told).isEmpty)
  }

  @Test func aTokenIsReplacedAndWarnedOfOnce() throws {
    let recording = try recording()
    try recording.append(call(#"{"note":"\#(Self.token)"}"#), number: 0)
    try expectNoLeak(Self.token, in: ["it.har.gz.partial"])
    try recording.append(call(#"{"note":"\#(Self.token)!"}"#), number: 1)
    try recording.finish(failed: false)
    #expect(
      warnings.withLock { $0 }.filter { $0.contains("looks like") } == [
        "what looks like a secret was replaced while recording \(cassette.path): "
          + "response.body.json/note, by the tripwire's rule github-token; if it is none, allow "
          + "github-token@response.body.json/note"
      ])
    try expectNoLeak(Self.token, in: ["it.har.gz"])
    let found = try Cassette(contentsOf: cassette).interaction(at: 1)
    #expect(
      found.outcome.response?.body.data == Data(#"{"note":"[redacted:github_token:1]!"}"#.utf8))
  }

  @Test func aSuspiciousValueKeepsTheOldFileAndTheJournal() throws {
    try Cassette(interactions: [call("old")]).save(to: cassette)
    let old = try folder.read("it.har.gz")
    let recording = try recording()
    try recording.append(call(#"{"shop_token":"\#(Self.secret)"}"#), number: 0)
    let error = #expect(throws: CassetteError.self) { try recording.finish(failed: false) }
    #expect(
      error
        == .suspiciousValues(
          path: cassette.path,
          findings: [
            .init(rule: "random-value", place: "response.body.json/shop_token", isReplaced: false)
          ], command: ["swift", "run", "cassette", "recover", cassette.path + ".partial"]))
    let text = "\(try #require(error))"
    #expect(
      text.contains(
        "  swift run cassette recover \(cassette.path).partial --redact "
          + "random-value@response.body.json/shop_token\n"))
    #expect(!text.contains(Self.secret))
    #expect(try folder.contents() == ["it.har.gz", "it.har.gz.partial"])
    #expect(try folder.read("it.har.gz") == old)
    let mode = try FileManager.default.attributesOfItem(atPath: cassette.path + ".partial")[
      .posixPermissions]
    #expect(mode as? Int == 0o600)
    #expect(
      LeakSearch.find(secrets: [Self.secret], in: try folder.read("it.har.gz.partial")).count > 0)
  }

  @Test func whatIsLearnedLaterIsNoQuestion() throws {
    let recording = try recording()
    try recording.append(call(#"{"shop_token":"\#(Self.secret)"}"#), number: 0)
    try recording.append(call(#"{"access_token":"\#(Self.secret)"}"#), number: 1)
    try recording.finish(failed: false)
    try expectNoLeak(Self.secret, in: ["it.har.gz"])
  }

  @Test func allowedValuesAreSaved() throws {
    let allowance = Tripwire.Allowance(
      rule: "random-value", place: "response.body.json/shop_token")
    for tripwire in [.default.allowing(allowance), Tripwire.unsafelyOff] {
      let recording = try recording(CassetteOptions(tripwire: tripwire))
      try recording.append(call(#"{"shop_token":"\#(Self.secret)"}"#), number: 0)
      try recording.finish(failed: false)
      #expect(LeakSearch.find(secrets: [Self.secret], in: try folder.read("it.har.gz")).count > 0)
    }
  }

  @Test func aFailedRunTakesThemForSecrets() throws {
    let recording = try recording()
    try recording.append(
      call(#"{"shop_token":"\#(Self.secret)","again":"\#(Self.secret)"}"#), number: 0)
    try recording.finish(failed: true)
    #expect(try folder.contents() == ["it.har.gz.failed"])
    try expectNoLeak(Self.secret, in: ["it.har.gz.failed"])
    #expect(
      warnings.withLock { $0 }.contains {
        $0.contains("random-value@response.body.json/shop_token")
      })
  }

  @Test func aSuspiciousValueInADownloadKeepsTheJournal() throws {
    let file = folder.file("download")
    let filler = Data(repeating: 0x20, count: 1 << 20)
    try (filler + Data(#"{"shop_token":"\#(Self.secret)","n":"\#(Self.token)"}"#.utf8) + filler)
      .write(to: file)
    let recording = try recording()
    var files = CallFiles()
    files.download = file
    try recording.append(call(""), number: 0, files: files)
    let error = #expect(throws: CassetteError.self) { try recording.finish(failed: false) }
    #expect("\(try #require(error))".contains("random-value@response.body\n"))
    let bodies = try folder.contents().filter { $0.hasSuffix(".gz") }
    #expect(bodies.count == 1)
    try expectNoLeak(Self.token, in: bodies + ["it.har.gz.partial"])
  }

  @Test func valuesOfVariablesAreTakenOut() throws {
    // Whatever they are here: tests change no environment.
    let environment = ProcessInfo.processInfo.environment
    let variable = try #require(
      environment.first {
        $0.value.utf8.count > 12 && $0.value.contains("/") && $0.value.utf8.allSatisfy { $0 < 0x7F }
      })
    let options = CassetteOptions(
      tripwire: .default.redactingVariables(variable.key, "NO_SUCH_VARIABLE"))
    let recording = try recording(options)
    let base64 = Data("x\(variable.value)".utf8).base64EncodedString()
    try recording.append(call("\(variable.value) and \(base64)"), number: 0)
    try expectNoLeak(variable.value, in: ["it.har.gz.partial"])
    try recording.finish(failed: false)
    try expectNoLeak(variable.value, in: ["it.har.gz"])
  }

  /// Of what the hook takes away, a token was there all the same, and its owner should know.
  @Test func whatWasReplacedBeforeTheHookIsWarnedOf() throws {
    var options = CassetteOptions()
    options.beforeSave = { interaction in
      var interaction = interaction
      interaction.notes.append("edited")
      return interaction
    }
    let recording = try recording(options)
    try recording.append(
      call(#"{"note":"\#(Self.token)","shop_token":"\#(Self.secret)"}"#), number: 0)
    #expect(
      warnings.withLock { $0 } == [
        "what looks like a secret was replaced while recording \(cassette.path): "
          + "response.body.json/note, by the tripwire's rule github-token; if it is none, allow "
          + "github-token@response.body.json/note"
      ])
    let error = #expect(throws: CassetteError.self) { try recording.finish(failed: false) }
    guard case .suspiciousValues(_, let findings, _) = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    // That one is no question.
    #expect(findings.map(\.place) == ["response.body.json/shop_token"])
  }

  @Test func theJournalSaysOnWhichTermsItIsSaved() throws {
    let tripwire = Tripwire.default.removing(id: "npm-token")
      .adding(.tokens(id: "shop", prefixes: ["shop_"], counts: 8...9))
      .allowing(.init(rule: "random-value", place: "response.body"))
      .redactingVariables("HOME")
    var options = CassetteOptions(tripwire: tripwire, allowsOnlyFailures: true)
    var recording = try recording(options)
    var header = try JournalReader(contentsOf: folder.file("it.har.gz.partial")).header
    #expect(
      header.tripwire
        == Tripwire.default.removing(id: "npm-token")
        .allowing(.init(rule: "random-value", place: "response.body")))
    #expect(header.allowsOnlyFailures && header.selection.isEmpty)
    try recording.abandon()
    // Whoever records secrets on purpose is not asked about them after a crash either.
    options.redacting = .unsafelyRecordingSecrets
    recording = try self.recording(options)
    header = try JournalReader(contentsOf: folder.file("it.har.gz.partial")).header
    #expect(header.tripwire == .unsafelyOff)
    try recording.abandon()
  }
}
