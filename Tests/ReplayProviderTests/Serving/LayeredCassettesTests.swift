import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// A login under the cassettes of many tests.
struct LayeredCassettesTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer
  private let studio: Studio

  init() throws {
    studio = try Studio { request in Reply(text: "live \(request.path)") }
    (folder, server) = (studio.folder, studio.server)
  }

  private func source(_ name: String) -> CassetteSource { .named(name, in: folder.url) }

  private func provider(
    _ mode: RecordMode, reports: Reports = Reports(), options: CassetteOptions? = nil,
    source: CassetteSource? = nil
  ) -> ReplayProvider<Probe> {
    ReplayProvider<Probe>(
      run: CassetteRun(
        source ?? .layered(self.source("login"), self.source("own")), mode: mode,
        options: options ?? studio.options, sourceFile: #filePath, environment: [:],
        reporter: reports.reporter),
      endpointClosure: { studio.live($0) }, session: Studio.session())
  }

  /// A cassette whose answers have that word in front.
  private func write(_ name: String, _ word: String, _ paths: [String]) throws {
    try Cassette(
      interactions: paths.map {
        .init(request: .init(url: "https://api.test" + $0), outcome: .text("\(word) \($0)"))
      }
    ).save(to: folder.file(name + ".har.gz"))
  }

  private func ask(
    _ paths: [String], _ provider: ReplayProvider<Probe>
  ) async throws -> [String] {
    try await studio.calls(paths.map { Probe(.get, $0) }, provider)
      .map { $0.isMiss ? "miss" : $0.text }
  }

  private func recorded(_ name: String) throws -> [String] {
    let cassette = try Cassette(contentsOf: folder.file(name + ".har.gz"))
    return try cassette.entries.map {
      String($0.index) + String(try $0.interaction().request.url.dropFirst(16))
    }
  }

  @Test func inReplayTheFirstThatHasOneAnswers() async throws {
    try write("login", "login", ["/token", "/a"])
    try write("own", "own", ["/a", "/b"])
    let facts = try [FileFacts(folder.file("login.har.gz")), FileFacts(folder.file("own.har.gz"))]
    for mode in [RecordMode.replay, .once] {
      let reports = Reports()
      let seen = try await ask(
        ["/a", "/b", "/a", "/token", "/c"], provider(mode, reports: reports))
      #expect(seen == ["login /a", "own /b", "own /a", "login /token", "miss"])
      for name in ["login.har.gz, /", "own.har.gz (mode \(mode))"] {
        #expect(reports.text.contains(name), "\(reports.text)")
      }
    }
    #expect(
      try [FileFacts(folder.file("login.har.gz")), FileFacts(folder.file("own.har.gz"))] == facts)
    #expect(server.acceptCount == 0)
  }

  @Test func aMissKnowsTheNearestOfAllLayers() async throws {
    try write("login", "login", ["/token?n=1"])
    try write("own", "own", ["/x", "/a"])
    let reports = Reports()
    let provider = provider(.replay, reports: reports)
    try provider.run.add(for: Probe(.get, "/made"), .status(200))
    _ = await provider.seen(Probe(.get, url: "https://api.test/token?n=2"))
    #expect(
      reports.text.contains(
        #"#1 GET https://api.test/token?n=1 differs in query item "n": sent "2", recorded "1""#))
    _ = await provider.seen(Probe(.get, "/a"))
    _ = await provider.seen(Probe(.get, "/a"))
    #expect(reports.text.contains("recorded 1 time, all used (1 of 1)"))
  }

  @Test(arguments: ["once", "append", "rerecord"])
  func whatNoLayerHasIsRecordedIntoTheLastOne(mode: String) async throws {
    try write("login", "login", ["/token"])
    let facts = try FileFacts(folder.file("login.har.gz"))
    let mode = try #require(RecordMode(name: mode))
    #expect(try await ask(["/token", "/a"], provider(mode)) == ["login /token", "live /a"])
    #expect(try recorded("own") == ["0/a"])
    #expect(server.requestCount == 1)
    #expect(try FileFacts(folder.file("login.har.gz")) == facts)
    // And again, now that it is there.
    let isAnew = mode == .rerecord
    #expect(try await ask(["/token", "/a"], provider(mode)) == ["login /token", "live /a"])
    #expect(server.requestCount == (isAnew ? 2 : 1))
    #expect(try recorded("own") == ["0/a"])
  }

  @Test func appendAddsToTheLastOneOnly() async throws {
    try write("login", "login", ["/token"])
    try write("own", "own", ["/a"])
    let seen = try await ask(["/token", "/a", "/b", "/token"], provider(.append))
    #expect(seen == ["login /token", "own /a", "live /b", "live /token"])
    #expect(try recorded("own") == ["0/a", "1/b", "2/token"])
  }

  @Test func rerecordingSomeLeavesTheLowerLayersInForce() async throws {
    try write("login", "login", ["/token"])
    try write("own", "own", ["/a", "/b"])
    let seen = try await ask(
      ["/token", "/a", "/b"], provider(.rerecord(only: "/token", "/a")))
    #expect(seen == ["login /token", "live /a", "own /b"])
    #expect(server.requestCount == 1)
  }

  @Test func verifyComparesAllLayers() async throws {
    try write("login", "login", ["/token"])
    try write("own", "own", ["/a"])
    let provider = provider(.verify)
    #expect(try await ask(["/token", "/a"], provider) == ["live /token", "live /a"])
    #expect(provider.run.shapeReport?.comparedCount == 2)
  }

  @Test func aMissingLastLayerIsAnErrorOnlyForWhatTheOthersHaveNot() async throws {
    try write("login", "login", ["/token"])
    let reports = Reports()
    let seen = try await ask(["/token", "/a"], provider(.replay, reports: reports))
    #expect(seen == ["login /token", "miss"])
    #expect(reports.text.hasPrefix("cassette not found: \(folder.file("own.har.gz").path) "))
    #expect(try folder.contents() == ["login.har.gz"])
  }

  @Test func aMissingLowerLayerIsAnErrorInEveryModeThatReadsIt() async throws {
    try write("own", "own", ["/a"])
    let path = folder.file("login.har.gz").path
    for mode in [RecordMode.replay, .once, .append, .rerecord, .verify] {
      #expect(throws: RecorderError.layerMissing(path: path)) {
        try provider(mode).run.checkOpening()
      }
    }
    #expect(
      "\(RecorderError.layerMissing(path: "/p/login.har.gz"))"
        == """
        cassette not found: /p/login.har.gz. It lies under another cassette, and is only read there: \
        record it in a run of its own, and commit it.
        """)
    #expect(try folder.contents() == ["own.har.gz"])
    #expect(server.acceptCount == 0)
  }

  @Test func damageNamesItsFile() throws {
    try write("own", "own", ["/a"])
    try folder.write("not a cassette".utf8, to: "login.har.gz")
    let error = #expect(throws: CassetteError.self) { try provider(.replay).run.checkOpening() }
    #expect("\(try #require(error))".contains(folder.file("login.har.gz").path))
  }

  @Test func anExpiredLowerLayerReplaysWithAWarning() async throws {
    var old = studio.options
    old.clock = .fixed(at: Date(timeIntervalSince1970: 1_000_000_000))
    let login = provider(.rerecord, options: old, source: source("login"))
    _ = try await ask(["/token"], login)
    var options = studio.options
    options.reRecordAfter = .seconds(86_400)
    let reports = Reports()
    let seen = try await ask(["/token", "/a"], provider(.once, reports: reports, options: options))
    #expect(seen == ["live /token", "live /a"])
    #expect(server.requestCount == 2)
    #expect(
      reports.warnings.contains { $0.hasPrefix("\(folder.file("login.har.gz").path): expired") })
  }

  @Test func aCassetteInMemoryMayLieUnderOne() async throws {
    let made = CassetteSource.interactions([
      .init(request: .init(url: "https://api.test/token"), outcome: .text("made"))
    ])
    let layered = CassetteSource.layered(made, source("own"))
    #expect(
      try await ask(["/token", "/a"], provider(.once, source: layered)) == ["made", "live /a"])
    #expect(try recorded("own") == ["0/a"])
  }
}
