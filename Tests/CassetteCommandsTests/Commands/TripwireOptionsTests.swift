import Cassette
import Foundation
import TestSupport
import Testing

/// How the tool's commands treat what looks like a secret though no name says so.
struct TripwireOptionsTests {
  private static let secret = "q8Zt3LmN7xVb2KpR5wYc9JdF"
  private static let finding = "random-value@response.body.json/shop_token"

  private let tool: Tool
  private let cassette: URL

  init() throws {
    tool = try Tool()
    cassette = tool.folder.file("a.har.gz")
  }

  private func call(_ number: Int, _ body: String) -> Cassette.Interaction {
    var interaction = Samples.simple(number)
    interaction.outcome = .response(
      .init(
        status: 200, headerFields: ["Content-Type": "application/json"],
        body: .bytes(Data(body.utf8))))
    return interaction
  }

  /// A journal as a recording leaves it whose tripwire has kept it from saving.
  private func leaveJournal(mode: String = "rerecord") throws {
    let redactor = Redactor()
    let journal = try Journal(
      for: cassette,
      header: .init(mode: mode, base: try JournalHeader.Base(of: cassette), run: redactor.run))
    try journal.append(
      number: 0,
      redactor.redact(
        call(0, #"{"seen":"in base64, \#(Data(Self.secret.utf8).base64EncodedString())"}"#)))
    try journal.append(
      number: 1,
      redactor.redact(call(1, #"{"shop_token":"\#(Self.secret)","token":"known-by-name"}"#)))
    journal.keep()
  }

  @Test func recoverAsksAndChangesNothing() async throws {
    try leaveJournal()
    let journal = try tool.folder.read("a.har.gz.partial")
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): not saved, for a value looks like a secret:
          \(Self.finding)
        To save it, say of each whether it is a secret (--redact) or none (--allow), as in:
          swift run cassette recover \(cassette.path).partial --redact \(Self.finding)
        For recordings to come, give CassetteOptions the names in `redacting`, or the places in `tripwire: .default.allowing(…)`.

        """, status: 1)
    #expect(try tool.folder.contents() == ["a.har.gz.partial"])
    #expect(try tool.folder.read("a.har.gz.partial") == journal)
  }

  @Test func recoverTakesASecretOutWhereverItStands() async throws {
    try tool.save([call(7, #"{"old":"\#(Self.secret)"}"#), Samples.simple(8)], to: "a.har.gz")
    try leaveJournal(mode: "append")
    let output = try await tool("recover", "a.har.gz", "--redact", Self.finding)
    #expect(output.isSuccess, "\(output.stdout)\(output.stderr)")
    let text = try await tool("textconv", "a.har.gz").stdout
    #expect(LeakSearch.find(secrets: [Self.secret], in: Data(text.utf8)).isEmpty)
    let interactions = try tool.interactions(in: "a.har.gz")
    #expect(interactions.count == 4 && interactions[1] == Samples.simple(8))
    #expect(
      Set(interactions[3].redactions.map(\.place)) == [
        "response.body.json/shop_token", "response.body.json/token",
      ])
    #expect(try tool.folder.contents() == ["a.har.gz"])
    #expect(try await tool("verify", "a.har.gz").isSuccess)
  }

  @Test func recoverKeepsWhatIsAllowed() async throws {
    for option in ["--allow=\(Self.finding)", "--allow=*@response.body.json/shop_*"] {
      try leaveJournal()
      #expect(try await tool("recover", "a.har.gz", option).isSuccess)
      let body = try tool.interactions(in: "a.har.gz")[1].outcome.response?.body.data
      #expect(
        body == Data(#"{"shop_token":"\#(Self.secret)","token":"[redacted:token:1]"}"#.utf8))
    }
    let output = try await tool("recover", "a.har.gz", "--allow", "nonsense")
    #expect(output.status == 2 && output.stderr.contains("--allow takes RULE@PLACE"))
  }

  @Test func recoverTakesASecretOutOfASideFile() async throws {
    let filler = Data(repeating: 0x20, count: 1 << 20)
    let redactor = Redactor()
    let journal = try Journal(
      for: cassette, header: .init(mode: "rerecord", base: nil, run: redactor.run))
    var interaction = call(0, "")
    interaction.outcome = .response(
      .init(
        status: 200,
        body: .bytes(
          filler + Data(#"{"shop_token":"\#(Self.secret)","x":"\#(Self.secret)"}"#.utf8) + filler)))
    let moved = try SideFiles(of: cassette).movingBodies(of: redactor.redact(interaction))
    try journal.append(number: 0, moved)
    journal.keep()
    let asked = try await tool("recover", "a.har.gz")
    #expect(asked.status == 1 && asked.stdout.contains("  random-value@response.body\n"))
    let output = try await tool("recover", "a.har.gz", "--redact", "random-value@response.body")
    #expect(output.isSuccess, "\(output.stdout)\(output.stderr)")
    for name in try tool.folder.contents() where name.hasSuffix(".gz") {
      #expect(LeakSearch.find(secrets: [Self.secret], in: try tool.folder.read(name)).isEmpty)
    }
    let found = try Cassette(contentsOf: cassette)
    let body = try #require(found.interaction(at: 0).outcome.response?.body)
    let placeholder = "[redacted:shop_token:1]"
    #expect(
      try found.data(of: body)
        == filler + Data(#"{"shop_token":"\#(placeholder)","x":"\#(placeholder)"}"#.utf8) + filler)
    #expect(try await tool("verify", "a.har.gz").isSuccess)
  }

  @Test func verifyTellsTheRuleAndThePlaceAndNoValue() async throws {
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    try tool.save(
      [
        call(0, #"{"shop_token":"\#(Self.secret)"}"#),
        call(1, #"{"shop_token":"\#(Self.secret)"}"#),
        call(2, #"{"a":"\#(token)","etag":"\#(Self.secret)"}"#),
      ], to: "a.har.gz")
    try await tool.expect(
      "verify", "a.har.gz",
      stdout: """
        a.har.gz: whole; 3 interactions
        a.har.gz: 2 places look as if a secret stood there:
          github-token@response.body.json/a in 1 entry
          \(Self.finding) in 2 entries

        """, status: 1)
    try await tool.expect(
      "verify", "--allow", "github-token@*", "--allow", Self.finding, "a.har.gz",
      stdout: "a.har.gz: whole; 3 interactions\n")
  }

  @Test func importAsksBeforeItWrites() async throws {
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    let json = """
      {"http_interactions":[{"request":{"uri":"https://example.com/a","method":"get"},"response":{"status":
      {"code":200,"message":"OK"},"headers":{},"body":{"string":"{\\"shop_token\\":\\"\(Self.secret)\\",
      \\"note\\":\\"\(token)\\"}"}}}]}
      """
    try tool.folder.write(json.replacing("\n", with: "").utf8, to: "a.json")
    let asked = try await tool("import", "a.json", "b.har.gz")
    #expect(asked.status == 1)
    #expect(
      asked.stdout.contains(
        "  swift run cassette import a.json b.har.gz --redact \(Self.finding)\n"), "\(asked.stdout)"
    )
    #expect(try tool.folder.contents() == ["a.json"])
    let output = try await tool("import", "a.json", "b.har.gz", "--redact", Self.finding)
    #expect(output.isSuccess, "\(output.stdout)\(output.stderr)")
    #expect(
      output.stderr
        == "a.json: what looks like a secret was replaced: github-token@response.body.json/note\n")
    #expect(
      try tool.interactions(in: "b.har.gz")[0].outcome.response?.body.data
        == Data(
          #"{"shop_token":"[redacted:shop_token:1]","note":"[redacted:github_token:1]"}"#.utf8))
    let kept = try await tool(
      "import", "a.json", "c.har.gz", "--allow", "*@*", "--unsafe-keep-secrets")
    #expect(kept.isSuccess)
  }
}
