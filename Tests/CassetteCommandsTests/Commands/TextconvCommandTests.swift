import Cassette
import Foundation
import TestSupport
import Testing

struct TextconvCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func gitShowsWhichEntriesDiffer() async throws {
    try tool.save([Samples.simple(0), Samples.simple(1)], to: "a.har.gz")
    let script = """
      set -e -- "$0"
      git init -q . && git config user.email a@b && git config user.name a
      git config diff.cassette.textconv "'$1' textconv"
      echo '*.har.gz -text diff=cassette' > .gitattributes
      git add . && git commit -qm a
      "$1" merge a.har.gz b.har.gz --output a.har.gz > /dev/null
      git diff a.har.gz
      """
    try tool.save([Samples.simple(2)], to: "b.har.gz")
    let output = try await tool.shell(script)
    #expect(output.isSuccess, "\(output.stderr)")
    let changes = output.stdout.split(separator: "\n").filter {
      ($0.hasPrefix("+") || $0.hasPrefix("-")) && !$0.hasPrefix("++") && !$0.hasPrefix("--")
    }
    #expect(changes.count == 1, "\(output.stdout)")
    #expect(
      changes.first?.hasPrefix(#"+{"startedDateTime":"2023-11-14T22:13:20.000Z","time":2"#) == true)
  }

  @Test func damageDoesNotStopADiff() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let text = try await tool("textconv", "a.har.gz")
    #expect(text.isSuccess && text.stdout.utf8.count(where: { $0 == 0x0A }) == 1)
    try tool.folder.write([], to: "a.har.gz")
    try await tool.expect(
      "textconv", "a.har.gz",
      stdout: """
        \(tool.path("a.har.gz")): empty. An empty file is not taken for a missing one: restore it, or \
        delete it and record again.

        """)
  }
}
