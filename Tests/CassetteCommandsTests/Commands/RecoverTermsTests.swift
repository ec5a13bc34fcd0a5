import Cassette
import Foundation
import TestSupport
import Testing

/// `cassette recover` judges as the recording would have done that was killed.
struct RecoverTermsTests {
  private static let secret = "q8Zt3LmN7xVb2KpR5wYc9JdF"
  private static let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"

  private let tool: Tool
  private var cassette: URL { tool.folder.file("a.har.gz") }

  init() throws { tool = try Tool() }

  private func call(_ number: Int, _ body: String) -> Cassette.Interaction {
    var interaction = Samples.simple(number)
    interaction.outcome = .response(.init(status: 200, body: .bytes(Data(body.utf8))))
    return interaction
  }

  /// Leaves a journal as a recording of those terms does that is killed.
  private func crash(
    mode: String = "rerecord", _ interactions: [Cassette.Interaction],
    tripwire: Tripwire = .default, only: [CallFilter] = [], allowsOnlyFailures: Bool = false,
    hasEnded: Bool = true
  ) throws {
    let journal = try Journal(
      for: cassette,
      header: JournalHeader(
        mode: mode, base: try JournalHeader.Base(of: cassette), run: "0123456789abcdef",
        tripwire: tripwire, selection: only, allowsOnlyFailures: allowsOnlyFailures))
    for (number, interaction) in interactions.enumerated() {
      try journal.append(number: number, interaction)
    }
    if hasEnded { try journal.end() }
    journal.keep()
  }

  // MARK: The tripwire

