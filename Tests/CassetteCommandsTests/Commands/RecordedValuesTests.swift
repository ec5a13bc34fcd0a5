import Cassette
import Foundation
import TestSupport
import Testing

/// What the tool does with the values that programs have made for themselves.
struct RecordedValuesTests {
  private let tool: Tool
  private var cassette: URL { tool.folder.file("a.har.gz") }

  init() throws { tool = try Tool() }

  private func save(
    _ interactions: [Cassette.Interaction], _ values: [String: [String]], to name: String
  ) throws {
    let writer = try CassetteFileWriter(replacing: tool.folder.file(name))
    for interaction in interactions { try writer.append(interaction) }
    for (name, list) in values {
      for json in list { writer.values.append(Array(json.utf8), to: name) }
    }
    _ = try writer.finish()
  }

  private func values(_ name: String) throws -> [String: [String]] {
    let values = try Cassette(contentsOf: tool.folder.file(name)).recordedValues()
    return Dictionary(
      uniqueKeysWithValues: values.names.map { name in
        (name, values[name].map { String(decoding: $0, as: UTF8.self) })
      })
  }

  /// Leaves a journal as a crash does.
  private func crash(
    _ mode: String, _ interactions: [Cassette.Interaction], hasEnded: Bool = true,
    _ values: (name: String, number: Int, json: String)...
  ) throws {
    let journal = try Journal(
      for: cassette,
      header: JournalHeader(
        mode: mode, base: try JournalHeader.Base(of: cassette), run: "0123456789abcdef"))
    for value in values {
      try journal.append(
        JournalValue(name: value.name, number: value.number, json: Array(value.json.utf8)))
    }
    for (number, interaction) in interactions.enumerated() {
      try journal.append(number: number, interaction)
    }
    if hasEnded { try journal.end() }
    journal.keep()
  }

  private func expectRecovered(
    _ text: String, sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await tool.expect(
      "recover", "a.har.gz.partial",
      stdout: """
        \(cassette.path): \(text)
        \(cassette.path).partial is removed.

        """, sourceLocation: sourceLocation)
  }

  @Test func recoverKeepsThem() async throws {
    try crash(
      "once", [Samples.simple(0)], ("b", 1, "2"), ("b", 0, #"{"a":[1,"x"]}"#),
      ("a", 0, #""[redacted:token:0123456789abcdef-7]""#))
    try await expectRecovered("1 interaction and 3 values recovered.")
    #expect(
      try values("a.har.gz")
        == ["a": [#""[redacted:token:1]""#], "b": [#"{"a":[1,"x"]}"#, "2"]])
    // Added to, as the recording would have done.
    try crash("append", [], ("b", 2, "3"), ("c", 0, "4"))
    try await expectRecovered("0 interactions and 2 values recovered, after the 1 that it had.")
    #expect(
      try values("a.har.gz")
        == [
          "a": [#""[redacted:token:1]""#], "b": [#"{"a":[1,"x"]}"#, "2", "3"], "c": ["4"],
        ])
    // Recorded anew, to the end.
    try crash("rerecord", [Samples.simple(0)], ("b", 0, "5"))
    try await expectRecovered("1 interaction and 1 value recovered.")
    #expect(try values("a.har.gz") == ["b": ["5"]])
    // Values alone do not replace what is there.
    try crash("rerecord", [], ("b", 0, "6"))
    try await tool.expect(
      "recover", "a.har.gz.partial",
      stdout: """
        \(cassette.path).partial: no complete interaction is in it; \(cassette.path) is as it was.
        \(cassette.path).partial is removed.

        """)
    #expect(try values("a.har.gz") == ["b": ["5"]])
  }

  @Test func ofARecordingAnewThatWasKilledTheRestStays() async throws {
    try save(
      [Samples.simple(0), Samples.simple(1)], ["a": ["1", "2"], "b": ["3"]], to: "a.har.gz")
    try crash("rerecord", [Samples.simple(0, time: 9)], hasEnded: false, ("a", 0, "10"))
    try await expectRecovered(
      "1 interaction and 1 value recovered: 1 in the places of old ones, 1 kept.")
    #expect(try values("a.har.gz") == ["a": ["10", "2"], "b": ["3"]])
  }

  @Test func recoverAsksOfWhatMayBeASecret() async throws {
    let secret = "q8Zt3LmN7xVb2KpR5wYc9JdF"
    try crash("once", [], ("a", 0, #"{"shop_token":"\#(secret)"}"#))
    let refused = try await tool("recover", "a.har.gz.partial")
    #expect(refused.status == 1 && refused.stdout.contains("random-value@value"))
    #expect(!refused.stdout.contains(secret))
    let saved = try await tool(
      "recover", "a.har.gz.partial", "--redact", "random-value@value")
    #expect(saved.isSuccess)
    #expect(try values("a.har.gz") == ["a": [#"{"shop_token":"[redacted:shop_token:1]"}"#]])
  }

  @Test func mergeTellsOfListsThatDiffer() async throws {
    try save([Samples.simple(0)], ["a": ["1"], "b": ["2"]], to: "a.har.gz")
    try save([Samples.simple(1)], ["b": ["3"], "c": ["4"]], to: "b.har.gz")
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", "--output", "a.har.gz",
      stdout: "a.har.gz: 2 interactions, 1 of a.har.gz and 1 of b.har.gz, which had 0 in common\n",
      stderr: """
        a.har.gz: both have recorded values of other content for "b"; those of a.har.gz stay, so entries \
        of b.har.gz that were sent with its own may not be found

        """)
    #expect(try values("a.har.gz") == ["a": ["1"], "b": ["2"], "c": ["4"]])
  }

  @Test func verifyCountsThemAndLooksForSecrets() async throws {
    try save([Samples.simple(0)], ["a": ["1", "2"]], to: "a.har.gz")
    try await tool.expect(
      "verify", "a.har.gz", stdout: "a.har.gz: whole; 1 interaction; 2 recorded values\n")
    try save(
      [], ["a": [#"{"shop_token":"q8Zt3LmN7xVb2KpR5wYc9JdF"}"#]], to: "b.har.gz")
    let found = try await tool("verify", "b.har.gz")
    #expect(found.status == 1 && found.stdout.contains("random-value@value"))
  }

  @Test func survivorsAndTextKeepThem() async throws {
    try save((0..<3000).map { Samples.simple($0) }, ["a": ["1"]], to: "a.har.gz")
    var bytes = Array(try tool.folder.read("a.har.gz"))
    for index in 20..<40 { bytes[index] ^= 0xFF }
    try tool.folder.write(bytes, to: "b.har.gz")
    let saved = try await tool("verify", "b.har.gz", "--save-survivors", "c.har.gz")
    #expect(saved.status == 1)
    #expect(try values("c.har.gz") == ["a": ["1"]])
    for name in ["a.har.gz", "b.har.gz"] {
      let text = try await tool("textconv", name)
      #expect(text.stdout.hasSuffix("}\n{\"_values\":{\"a\":[1]}}\n") || name == "b.har.gz")
      #expect(text.stdout.contains("\n{\"_values\":{\"a\":[1]}}\n"))
    }
  }
}
