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
      stderr: "a.har: 1 entry of another program's HAR holds nothing to replay, and is left out.\n")
  }
}