  @Test func whatTheRunAllowsIsNoQuestion() async throws {
    let body = #"{"shop_token":"\#(Self.secret)","other_token":"\#(Self.secret)x"}"#
    let place = "response.body.json/"
    let tripwire = Tripwire.default.allowing(
      .init(rule: "random-value", place: place + "shop_token"))
    try crash([call(0, body)], tripwire: tripwire)
    let asked = try await tool("recover", "a.har.gz")
    #expect(asked.status == 1)
    #expect(asked.stdout.contains("\n  random-value@\(place)other_token\nTo save it"))
    let output = try await tool(
      "recover", "a.har.gz", "--allow", "random-value@\(place)other_token")
    #expect(output.isSuccess, "\(output.stdout)\(output.stderr)")
    #expect(
      try tool.interactions(in: "a.har.gz")[0].outcome.response?.body.data == Data(body.utf8))
  }

  @Test func rulesThatTheRunDoesWithoutFindNothing() async throws {
    let body = #"{"note":"\#(Self.token)","shop_token":"\#(Self.secret)"}"#
    for tripwire in [
      Tripwire.default.removing(id: "github-token").removing(id: "random-value"), .unsafelyOff,
    ] {
      try crash([call(0, body)], tripwire: tripwire)
      let output = try await tool("recover", "a.har.gz")
      #expect(output.isSuccess, "\(output.stdout)\(output.stderr)")
      #expect(
        try tool.interactions(in: "a.har.gz")[0].outcome.response?.body.data == Data(body.utf8))
    }
  }

  @Test func rulesThatTheRunHasBesidesAreAsked() async throws {
    let tripwire = Tripwire.default.adding(.randomValues(id: "ours", words: ["flurb"]))
    try crash([call(0, #"{"flurb":"\#(Self.secret)"}"#)], tripwire: tripwire)
    let asked = try await tool("recover", "a.har.gz")
    #expect(asked.status == 1 && asked.stdout.contains("\n  ours@response.body.json/flurb\n"))
    #expect(try await tool("recover", "a.har.gz", "--redact", "ours@*").isSuccess)
    #expect(
      try tool.interactions(in: "a.har.gz")[0].outcome.response?.body.data
        == Data(#"{"flurb":"[redacted:flurb:1]"}"#.utf8))
  }

  // MARK: The selection

  @Test func whatWasSelectedAndNotSentIsGone() async throws {
    let old = (0..<5).map { Samples.simple($0) }
    try tool.save(old, to: "a.har.gz")
    var changed = Samples.simple(2)
    changed.outcome = .response(.init(status: 404))
    func selected(_ number: Int) -> Cassette.Interaction {
      var interaction = Samples.simple(number)
      interaction.target = .init(type: "Other", name: "x")
      return interaction
    }
    try tool.save([old[0], selected(7), selected(2), old[3], selected(8)], to: "a.har.gz")
    try crash(mode: "update", [changed, Samples.simple(9)], only: ["Other"])
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 2 interactions recovered: 1 new, 1 in the places of old ones, 2 gone, 2 kept.
        \(cassette.path).partial is removed.

        """)
    #expect(
      try tool.interactions(in: "a.har.gz") == [old[0], changed, Samples.simple(9), old[3]])
  }

  @Test func whatWasNotSelectedKeepsItsPlaceWhateverWasSent() async throws {
    let old = (0..<3).map { Samples.simple($0) }
    try tool.save(old, to: "a.har.gz")
    // Equal to an entry that stays, so it takes nobody's place.
    var same = Samples.simple(1)
    same.outcome = .response(.init(status: 404))
    try crash(mode: "update", [same], only: [.host("other.test")])
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 1 interaction recovered: 1 new, 3 kept.
        \(cassette.path).partial is removed.

        """)
    #expect(try tool.interactions(in: "a.har.gz") == old + [same])
  }

  @Test func whatChangedMeanwhileIsToldForASelectionToo() async throws {
    try tool.save([Samples.simple(0), Samples.simple(1)], to: "a.har.gz")
    var changed = Samples.simple(1)
    changed.outcome = .response(.init(status: 404))
    try crash(mode: "update", [changed], only: ["GitHub.item"])
    try tool.save([Samples.simple(1), Samples.failed], to: "a.har.gz")
    try await tool.expect(
      "recover", "a.har.gz",
      stderr: """
        \(cassette.path): has changed since the recording of \(cassette.path).partial began. Nothing \
        was changed. `--force` puts what was recorded anew into the file as it is now, in the places of \
        those calls.

        """, status: 3)
    #expect(try await tool("recover", "--force", "a.har.gz").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [changed, Samples.failed])
  }

  @Test func entriesBeforeALateSecretAreCountedFromTheFirstThatWasRecovered() async throws {
    try tool.save([Samples.failed, Samples.simple(0), Samples.simple(1)], to: "a.har.gz")
    try crash(
      mode: "update",
      [
        Samples.simple(0),
        Samples.secret(1, placeholder: "[redacted:authorization:0123456789abcdef-1]"),
      ], only: ["GitHub.item"])
    let output = try await tool("recover", "a.har.gz")
    #expect(
      output.stdout.contains("\nLook through entries 1 to 1 before you commit them: "),
      "\(output.stdout)")
  }

  @Test(arguments: ["update", "rerecord", "once"])
  func whatAKilledRecordingHadNotComeToStays(mode: String) async throws {
    let old = (0..<4).map { Samples.simple($0) }
    try tool.save(old, to: "a.har.gz")
    var changed = Samples.simple(1)
    changed.outcome = .response(.init(status: 404))
    try crash(
      mode: mode, [changed, Samples.simple(9)], only: mode == "update" ? ["GitHub"] : [],
      hasEnded: false)
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 2 interactions recovered: 1 new, 1 in the places of old ones, 3 kept.
        \(cassette.path).partial is removed.

        """)
    let saved = try tool.interactions(in: "a.har.gz")
    #expect(
      saved.count == 5 && Set(saved) == Set([old[0], changed, old[2], old[3], Samples.simple(9)]))
  }

  @Test func aDamagedLineOfASelectionLosesNothing() async throws {
    try tool.save([Samples.simple(0), Samples.simple(1), Samples.simple(2)], to: "a.har.gz")
    var changed = Samples.simple(0)
    changed.outcome = .response(.init(status: 404))
    try crash(mode: "update", [changed, Samples.simple(1)], only: ["GitHub.item"])
    let journal = cassette.path + ".partial"
    var lines = try String(contentsOfFile: journal, encoding: .utf8).split(separator: "\n")
    lines[2] = #"{"n":1,"entry":{"request":7}}"#
    try (lines.joined(separator: "\n") + "\n").write(
      toFile: journal, atomically: false, encoding: .utf8)
    let output = try await tool("recover", "a.har.gz")
    #expect(output.status == 1)
    #expect(output.stdout.contains("is kept, for 1 line of it could not be read"), "\(output)")
    #expect(FileManager.default.fileExists(atPath: journal))
    #expect(
      try tool.interactions(in: "a.har.gz") == [changed, Samples.simple(1), Samples.simple(2)])
  }

  // MARK: Nothing but failures

  @Test(arguments: ["rerecord", "once", "update"])
  func failuresDoNotTakeThePlaceOfAnswers(mode: String) async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let only: [CallFilter] = mode == "update" ? ["GitHub"] : []
    try crash(mode: mode, [Samples.failed], only: only)
    let before = try tool.folder.contents()
    try await tool.expect(
      "recover", "a.har.gz",
      stderr: """
        \(cassette.path): every call in \(cassette.path).partial failed (NSURLErrorDomain -1001), and \
        the cassette has answers. Nothing was changed. Was the server up? `--force` puts the failures \
        in their place.

        """, status: 3)
    #expect(try tool.folder.contents() == before)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(0)])
    #expect(try await tool("recover", "--force", "a.har.gz").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.failed])
  }

  @Test func failuresAreSavedWhereNoAnswerIsLost() async throws {
    // No cassette, one that is added to, one without answers, and a run that allows it.
    try crash(mode: "once", [Samples.failed])
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    try crash(mode: "rerecord", [Samples.failed])
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    try crash(mode: "append", [Samples.failed])
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(0), Samples.failed])
    try crash(mode: "update", [Samples.failed], only: [.path("/slow")])
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(0), Samples.failed])
    try crash(mode: "rerecord", [Samples.failed], allowsOnlyFailures: true)
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.failed])
  }
}
