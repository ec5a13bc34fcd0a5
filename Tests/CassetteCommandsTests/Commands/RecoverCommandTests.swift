import Cassette
import Foundation
import TestSupport
import Testing

struct RecoverCommandTests {
  private let tool: Tool
  private var cassette: URL { tool.folder.file("a.har.gz") }

  init() throws { tool = try Tool() }

  /// Leaves a journal as a crash does.
  private func crash(
    mode: String = "rerecord", _ interactions: [Cassette.Interaction], run: String = Self.run
  ) throws {
    let journal = try Journal(
      for: cassette,
      header: JournalHeader(mode: mode, base: try JournalHeader.Base(of: cassette), run: run))
    // Calls end in another order than they begin in.
    for (number, interaction) in interactions.enumerated().reversed() {
      try journal.append(number: number, interaction)
    }
    try journal.end()
    journal.keep()
  }

  private static let run = "0123456789abcdef"

  @Test func makesACassetteOfAJournal() async throws {
    try crash(mode: "once", (0..<3).map { Samples.simple($0) })
    try await tool.expect(
      "recover", "a.har.gz.partial",
      stdout: """
        \(cassette.path): 3 interactions recovered.
        \(cassette.path).partial is removed.

        """)
    #expect(try tool.folder.contents() == ["a.har.gz"])
    #expect(try tool.interactions(in: "a.har.gz") == (0..<3).map { Samples.simple($0) })
    try await tool.expect("verify", "a.har.gz", stdout: "a.har.gz: whole; 3 interactions\n")
  }

  @Test func leavesOutTheProgressThatContentsTell() async throws {
    let journal = try Journal(
      for: cassette, header: JournalHeader(mode: "once", base: nil, run: Self.run))
    // Of the first what was received, of the second what was sent, of the third another size.
    for (number, countsReceived, extra) in [(0, true, 0), (1, false, 0), (2, true, 1)] {
      var interaction = Samples.simple(number)
      let count = (interaction.outcome.response?.body.data?.count ?? 0) + extra
      interaction.progress = .init(completedByteCount: count, totalByteCount: count)
      try journal.append(number: number, interaction, countsReceived: countsReceived)
    }
    journal.keep()
    try await tool.expect(
      "recover", "a.har.gz.partial",
      stdout: """
        \(cassette.path): 3 interactions recovered.
        \(cassette.path).partial is removed.

        """)
    let saved = try tool.interactions(in: "a.har.gz")
    #expect(saved.map { $0.progress == nil } == [true, false, false])
  }

