import Cassette
import Foundation
import TestSupport
import Testing

/// What the commands that read a cassette tell of how they read it, on standard error.
struct ReadingNotesTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let note =
    "a.har.gz: no index that this version knows and that fits, so all of it was read; saving it anew "
    + "makes one.\n"

  @Test func aCassetteWhoseIndexIsNotUsedIsTold() async throws {
    try tool.save([Samples.simple(0)], to: "b.har.gz")
    #expect(try await tool("export", "b.har.gz", "--no-index", "--output", "a.har.gz").isSuccess)
    for arguments in [
      ["list", "a.har.gz"], ["show", "a.har.gz"], ["show", "--body", "a.har.gz", "0"],
      ["export", "a.har.gz"], ["export", "a.har.gz", "--format", "curl"],
      ["export", "a.har.gz", "--output", "x.har"],
      ["merge", "a.har.gz", "b.har.gz", "--output", "c.har.gz"],
    ] {
      let output = try await ChildProcess.run(Tool.path, arguments, in: tool.folder.url)
      #expect(output.isSuccess && output.stderr == Self.note, "\(arguments): \(output.stderr)")
    }
    #expect(try await tool("show", "c.har.gz").stderr == "")
  }

  @Test func whatIsOddInAnotherProgramsHARIsTold() async throws {
    let parts = (0..<12).map { #"{"name":"\#($0)","fileName":"q"}"# }.joined(separator: ",")
    let entry =
      #"{"startedDateTime":"2024-01-01T00:00:00Z","request":{"method":"POST","url":"https://e.test/","#
      + #""headers":[],"postData":{"mimeType":"multipart/form-data","text":"","params":[\#(parts)]}},"#
      + #""response":{"status":200}}"#
    try tool.folder.write(
      #"{"log":{"version":"1.2","entries":[\#(entry)]}}"#.utf8, to: "a.har")
    try tool.save([Samples.simple(0)], to: "b.har.gz")
    for arguments in [
      ["show", "a.har"], ["export", "a.har"],
      ["merge", "b.har.gz", "a.har", "--output", "c.har.gz"],
    ] {
      let output = try await ChildProcess.run(Tool.path, arguments, in: tool.folder.url)
      let lines = output.stderr.split(separator: "\n")
      #expect(output.isSuccess && lines.count == 11, "\(arguments): \(output.stderr)")
      #expect(lines.first?.hasPrefix("a.har: entry 0: ") == true)
      #expect(lines.last == "a.har: and 2 more; `cassette verify` names all.")
    }
  }
}
