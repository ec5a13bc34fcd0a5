import Foundation
import Testing

@testable import Cassette

/// Recorded values in a journal, and in the hands of the redactor.
struct RecordedValuesTests {
  private let folder: TestFolder
  private var cassette: URL { folder.file("a.har.gz") }
  private var partial: URL { folder.file("a.har.gz.partial") }

  init() throws { folder = try TestFolder() }

  private func value(_ name: String, _ number: Int, _ json: String) -> JournalValue {
    JournalValue(name: name, number: number, json: Array(json.utf8))
  }

  private func texts(_ values: Cassette.RecordedValues, _ name: String) -> [String] {
    values[name].map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func aJournalHasALineForEach() throws {
    let journal = try Journal(
      for: cassette, header: .init(mode: "once", base: nil, run: "0123456789abcdef"))
    #expect(journal.isEmpty)
    let values = [value("id \"1\"", 1, #"{"a":"x"}"#), value("id \"1\"", 0, "17")]
    try journal.append(values[0])
    try journal.append(number: 0, TestFiles.simple(0))
    try journal.append(values[1])
    #expect(!journal.isEmpty && journal.values == values && journal.records().count == 1)
    journal.keep()
    let lines = String(decoding: try TestFiles.bytes(partial), as: UTF8.self).split(separator: "\n")
    #expect(lines.count == 4 && lines[1] == #"{"_value":"id \"1\"","n":1,"json":{"a":"x"}}"#)
    let reader = try JournalReader(contentsOf: partial)
    #expect(reader.values == values)
    #expect(try reader.interaction(reader.records[0]) == TestFiles.simple(0))
    // A line that a crash has cut, and one that is broken.
    var bytes = try TestFiles.bytes(partial)
    bytes.removeLast(2)
    try Data(bytes).write(to: partial)
    #expect(try JournalReader(contentsOf: partial).values == [values[0]])
    try Data(bytes + Array("\n{\"_value\":\"a\",\"n\":2}\n".utf8)).write(to: partial)
    #expect(throws: CassetteError.self) { try JournalReader(contentsOf: partial) }
    #expect(
      try JournalReader(contentsOf: partial, passesOverDamage: true).values == [values[0]])
  }

  @Test func whatWasMadeTakesThePlacesThatItHas() {
    var values = Cassette.RecordedValues()
    values.take([value("a", 1, "11"), value("b", 0, "0"), value("a", 0, "10")])
    #expect(texts(values, "a") == ["10", "11"] && texts(values, "b") == ["0"])
    values.take([value("a", 0, "20"), value("a", 2, "22")])
    #expect(texts(values, "a") == ["20", "11", "22"])
    // Of one that was never made nothing stays.
    values.take([value("c", 5, "5"), value("c", 2, "2")])
    #expect(texts(values, "c") == ["2", "5"])
    values.take([value("c", .max, "9"), value("c", -1, "8")])
    #expect(texts(values, "c") == ["2", "5", "8", "9"])
  }

  @Test func secretsAreReplacedAndGetNumbers() {
    let token = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    var values = Cassette.RecordedValues()
    values.append(Array(#"{"auth":"\#(token)","n":1}"#.utf8), to: "z")
    values.append(Array(#""[redacted:github_token:4]""#.utf8), to: "a")
    let redactor = Redactor()
    let redacted = redactor.redactCounting(values.carrier)
    #expect(redacted.findings.map(\.place) == ["value"])
    var numbering = PlaceholderNumbering()
    numbering.reserve(values.carrier)
    let final = values.replaced(from: redactor.finish(redacted.interaction, numbering: &numbering))
    #expect(texts(final, "z") == [#"{"auth":"[redacted:github_token:5]","n":1}"#])
    #expect(texts(final, "a") == [#""[redacted:github_token:4]""#])
  }

  @Test func aSecretWithoutAClearEndLeavesJSON() {
    var values = Cassette.RecordedValues()
    values.append(Array("[1,2]".utf8), to: "a")
    values.append(Array("3".utf8), to: "b")
    var carrier = values.carrier
    carrier.notes[0] = #"["[redacted:x:1]"#
    let replaced = values.replaced(from: carrier)
    #expect(texts(replaced, "a") == [#""[redacted]""#] && texts(replaced, "b") == ["3"])
  }
}