  @Test func doesNotAddTwiceWhatTheRecordingHadSaved() async throws {
    for option in [[], ["--force"]] {
      try tool.save([Samples.simple(0)], to: "a.har.gz")
      let journal = try Journal(
        for: cassette,
        header: JournalHeader(
          mode: "append", base: try JournalHeader.Base(of: cassette), run: Self.run))
      try journal.append(number: 0, Samples.simple(1))
      let old = try Cassette(contentsOf: cassette)
      let writer = try CassetteFileWriter(replacing: cassette)
      try writer.keep(entryAt: 0, of: old)
      try writer.append(Samples.simple(1))
      _ = try writer.finish { base throws(CassetteError) in try journal.announce(base) }
      journal.keep()
      let output = try await ChildProcess.run(
        Tool.path, ["recover"] + option + ["a.har.gz"], in: tool.folder.url)
      #expect(
        output.stdout == """
          \(cassette.path): the recording had saved it already, and was ended before it removed its \
          journal.
          \(cassette.path).partial is removed.

          """)
      #expect(output.isSuccess && output.stderr.isEmpty)
      #expect(try tool.folder.contents() == ["a.har.gz"])
      #expect(try tool.interactions(in: "a.har.gz") == (0...1).map { Samples.simple($0) })
    }
  }

  #if os(Linux)
  @Test func makesACassetteOfWhatAKilledProcessLeft() async throws {
    await #expect(processExitsWith: .signal(SIGKILL)) { [path = cassette.path as String] in
      let journal = try Journal(
        for: URL(fileURLWithPath: path),
        header: .init(mode: "once", base: nil, run: "0123456789abcdef"))
      for number in 0..<50 { try journal.append(number: number, Samples.simple(number)) }
      kill(getpid(), SIGKILL)
    }
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 50 interactions recovered.
        \(cassette.path).partial is removed.

        """)
    #expect(try tool.interactions(in: "a.har.gz") == (0..<50).map { Samples.simple($0) })
  }
  #endif

  @Test func givesTheBytesThatTheRecordingWouldHaveSaved() async throws {
    let redactor = Redactor()
    let redacted = (0..<4).map { number in
      var interaction = number == 2 ? Samples.large(number) : Samples.simple(number)
      interaction.request.url += "&token=secret-\(number % 2)-of-this-run"
      interaction.request.headerFields["Cookie"] = "session=secret-\(number)-of-a-session"
      return redactor.redact(interaction)
    }
    try crash(redacted, run: redactor.run)
    let other = tool.folder.file("other/a.har.gz")
    try tool.folder.write([], to: "other/keep")
    let writer = try CassetteFileWriter(replacing: other)
    let sideFiles = try SideFiles(of: other)
    var numbering = PlaceholderNumbering()
    for interaction in redacted {
      let final = redactor.finish(interaction, numbering: &numbering)
      try writer.append(try sideFiles.movingBodies(of: final))
    }
    _ = try writer.finish()
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    #expect(try tool.folder.read("a.har.gz") == tool.folder.read("other/a.har.gz"))
    let text = try await tool("show", "a.har.gz").stdout
    #expect(text.contains("[redacted:token:2]") && !text.contains(redactor.run))
    #expect(LeakSearch.find(secrets: ["secret-0-of-this-run"], in: Data(text.utf8)).isEmpty)
    #expect(try tool.folder.contents().count == 8)
  }

  @Test func replacesWhatWasToBeRecordedAnew() async throws {
    try tool.save([Samples.large(8), Samples.simple(9)], to: "a.har.gz")
    try crash([Samples.simple(0), Samples.large(1)])
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 2 interactions recovered.
        \(cassette.path).partial is removed.

        """)
    let found = try Cassette(contentsOf: cassette)
    #expect(found.count == 2)
    #expect(try found.interaction(at: 0) == Samples.simple(0))
    #expect(
      try found.data(of: found.interaction(at: 1).outcome.response!.body) == Samples.largeBody(1))
    // The old one's large body is gone with it.
    #expect(try tool.folder.contents().count == 3)
  }

  @Test func goesOnFromWhatWasAppendedTo() async throws {
    let old = [Samples.secret(0, placeholder: "[redacted:authorization:4]"), Samples.simple(1)]
    try tool.save(old, to: "a.har.gz")
    try crash(
      mode: "append", [Samples.secret(2, placeholder: "[redacted:authorization:\(Self.run)-1]")])
    try await tool.expect(
      "recover", "a.har.gz.partial",
      stdout: """
        \(cassette.path): 1 interaction recovered, after the 2 that it had.
        \(cassette.path).partial is removed.

        """)
    #expect(
      try tool.interactions(in: "a.har.gz")
        == old + [Samples.secret(2, placeholder: "[redacted:authorization:5]")])
  }

  @Test func whatWasRecordedOfSomeCallsTakesTheirPlacesOnly() async throws {
    let old = (0..<4).map { Samples.simple($0) }
    try tool.save(old, to: "a.har.gz")
    var changed = Samples.simple(2)
    changed.outcome = .response(.init(status: 404))
    try crash(mode: "update", [Samples.simple(7), changed])
    let output = try await tool("recover", "a.har.gz.partial")
    #expect(output.isSuccess, "\(output.stderr)")
    #expect(
      try tool.interactions(in: "a.har.gz")
        == [old[0], old[1], changed, old[3], Samples.simple(7)])
    #expect(try tool.folder.contents() == ["a.har.gz"])
  }

  @Test func refusesACassetteThatHasChanged() async throws {
    for (mode, advice) in [
      ("append", "adds the recording to the file as it is now."),
      ("rerecord", "puts the recording in the file's place."),
    ] {
      try tool.save([Samples.simple(0)], to: "a.har.gz")
      try crash(mode: mode, [Samples.simple(5)])
      try tool.save([Samples.simple(1)], to: "a.har.gz")
      let before = try tool.folder.read("a.har.gz")
      try await tool.expect(
        "recover", "a.har.gz",
        stderr: """
          \(cassette.path): has changed since the recording of \(cassette.path).partial began. Nothing \
          was changed. `--force` \(advice)

          """, status: 3)
      #expect(try tool.folder.read("a.har.gz") == before)
      #expect(try tool.folder.contents() == ["a.har.gz", "a.har.gz.partial"])
      let output = try await tool("recover", "--force", "a.har.gz")
      #expect(output.isSuccess)
      #expect(
        try tool.interactions(in: "a.har.gz")
          == (mode == "append" ? [Samples.simple(1)] : []) + [Samples.simple(5)])
      #expect(try tool.folder.contents() == ["a.har.gz"])
    }
  }

  @Test func aCassetteThatIsGoneIsAChangeToo() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    try crash(mode: "append", [Samples.simple(5)])
    try FileManager.default.removeItem(at: cassette)
    #expect(try await tool("recover", "a.har.gz").status == 3)
    #expect(try await tool("recover", "a.har.gz", "--force").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(5)])
  }

  @Test func doesNothingWhileARecordingGoesOn() async throws {
    try crash([Samples.simple(1)])
    let journal = try Journal(
      for: cassette, header: JournalHeader(mode: "once", base: nil, run: Self.run))
    let before = try tool.folder.contents()
    #expect(before == ["a.har.gz.crashed-1", "a.har.gz.partial"])
    for name in before {
      try await tool.expect(
        "recover", name,
        stderr: """
          \(cassette.path): in use, process \(getpid()) is recording it. Let it finish, or record into \
          another file.

          """, status: 3)
    }
    #expect(try tool.folder.contents() == before)
    try journal.discard()
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 1 interaction recovered.
        \(cassette.path).crashed-1 is removed.

        """)
    #expect(try tool.folder.contents() == ["a.har.gz"])
  }

  @Test func oneOfSeveralHasToBeNamed() async throws {
    for number in 0..<3 { try crash([Samples.simple(number)]) }
    try await tool.expect(
      "recover", "a.har.gz",
      stderr: """
        \(cassette.path): several journals lie beside it; name the one to recover:
          cassette recover \(cassette.path).crashed-1
          cassette recover \(cassette.path).crashed-2
          cassette recover \(cassette.path).partial

        """, status: 3)
    #expect(try await tool("recover", "a.har.gz.crashed-2").isSuccess)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(1)])
    #expect(
      try tool.folder.contents() == ["a.har.gz", "a.har.gz.crashed-1", "a.har.gz.partial"])
  }

  @Test func whatIsNoJournalIsNotRecovered() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    try await tool.expect(
      "recover", "a.har.gz",
      stderr: """
        \(cassette.path): nothing to recover, no journal lies beside it (NAME.har.gz.partial or \
        NAME.har.gz.crashed-N).

        """, status: 3)
    try await tool.expect(
      "recover", "b.har.gz.partial",
      stderr: """
        \(tool.path("b.har.gz.partial")): no such file. Check its name and folder.

        """, status: 3)
    try tool.folder.write(try tool.folder.read("a.har.gz"), to: "a.har.gz.failed")
    try await tool.expect(
      "recover", "a.har.gz.failed",
      stderr: """
        \(cassette.path).failed: not a journal but the whole cassette of a run that failed. To use it, \
        rename it to \(cassette.path).

        """, status: 3)
    try tool.folder.write("x\n".utf8, to: "a.har.gz.crashed-7")
    try await tool.expect(
      "recover", "a.har.gz.crashed-7",
      stderr: """
        \(cassette.path).crashed-7: line 1 of the journal is corrupt: not JSON: expected a value at byte \
        0. The lines before it can be saved with `cassette recover`.

        """, status: 3)
    try FileManager.default.removeItem(at: tool.folder.file("a.har.gz.crashed-7"))
    try crash(mode: "replay", [Samples.simple(0)])
    try await tool.expect(
      "recover", "a.har.gz.partial",
      stderr: """
        \(cassette.path).partial: line 1 of the journal names the mode "replay", which records nothing \
        (append, once and rerecord do). Nothing was changed.

        """, status: 3)
    #expect(
      try tool.folder.contents() == ["a.har.gz", "a.har.gz.failed", "a.har.gz.partial"])
  }

  @Test func aLineThatWasBeingWrittenIsDropped() async throws {
    try crash([Samples.simple(0), Samples.simple(1)])
    let journal = try tool.folder.read("a.har.gz.partial")
    // Its lines are written from the last call to the first.
    try tool.folder.write(journal.dropLast(20), to: "a.har.gz.partial")
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 1 interaction recovered.
        A last line without its end was dropped: the recording ended while it was written.
        \(cassette.path).partial is removed.

        """)
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(1)])
  }

  @Test func aJournalWithNothingInItIsRemoved() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let before = try tool.folder.read("a.har.gz")
    try crash([])
    for _ in 0..<2 {
      try await tool.expect(
        "recover", "a.har.gz",
        stdout: """
          \(cassette.path).partial: no complete interaction is in it; \(cassette.path) is as it was.
          \(cassette.path).partial is removed.

          """)
      #expect(try tool.folder.contents() == ["a.har.gz"])
      #expect(try tool.folder.read("a.har.gz") == before)
      // Once more, for a recording that was killed before it wrote its first line.
      try tool.folder.write([], to: "a.har.gz.partial")
    }
  }

  @Test func damageIsToldAndTheJournalKept() async throws {
    try crash((0..<3).map { Samples.simple($0) })
    var lines = try tool.folder.read("a.har.gz.partial").split(separator: 0x0A)
    lines[2] = Data("x".utf8)
    lines.append(Data(#"{"n":9,"entry":{}}"#.utf8))
    try tool.folder.write(lines.joined(separator: [0x0A]) + [0x0A], to: "a.har.gz.partial")
    let output = try await tool("recover", "a.har.gz")
    #expect(output.status == 1 && output.stderr.isEmpty)
    #expect(
      output.stdout.hasPrefix(
        """
        \(cassette.path): 2 interactions recovered.
        \(cassette.path).partial is kept, for 2 lines of it could not be read:
        \(cassette.path).partial: line 3 of the journal is corrupt: not JSON: expected a value at byte \
        0. The lines before it can be saved with `cassette recover`.
        \(cassette.path).partial: entry 9 is corrupt:
        """), "\(output.stdout)")
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(0), Samples.simple(2)])
    #expect(try tool.folder.contents() == ["a.har.gz", "a.har.gz.partial"])
    try tool.folder.write(lines[0] + [0x0A, 0x78, 0x0A], to: "a.har.gz.partial")
    let nothing = try await tool("recover", "a.har.gz", "--force")
    #expect(nothing.status == 1)
    #expect(try tool.interactions(in: "a.har.gz").count == 2)
  }

  @Test func secretsLearnedLateAreWarnedOf() async throws {
    try crash([
      Samples.simple(0), Samples.simple(1),
      Samples.secret(2, placeholder: "[redacted:authorization:\(Self.run)-1]"),
    ])
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 3 interactions recovered.
        Look through entries 0 to 1 before you commit them: secrets that the recording learned in entry \
        2 or later could not be searched for in them.
        \(cassette.path).partial is removed.

        """)
    #expect(
      try tool.interactions(in: "a.har.gz").last
        == Samples.secret(2, placeholder: "[redacted:authorization:1]"))
  }

  @Test func whatIsThereAlreadyIsNotTouched() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let before = try FileManager.default.attributesOfItem(atPath: cassette.path)
    try crash([Samples.simple(0)])
    try await tool.expect(
      "recover", "a.har.gz",
      stdout: """
        \(cassette.path): 1 interaction recovered; the file held the same already.
        \(cassette.path).partial is removed.

        """)
    let after = try FileManager.default.attributesOfItem(atPath: cassette.path)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
  }

  @Test func aLinkIsFollowed() async throws {
    try tool.folder.write([], to: "real/keep")
    try FileManager.default.createSymbolicLink(
      atPath: cassette.path, withDestinationPath: "real/b.har.gz")
    try crash([Samples.simple(0)])
    #expect(try await tool("recover", "a.har.gz").isSuccess)
    #expect(try tool.folder.contents() == ["a.har.gz", "real", "real/b.har.gz", "real/keep"])
    #expect(try tool.interactions(in: "a.har.gz") == [Samples.simple(0)])
  }
}
