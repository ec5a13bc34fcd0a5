import Cassette
import Foundation
import TestSupport
import Testing

struct ListCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func listsOneLineAnInteraction() async throws {
    try tool.save([Samples.simple(0), Samples.failed, Samples.rich], to: "a.har.gz")
    try await tool.expect(
      "list", "a.har.gz",
      stdout: """
           0  GET     200          15  https://api.test/i?n=0  GitHub.item
           1  PUT     error         -  https://api.test/slow  NSURLErrorDomain -1001
           2  POST    201          16  https://api.test/upload  Files

        """)
  }

  @Test func listsSeveralFilesAndGoesOnAfterOneThatIsNone() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    try tool.save([], to: "b.har.gz")
    try await tool.expect(
      "list", "a.har.gz", "none.har.gz", "b.har.gz",
      stdout: """
        a.har.gz:
           0  GET     200          15  https://api.test/i?n=0  GitHub.item

        b.har.gz:

        """,
      stderr: """
        none.har.gz: no such file. Record it first, or check the cassette's name and \
        folder.

        """, status: 3)
  }

  @Test func nothingThatATerminalActsUponGetsThrough() async throws {
    var interaction = Samples.simple(0)
    interaction.request.method = "GE\u{1b}T"
    interaction.request.url = "https://api.test/\u{202e}\n\u{9b}2J"
    interaction.target = .init(type: "A\u{7}", name: "b\u{2028}")
    try tool.save([interaction], to: "a.har.gz")
    try await tool.expect(
      "list", "a.har.gz",
      stdout:
        #"   0  GE\u{1b}T  200          15  https://api.test/\u{202e}\n\u{9b}2J  A\u{7}.b\u{2028}"#
        + "\n")
  }

  @Test func readsOtherProgramsHARsAndTellsWhatIsLeftOut() async throws {
    let har = """
      {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[
      {"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.test/"},
      "response":{"status":204}},
      {"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://b.test/"},
      "response":{"status":0}}]}}
      """
    try tool.folder.write(har.utf8, to: "a.har")
    try await tool.expect(
      "list", "a.har", stdout: "   0  GET     204           0  https://a.test/\n",
      stderr: "a.har: entry 1 (https://b.test/) is left out, its request was not answered\n")
  }

  /// A HAR of entries whose content was not exported, and of one whose URL nobody sends.
  private func unexported(_ count: Int) -> String {
    let entries = (0..<count).map { number in
      """
      {"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET",
      "url":"https://a.test/\(number)"},"response":{"status":200,"content":{"size":777}}}
      """
    }
    let other = """
      {"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"data:text/plain,a"},
      "response":{"status":200}}
      """
    return #"{"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":["#
      + (entries + [other]).joined(separator: ",") + "]}}"
  }

  @Test func warnsOfContentThatWasNotExported() async throws {
    try tool.folder.write(unexported(1).utf8, to: "a.har")
    let stderr = """
      a.har: entry 0: https://a.test/0: its content of 777 bytes was not exported; it cannot be replayed
      a.har: entry 1 (data:text/plain,a) is left out, its URL is of the scheme `data:`, which no \
      client sends

      """
    try await tool.expect(
      "list", "a.har", stdout: "   0  GET     200           0  https://a.test/0\n", stderr: stderr)
    try await tool.expect(
      "verify", "a.har",
      stdout: "a.har: whole; 1 interaction; 1 left out, for there is nothing to replay; "
        + "not compressed, so no checksum would tell a change\n", stderr: stderr)
    try tool.folder.write(unexported(12).utf8, to: "b.har")
    let listed = try await tool("list", "b.har").stderr.split(separator: "\n")
    #expect(listed.count == 12)
    #expect(listed.dropLast().last == "b.har: and 2 more; `cassette verify` names all.")
    #expect(try await tool("verify", "b.har").stderr.split(separator: "\n").count == 13)
  }

  @Test func namesTheJournalOfACassetteThatWasNotSaved() async throws {
    let header = #"{"_journal":1,"pid":1,"mode":"once","run":"0123456789abcdef"}"# + "\n"
    try tool.folder.write(header.utf8, to: "a.har.gz.partial")
    let journal = tool.path("a.har.gz.partial")
    try await tool.expect(
      "list", "a.har.gz",
      stderr: "a.har.gz: no such file, but a recording that was ended before it saved it has left "
        + "\(journal). Save that with `cassette recover \(journal)`, or delete it and record again.\n",
      status: 3)
    try await tool.expect(
      "list", "a.har.gz.partial",
      stderr: "a.har.gz.partial: the journal of a recording, not a cassette. Where no recording is "
        + "going on, save it as one with `cassette recover \(journal)`.\n", status: 3)
  }
}
