import Cassette
import Foundation
import TestSupport
import Testing

struct VerifyCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private func bytes(_ name: String) throws -> [UInt8] { Array(try tool.folder.read(name)) }

  @Test func saysWhatIsWholeAndHowWellThatIsKnown() async throws {
    try tool.save([Samples.simple(0), Samples.large(1)], to: "a.har.gz")
    try tool.save([Samples.simple(0)], to: "b.har.gz")
    _ = try await tool("export", "b.har.gz", "--output", "c.har")
    _ = try await tool("export", "b.har.gz", "--output", "d.har.gz", "--no-index")
    try await tool.expect(
      "verify", "a.har.gz", "b.har.gz", "c.har", "d.har.gz",
      stdout: """
        a.har.gz: whole; 2 interactions; 1 body beside it
        b.har.gz: whole; 1 interaction
        c.har: whole; 1 interaction; not compressed, so no checksum would tell a change
        d.har.gz: whole; 1 interaction; no index, so opening it reads all of it

        """)
  }

  @Test func saysWhichEntriesSurviveByNumber() async throws {
    // Each of these fills a block of its own.
    let interactions = (0..<5).map { number in
      var interaction = Samples.simple(number)
      var random = SplitMix64(seed: UInt64(number))
      let body = (0..<60_000).map { _ in UInt8.random(in: 0x30...0x39, using: &random) }
      interaction.outcome = .response(.init(status: 200, body: .bytes(Data(body))))
      return interaction
    }
    try tool.save(interactions, to: "a.har.gz")
    var bytes = try bytes("a.har.gz")
    // In the midst of the third entry's block.
    bytes[bytes.count / 2] ^= 0xFF
    try tool.folder.write(bytes, to: "a.har.gz")
    let output = try await tool("verify", "a.har.gz")
    let lines = output.stdout.split(separator: "\n").map(String.init)
    #expect(output.status == 1 && output.stderr.isEmpty)
    #expect(lines.count == 4)
    #expect(lines.first == "a.har.gz: 1 problem")
    #expect(
      lines.dropFirst().first?.hasPrefix("a.har.gz: corrupt, block 2 at") == true)
    #expect(lines.dropLast().last == "a.har.gz: 4 of 5 entries survive: 0-1, 3-4")
    #expect(
      lines.last
        == "a.har.gz: to save them: cassette verify a.har.gz --save-survivors OUT.har.gz")
    // Nobody is sent from here to here.
    #expect(!output.stdout.contains("`cassette verify`"))
    let saved = try await tool("verify", "a.har.gz", "--save-survivors", "b.har.gz")
    #expect(saved.status == 1 && saved.stderr.isEmpty)
    #expect(saved.stdout.hasSuffix("\nb.har.gz: 4 entries of a.har.gz saved\n"))
    #expect(try tool.interactions(in: "b.har.gz") == [0, 1, 3, 4].map { interactions[$0] })
    #expect(try await tool("verify", "b.har.gz").isSuccess)
    let again = try await tool("verify", "a.har.gz", "--save-survivors", "b.har.gz")
    #expect(again.status == 3)
    #expect(
      again.stderr
        == "\(tool.path("b.har.gz")): what survives cannot be saved there, for a file is there "
        + "already.\n")
    #expect(try tool.folder.contents() == ["a.har.gz", "b.har.gz"])
  }

  @Test func listsWhatSurvivesOfATruncatedFile() async throws {
    try tool.save((0..<2).map { Samples.simple($0) }, to: "a.har.gz")
    _ = try await tool("export", "a.har.gz", "--output", "a.har")
    let text = try bytes("a.har")
    try tool.folder.write(text.dropLast(100), to: "a.har")
    try await tool.expect(
      "verify", "a.har",
      stdout: """
        a.har: 1 problem
        a.har: truncated, it ends after \(text.count - 100) bytes in the midst of its \
        content. Restore it.
        a.har: 1 entry survives:
           -  GET     200          15  https://api.test/i?n=0  GitHub.item
        a.har: to save it: cassette verify a.har --save-survivors OUT.har.gz

        """, status: 1)
    try tool.folder.write([], to: "empty.har.gz")
    try await tool.expect(
      "verify", "empty.har.gz",
      stdout: """
        empty.har.gz: 1 problem
        empty.har.gz: empty. An empty file is not taken for a missing one: restore it, \
        or delete it and record again.
        empty.har.gz: no entry survives

        """, status: 1)
  }

  @Test func saysOnceWhatOneDamagedBlockDoesToManyEntries() async throws {
    try tool.save((0..<4).map { Samples.simple($0) }, to: "a.har.gz")
    var bytes = try bytes("a.har.gz")
    // In the first block, which holds them all.
    bytes[60] ^= 1
    try tool.folder.write(bytes, to: "a.har.gz")
    for (path, shown) in [("a.har.gz", "a.har.gz"), (tool.path("a.har.gz"), tool.path("a.har.gz"))]
    {
      let lines = try await tool("verify", path).stdout.split(separator: "\n").map(String.init)
      #expect(lines.count == 3 && Set(lines).count == 3, "\(lines)")
      #expect(lines.first == "\(shown): 1 problem")
      #expect(lines.allSatisfy { $0.utf8.starts(with: "\(shown): ".utf8) })
      #expect(lines.last == "\(shown): no entry survives")
    }
  }

  @Test func numbersWhatSurvivesAroundABrokenEntry() async throws {
    try tool.save((0..<4).map { Samples.simple($0) }, to: "a.har.gz")
    _ = try await tool("export", "a.har.gz", "--output", "a.har")
    let text = String(decoding: try bytes("a.har"), as: UTF8.self)
    var parts = text.components(separatedBy: #""status":200"#)
    try #require(parts.count == 5)
    parts[1] += #""status" 200"# + parts.remove(at: 2)
    let broken = parts.joined(separator: #""status":200"#)
    try tool.folder.write(broken.utf8, to: "sub/b.har")
    let output = try await tool("verify", "sub/b.har")
    let lines = output.stdout.split(separator: "\n").map(String.init)
    #expect(lines.count == 4 && lines.first == "sub/b.har: 1 problem", "\(lines)")
    #expect(lines.dropFirst().first?.hasPrefix("sub/b.har: entry 1 ") == true, "\(lines)")
    #expect(lines.dropLast().last == "sub/b.har: 3 of 4 entries survive: 0, 2-3")
  }

  @Test func checksBodiesBesideTheCassette() async throws {
    try tool.save(
      [Samples.large(0), Samples.large(1), Samples.large(1), Samples.large(3)], to: "a.har.gz")
    let names = try tool.interactions(in: "a.har.gz").compactMap { interaction -> String? in
      guard case .sideFile(let file)? = interaction.outcome.response?.body else { return nil }
      return file.path
    }
    try #require(names.count == 4)
    try tool.folder.write(try tool.folder.read(names[0]), to: names[1])
    try FileManager.default.removeItem(at: tool.folder.file(names[0]))
    try await tool.expect(
      "verify", "a.har.gz",
      stdout: """
        a.har.gz: 2 problems
        a.har.gz: entry 0 (https://api.test/i?n=0): \(tool.path(names[0])): no such file, which holds \
        the body. Commit a.bodies/ together with the cassette, or record again.
        a.har.gz: entry 1 (https://api.test/i?n=1): \(tool.path(names[1])): corrupt, its SHA-256 is \
        not the one it is named by. Restore it together with its cassette, or record again.
        a.har.gz: 1 of 4 entries survive: 3
        a.har.gz: to save it: cassette verify a.har.gz --save-survivors OUT.har.gz

        """, status: 1)
    // Who shows or exports it is told the same.
    for arguments in [["show", "--body", "a.har.gz", "0"], ["export", "a.har.gz"]] {
      let output = try await ChildProcess.run(Tool.path, arguments, in: tool.folder.url)
      #expect(output.status == 3)
      #expect(
        output.stderr.contains("a.har.gz: entry 0 (https://api.test/i?n=0): "), "\(output.stderr)")
      #expect(output.stderr.contains("Commit a.bodies/ together"), "\(output.stderr)")
    }
    let saved = try await tool("verify", "a.har.gz", "--save-survivors", "sub.har.gz")
    #expect(saved.stdout.hasSuffix("\nsub.har.gz: 1 entry of a.har.gz saved\n"))
    let whole = try await tool("verify", "sub.har.gz").stdout
    #expect(whole == "sub.har.gz: whole; 1 interaction; 1 body beside it\n")
  }

  @Test func savesNoSurvivorsOfAnotherProgramsHAR() async throws {
    let har = """
      {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"entries":[
      {"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.test/"},
      "response":{"status":204}}]}}
      """
    try tool.folder.write(har.utf8, to: "a.har")
    try await tool.expect(
      "verify", "a.har", "--save-survivors", "b.har.gz",
      stdout: "a.har: whole; 1 interaction; not compressed, so no checksum would tell a change\n",
      stderr: "\(tool.path("b.har.gz")): what survives cannot be saved there, for "
        + "\(tool.path("a.har")) is another program's HAR, with all its secrets.\n", status: 3)
    #expect(try tool.folder.contents() == ["a.har"])
  }

  @Test func namesWhatNothingRefersTo() async throws {
    try tool.save([Samples.large(0)], to: "a.har.gz")
    let file = String(repeating: "0", count: 64)
    try tool.folder.write([1], to: "a.bodies/\(file).gz")
    // No system has a process of this number.
    try tool.folder.write([1], to: "a.bodies/.cassette-2147483646-1.tmp")
    try await tool.expect(
      "verify", "a.har.gz", stdout: "a.har.gz: whole; 1 interaction; 1 body beside it\n",
      stderr: """
        a.har.gz: nothing refers to a.bodies/.cassette-2147483646-1.tmp, which the next save deletes.
        a.har.gz: nothing refers to a.bodies/\(file).gz, which the next save deletes.

        """)
    try tool.save([Samples.large(0)], to: "a.har.gz")
    #expect(try await tool("verify", "a.har.gz").stderr.isEmpty)
  }

  @Test func whatAnErrorQuotesDoesNoHarm() async throws {
    let har = #"""
      {"log":{"version":"1.2","creator":{"name":"x","version":"1"},"_cassette":1,"entries":[
      {"startedDateTime":"2026-01-01T00:00:00Z","request":{"method":"GET","url":"https://a.test/\u001b[2J"},
      "response":{"status":0}}]}}
      """#
    try tool.folder.write(har.utf8, to: "a.har")
    let text = try await tool("list", "a.har").stderr
    #expect(
      text.hasPrefix(#"a.har: entry 0 (https://a.test/\u{1b}[2J) is corrupt: "#),
      "\(text)")
    let found = try await tool("verify", "a.har").stdout
    #expect(!found.utf8.contains(0x1B) && found.contains(#"/\u{1b}[2J)"#))
  }

  @Test func whatIsNoCassetteIsNotFoundDamaged() async throws {
    try tool.folder.write(#"{"log":1}"#.utf8, to: "a.har")
    try await tool.expect(
      "verify", "a.har", "b.har",
      stderr: """
        a.har: not a HAR, it has not one member `log`. A cassette is a HAR 1.2 \
        document, as it is or compressed by gzip.
        b.har: no such file. Record it first, or check the cassette's name and folder.

        """, status: 3)
  }
}
