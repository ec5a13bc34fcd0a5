import Cassette
import CassetteCommands
import Foundation
import TestSupport
import Testing

struct UnusedCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  /// Notes that a run has used those entries.
  private func use(_ name: String, _ indices: [Int]) throws {
    try UsageLog.add(
      to: tool.path("log"), Cassette(contentsOf: tool.folder.file(name)), used: indices,
      at: Date(timeIntervalSince1970: 0))
  }

  @Test func listsWhatNoRunHasUsed() async throws {
    try tool.save((0..<4).map { Samples.simple($0) }, to: "a.har.gz")
    try tool.save([Samples.simple(9)], to: "b.har.gz")
    try use("a.har.gz", [0])
    try use("a.har.gz", [0, 2])
    let rows = try await tool("list", "a.har.gz").stdout.split(separator: "\n")
    try await tool.expect(
      "unused", "--log", "log",
      stdout: """
        a.har.gz: no run has used 2 of 4 interactions:
        \(rows[1])
        \(rows[3])
        b.har.gz: no run has used it (1 interaction)

        """, status: 1)
    try use("a.har.gz", [1, 3])
    try await tool.expect(
      "unused", "--log", "log", "a.har.gz", stdout: "a.har.gz: all used (4 interactions)\n")
    let output = try await tool.shell("CASSETTE_RUN_LOG=log \"$0\" unused a.har.gz")
    #expect(output.stdout == "a.har.gz: all used (4 interactions)\n" && output.isSuccess)
  }

  @Test func knowsEntriesThatHaveMovedOrChanged() async throws {
    try tool.save((0..<3).map { Samples.simple($0) }, to: "a.har.gz")
    try use("a.har.gz", [1, 2])
    try tool.save([2, 7, 1].map { Samples.simple($0) }, to: "a.har.gz")
    let output = try await tool("unused", "--log", "log", "a.har.gz")
    #expect(output.stdout.hasPrefix("a.har.gz: no run has used 1 of 3 interactions:\n   1  "))
  }

  @Test func ofEqualEntriesAsManyAreUsedAsOneRunHasUsed() async throws {
    try tool.save(Array(repeating: Samples.simple(1), count: 3), to: "a.har.gz")
    try use("a.har.gz", [0])
    try use("a.har.gz", [0, 1])
    let output = try await tool("unused", "--log", "log", "a.har.gz")
    #expect(output.stdout.hasPrefix("a.har.gz: no run has used 1 of 3 interactions:\n   2  "))
  }

  @Test func searchesFoldersAndFollowsLinks() async throws {
    try FileManager.default.createDirectory(
      at: tool.folder.file("x/y"), withIntermediateDirectories: true)
    try FileManager.default.createDirectory(
      at: tool.folder.file(".hidden"), withIntermediateDirectories: true)
    for name in ["x/y/b.har.gz", "x/a.har.gz", ".hidden/c.har.gz"] {
      try tool.save([Samples.simple(0)], to: name)
    }
    try tool.folder.write(Array("no cassette".utf8), to: "x/notes.txt")
    try use("x/a.har.gz", [0])
    try FileManager.default.createSymbolicLink(
      at: tool.folder.file("link.har.gz"), withDestinationURL: tool.folder.file("x/a.har.gz"))
    try await tool.expect(
      "unused", "--log", "log", ".", "link.har.gz",
      stdout: """
        link.har.gz: all used (1 interaction)
        x/a.har.gz: all used (1 interaction)
        x/y/b.har.gz: no run has used it (1 interaction)
        link.har.gz: all used (1 interaction)

        """, status: 1)
  }

  @Test func linkedFoldersAreNotSearched() async throws {
    try FileManager.default.createDirectory(
      at: tool.folder.file("x"), withIntermediateDirectories: true)
    try tool.save([Samples.simple(0)], to: "x/a.har.gz")
    try use("x/a.har.gz", [0])
    for name in ["x/one", "x/two"] {
      try FileManager.default.createSymbolicLink(
        atPath: tool.path(name), withDestinationPath: ".")
    }
    try FileManager.default.createSymbolicLink(
      atPath: tool.path("y"), withDestinationPath: "x")
    try await tool.expect(
      "unused", "--log", "log", ".", "y",
      stdout: "x/a.har.gz: all used (1 interaction)\ny/a.har.gz: all used (1 interaction)\n")
  }

  @Test func saysWhatIsWrong() async throws {
    try await tool.expect(
      "unused",
      stderr: """
        cassette unused: --log FOLDER is missing, and CASSETTE_RUN_LOG is not set
        Usage: cassette unused [--log FOLDER] [PATH...]
        See `cassette unused --help`.

        """, status: 2)
    let none = try await tool("unused", "--log", "log")
    #expect(none.status == 3 && none.stderr.contains("log/cassette-usage.jsonl"))
    try FileManager.default.createDirectory(
      at: tool.folder.file("log"), withIntermediateDirectories: true)
    for text in [
      "{}\n", "{\"version\":2,\"date\":\"\",\"cassette\":\"\",\"used\":[]}\n", "\u{0}\n",
    ] {
      try tool.folder.write(Array(text.utf8), to: "log/cassette-usage.jsonl")
      let bad = try await tool("unused", "--log", "log")
      #expect(
        bad.status == 3
          && bad.stderr.contains("usage.jsonl: line 1 is none that a run"))
      #expect(!bad.stderr.contains("cassette verify"))
    }
  }

  @Test func aLineThatAProcessWasEndedInDoesNotCount() async throws {
    try tool.save((0..<2).map { Samples.simple($0) }, to: "a.har.gz")
    try use("a.har.gz", [0, 1])
    let whole = try tool.folder.read("log/cassette-usage.jsonl")
    for count in [1, 30, whole.count - 1] {
      try tool.folder.write(Array(whole + whole.prefix(count)), to: "log/cassette-usage.jsonl")
      try await tool.expect(
        "unused", "--log", "log", stdout: "a.har.gz: all used (2 interactions)\n")
    }
    try tool.folder.write(
      Array(whole + whole.prefix(30)) + [0x0A] + Array(whole), to: "log/cassette-usage.jsonl")
    let damaged = try await tool("unused", "--log", "log")
    #expect(damaged.status == 3 && damaged.stderr.contains("line 2 is none that a run has written"))
  }

  @Test func manyProcessesMayWriteAtATime() async throws {
    try tool.save((0..<50).map { Samples.simple($0) }, to: "a.har.gz")
    let cassette = try Cassette(contentsOf: tool.folder.file("a.har.gz"))
    let folder = tool.path("log")
    try await withThrowingTaskGroup(of: Void.self) { group in
      for index in 0..<50 {
        group.addTask {
          try UsageLog.add(
            to: folder, cassette, used: Array(0...index), at: Date(timeIntervalSince1970: 0))
        }
      }
      try await group.waitForAll()
    }
    #expect(Set(try UsageLog.lines(in: folder).map(\.used.count)) == Set(1...50))
  }
}
