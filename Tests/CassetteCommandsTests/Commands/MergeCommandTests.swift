import Cassette
import Foundation
import TestSupport
import Testing

struct MergeCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func addsWhatOnlyTheSecondHas() async throws {
    let a = [Samples.simple(0), Samples.simple(1), Samples.simple(1, time: 5)]
    // The same at another time, once more than the first has it, and others.
    let b =
      [Samples.simple(1, time: 70), Samples.simple(2)] + [Samples.simple(1, time: 80)]
      + [Samples.simple(1, time: 5), Samples.rich]
    try tool.save(a, to: "a.har.gz")
    try tool.save(b, to: "b.har.gz")
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", "--output", "c.har.gz",
      stdout: """
        c.har.gz: 6 interactions, 3 of a.har.gz and 3 of b.har.gz, which had 2 in common

        """)
    #expect(
      try tool.interactions(in: "c.har.gz")
        == a + [Samples.simple(2), Samples.simple(1, time: 80), Samples.rich])
    try await tool.expect("verify", "c.har.gz", stdout: "c.har.gz: whole; 6 interactions\n")
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", "--output", "c.har.gz",
      stdout: """
        c.har.gz: held the same already, 6 interactions, 3 of a.har.gz and 3 of b.har.gz, which had 2 in \
        common

        """)
    #expect(try tool.folder.contents() == ["a.har.gz", "b.har.gz", "c.har.gz"])
  }

  @Test func numbersTheSecondsPlaceholdersOn() async throws {
    func secret(_ number: Int, _ placeholder: Int) -> Cassette.Interaction {
      Samples.secret(number, placeholder: "[redacted:authorization:\(placeholder)]")
    }
    // Entry 0 is in both, so its secret is the same; the others are of recordings of their own.
    try tool.save([secret(0, 1), secret(1, 2)], to: "a.har.gz")
    try tool.save([secret(0, 1), secret(2, 2), secret(3, 1), secret(4, 2)], to: "b.har.gz")
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", "--output", "a.har.gz",
      stdout: """
        a.har.gz: 5 interactions, 2 of a.har.gz and 3 of b.har.gz, which had 1 in common

        """)
    #expect(
      try tool.interactions(in: "a.har.gz")
        == [secret(0, 1), secret(1, 2), secret(2, 3), secret(3, 1), secret(4, 3)])
  }

  @Test func takesBodiesAlong() async throws {
    try tool.save([Samples.large(0)], to: "a.har.gz")
    try tool.save([Samples.large(0), Samples.large(1)], to: "b.har.gz")
    #expect(try await tool("merge", "a.har.gz", "b.har.gz", "--output", "c.har.gz").isSuccess)
    try FileManager.default.removeItem(at: tool.folder.file("a.bodies"))
    try FileManager.default.removeItem(at: tool.folder.file("b.bodies"))
    try await tool.expect(
      "verify", "c.har.gz", stdout: "c.har.gz: whole; 2 interactions; 2 bodies beside them\n")
    let merged = try Cassette(contentsOf: tool.folder.file("c.har.gz"))
    for index in 0..<2 {
      let body = try merged.interaction(at: index).outcome.response!.body
      #expect(try merged.data(of: body) == Samples.largeBody(index))
    }
  }

  @Test func refusesWhatItCannotWrite() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let usage = """

      Usage: cassette merge --output C A B
      See `cassette merge --help`.

      """
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", stderr: "cassette merge: --output C is missing" + usage,
      status: 2)
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", "--output", "c.har",
      stderr: #"cassette merge: the output "c.har" has to be named NAME.har.gz"# + usage, status: 2)
    try await tool.expect(
      "merge", "a.har.gz", "b.har.gz", "--output", "c.har.gz",
      stderr: """
        \(tool.path("b.har.gz")): no such file. Record it first, or check the cassette's name and folder.

        """, status: 3)
    #expect(try tool.folder.contents() == ["a.har.gz"])
    let journal = try Journal(
      for: tool.folder.file("c.har.gz"),
      header: JournalHeader(mode: "once", base: nil, run: "0123456789abcdef"))
    try await tool.expect(
      "merge", "a.har.gz", "a.har.gz", "--output", "c.har.gz",
      stderr: """
        \(tool.path("c.har.gz")): in use, process \(getpid()) is recording it. Let it finish, or record \
        into another file.

        """, status: 3)
    try journal.discard()
  }
}
