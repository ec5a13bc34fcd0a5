import Cassette
import Foundation
import TestSupport
import Testing

/// What `cassette recover` leaves of bodies and journals, also where it is killed itself.
struct RecoverBodiesTests {
  private let tool: Tool
  private var cassette: URL { tool.folder.file("a.har.gz") }

  init() throws { tool = try Tool() }

  /// Leaves a journal as a crash of a recording does, bodies beside it.
  private func crash(mode: String = "rerecord", _ interactions: [Cassette.Interaction]) throws {
    let journal = try Journal(
      for: cassette,
      header: JournalHeader(
        mode: mode, base: try JournalHeader.Base(of: cassette), run: "0123456789abcdef"))
    let sideFiles = try SideFiles(of: cassette)
    for (number, interaction) in interactions.enumerated() {
      try journal.append(number: number, try sideFiles.movingResponses(of: interaction))
    }
    try journal.end()
    journal.keep()
  }

  private func bodies() throws -> [String] {
    try tool.folder.contents().filter { $0.hasPrefix("a.bodies/") }
  }

  @Test(arguments: ["x", #"{"n":0,"entry":{"#, #"{"n":0}"#])
  func bodiesOfLinesThatCannotBeReadStay(damage: String) async throws {
    try crash([Samples.large(0), Samples.large(1)])
    let before = try bodies()
    #expect(before.count == 2)
    var lines = try tool.folder.read("a.har.gz.partial")
      .split(separator: 0x0A, omittingEmptySubsequences: false)
    let whole = lines[1]
    lines[1] = Data(damage.utf8)
    try tool.folder.write(lines.joined(separator: [0x0A]), to: "a.har.gz.partial")
    let output = try await tool("recover", "a.har.gz")
    #expect(output.status == 1)
    #expect(try bodies() == before)
    #expect(try tool.interactions(in: "a.har.gz").count == 1)
    // Nor does anything else delete them while the journal stays.
    try tool.save([Samples.simple(5)], to: "a.har.gz")
    #expect(try bodies() == before)
    // Put right by hand, the journal gives all.
    lines[1] = whole
    try tool.folder.write(lines.joined(separator: [0x0A]), to: "a.har.gz.partial")
    #expect(try await tool("recover", "--force", "a.har.gz").isSuccess)
    let found = try Cassette(contentsOf: cassette)
    for number in 0...1 {
      let body = try #require(try found.interaction(at: number).outcome.response?.body)
      #expect(try found.data(of: body) == Samples.largeBody(number))
    }
  }

  #if os(Linux)
  @Test(arguments: ["append", "rerecord"], [false, true])
  func whatIsSavedIsNotSavedAgain(mode: String, isAside: Bool) async throws {
    guard await SystemCalls.canTrace() else { return }
    for hasHalfLine in [false, true] {
      try tool.save([Samples.simple(0)], to: "a.har.gz")
      try crash(mode: mode, [Samples.simple(1), Samples.large(2)])
      let name = isAside ? "a.har.gz.crashed-1" : "a.har.gz.partial"
      let journal = tool.folder.file(name)
      if isAside {
        try FileManager.default.moveItem(at: tool.folder.file("a.har.gz.partial"), to: journal)
      }
      if hasHalfLine {
        try (tool.folder.read(name) + Data(#"{"n":7,"entr"#.utf8)).write(to: journal)
      }
      // The journal cannot be removed, which is how a kill right before that leaves it.
      let injection = isAside ? "unlink:error=EIO" : "ftruncate:error=EIO:when=2"
      let output = try await ChildProcess.run(
        "strace",
        ["-f", "-o", "/dev/null", "-P", journal.path, "-e", "inject=" + injection]
          + [Tool.path, "recover", journal.path])
      #expect(output.status == 3 && output.stderr.contains("(errno 5)."), "\(output.stderr)")
      let saved = try tool.folder.read("a.har.gz")
      try await tool.expect(
        "recover", name,
        stdout: """
          \(cassette.path): the recording had saved it already, and was ended before it removed its \
          journal.
          \(journal.path) is removed.

          """)
      #expect(try tool.folder.read("a.har.gz") == saved)
      let found = try Cassette(contentsOf: cassette)
      #expect(found.count == (mode == "append" ? 3 : 2))
      let last = try found.interaction(at: found.count - 1)
      #expect(
        try found.data(of: #require(last.outcome.response?.body)) == Samples.largeBody(2))
      #expect(try bodies().count == 1)
      #expect(!FileManager.default.fileExists(atPath: journal.path))
    }
  }
  #endif

  @Test func aJournalThatIsKeptForItsDamageIsNotTakenForSaved() async throws {
    try crash([Samples.simple(0)])
    let bytes = try tool.folder.read("a.har.gz.partial")
    try tool.folder.write(bytes + Data("x\n".utf8), to: "a.har.gz.partial")
    #expect(try await tool("recover", "a.har.gz").status == 1)
    #expect(try tool.folder.read("a.har.gz.partial") == bytes + Data("x\n".utf8))
    let next = try Journal(
      for: cassette, header: JournalHeader(mode: "once", base: nil, run: "0123456789abcdef"))
    #expect(next.crashed != nil)
    try next.discard()
  }
}
