import Cassette
import CassetteCommands
import Foundation
import TestSupport
import Testing

struct CassetteCommandsTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let help = """
    Reads, checks, saves and joins cassettes: recorded HTTP interactions.

    Usage: cassette [--version] COMMAND [ARGUMENT...]

    Commands:
      list      Lists the interactions of cassettes, one a line.
      show      Shows interactions whole.
      verify    Checks cassettes from first to last byte.
      export    Writes a cassette as HAR 1.2, .http text or curl's commands.
      import    Makes a cassette of what another program has recorded.
      recover   Saves what a recording that crashed had recorded.
      merge     Joins two cassettes.
      textconv  Writes the text of a cassette, one entry a line, for `git diff`.
      unused    Lists the interactions that no run has used.

    Exit status: 0 well, 1 findings, 2 wrong arguments, 3 a file that cannot be read or written.
    `cassette COMMAND --help` says more of a command.

    Options:
      --version  Prints the version.
      --help     Prints this.

    """

  @Test func helps() async throws {
    try await tool.expect("--help", stdout: Self.help)
    try await tool.expect("-h", stdout: Self.help)
    try await tool.expect("help", stdout: Self.help)
    try await tool.expect("--version", stdout: "cassette 0.1.0, format version 1\n")
    for command in [
      "list", "show", "verify", "export", "import", "recover", "merge", "textconv", "unused",
    ] {
      let output = try await tool(command, "--help")
      #expect(output.isSuccess && output.stderr.isEmpty)
      #expect(output.stdout.contains("\n\nUsage: cassette \(command) "))
      #expect(output.stdout.hasSuffix("  Prints this.\n"))
      #expect(output.stdout.split(separator: "\n").allSatisfy { $0.utf8.count <= 100 })
      #expect(try await tool("help", command).stdout == output.stdout)
    }
    try await tool.expect(
      "recover", "-h",
      stdout: """
        Saves what a recording that crashed had recorded.

        Usage: cassette recover [--force] [--allow RULE@PLACE]... [--redact RULE@PLACE]...
               JOURNAL-OR-CASSETTE

        A recording that was killed leaves its journal, NAME.har.gz.partial; the next one moves it to
        NAME.har.gz.crashed-N. Its complete interactions are saved into NAME.har.gz, as the recording would
        have done: a file that was to be recorded anew is replaced, one that was appended to is kept
        whole in front, and of one of which some calls were, these calls' entries are replaced. Entries
        that a killed recording had not come to stay. Then the journal is removed. A cassette's name
        stands for its only journal.
        Nothing is done while a recording is going on.

        What looks like a secret though no name says so is not saved before --allow or --redact says of
        each what it is: the findings are listed, and the status is 1. Until then it stands in the journal
        as it was recorded. What the recording's own tripwire allowed is allowed here too.

        Options:
          --force              Goes on where the cassette has changed, or where every call failed.
          --allow RULE@PLACE   What the tripwire finds there is no secret; * stands for anything.
          --redact RULE@PLACE  What it finds there is a secret, and is replaced wherever it stands.
          --help               Prints this.

        """)
  }

  @Test func namesWhatIsLegal() async throws {
    let usage = """

      Usage: cassette [--version] COMMAND [ARGUMENT...]
      See `cassette --help`.

      """
    try await tool.expect(stderr: "cassette: COMMAND is missing" + usage, status: 2)
    for arguments in [["lsit"], ["help", "lsit"]] {
      let output = try await ChildProcess.run(Tool.path, arguments)
      #expect(
        output.stderr
          == #"cassette: unknown command "lsit"; there are list, show, verify, export, "#
          + "import, recover, merge, textconv, unused" + usage)
      #expect(output.status == 2 && output.stdout.isEmpty)
    }
    try await tool.expect(
      "--verbose", "list", "x",
      stderr: #"cassette: unknown option "--verbose"; there are --version, --help"# + usage,
      status: 2)
    try await tool.expect(
      "list", "--long", "x",
      stderr: """
        cassette list: unknown option "--long"; there is --help
        Usage: cassette list FILE...
        See `cassette list --help`.

        """, status: 2)
  }

  @Test func endsQuietlyWhereNobodyReads() async throws {
    try tool.save((0..<5000).map { Samples.simple($0) }, to: "a.har.gz")
    for command in ["list a.har.gz", "show a.har.gz", "export a.har.gz", "textconv a.har.gz"] {
      let output = try await tool.shell("\"$0\" \(command) | head -n 1; echo ${PIPESTATUS[0]}")
      #expect(output.stdout.hasSuffix("\n0\n") && output.stderr.isEmpty, "\(command) \(output)")
      let closed = try await tool.shell("\"$0\" \(command) >&-; echo $?")
      #expect(closed.stdout == "0\n" && closed.stderr.isEmpty, "\(command) \(closed)")
    }
    let both = try await tool.shell("\"$0\" list none.har.gz >&- 2>&-; echo $?")
    #expect(both.stdout == "3\n")
    #expect(try tool.folder.contents() == ["a.har.gz"])
  }

  #if os(Linux)
  @Test func aFullDiskIsNotTakenForSuccess() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let output = try await tool.shell("\"$0\" list a.har.gz > /dev/full")
    #expect(output.status == 3)
    #expect(
      output.stderr == "standard output: cannot write, No space left on device (errno 28).\n")
  }

  @Test func theBinaryLinksNoTestingLibrary() async throws {
    let output = try await ChildProcess.run("ldd", [Tool.path])
    try #require(output.isSuccess, "\(output.stderr)")
    #expect(output.stdout.contains("libFoundation.so"))
    for name in ["XCTest", "Testing", "FoundationNetworking"] {
      #expect(!output.stdout.contains(name), "\(output.stdout)")
    }
  }
  #endif

  /// Whatever a file holds, each command ends with a status of its own.
  @Test func noFileMakesACommandTrap() throws {
    var random = SplitMix64(name: #function)
    try tool.save([Samples.simple(0), Samples.rich, Samples.failed], to: "a.har.gz")
    try Cassette(contentsOf: tool.folder.file("a.har.gz")).exportHAR(to: tool.folder.file("a.har"))
    let journal = try Journal(
      for: tool.folder.file("j.har.gz"),
      header: JournalHeader(mode: "once", base: nil, run: "0123456789abcdef"))
    try journal.append(number: 0, Samples.rich)
    journal.keep()
    let sources = try ["a.har.gz", "a.har", "j.har.gz.partial"].map { try tool.folder.read($0) }
    let null = open("/dev/null", O_WRONLY)
    defer { close(null) }
    var statuses: Set<Int32> = []
    for round in 0..<400 {
      var bytes = [UInt8](sources[round % 3])
      for _ in 0...Int.random(in: 0...3, using: &random) {
        let index = Int.random(in: 0..<bytes.count, using: &random)
        switch Int.random(in: 0..<3, using: &random) {
        case 0: bytes[index] = .random(in: .min ... .max, using: &random)
        case 1: bytes.removeSubrange(index..<min(bytes.count - 1, index + 20))
        default: bytes.insert(contentsOf: bytes[index...].prefix(30), at: index)
        }
      }
      let path = try tool.folder.write(bytes, to: "x.har.gz").path
      let isJournal = round % 3 == 2
      if isJournal { try tool.folder.write(bytes, to: "x.har.gz.partial") }
      for arguments in [
        ["list", path], ["show", path], ["verify", path], ["textconv", path], ["export", path],
        ["export", "--format", "curl", path], ["export", "--format", "http", path],
        ["import", path, path + ".imported.har.gz", "--python", "/none/python"],
        ["show", "--body", path, "0"], ["merge", path, path, "--output", path + ".har.gz"],
        ["recover", path + ".partial", "--force"],
      ] {
        let status = CassetteCommands.run(arguments: arguments, output: null, error: null)
        #expect([0, 1, 3].contains(status), "\(arguments) \(status)")
        statuses.insert(status)
      }
    }
    #expect(statuses == [0, 1, 3])
  }
}
