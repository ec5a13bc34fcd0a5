import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Studio {
  /// A session that shares no cookies: all tests' servers have the same host.
  static func session() -> Session {
    Session(configuration: .ephemeral, startRequestsImmediately: false)
  }

  /// A provider on a run of its own, as a test would make it.
  func provider(
    _ mode: RecordMode? = nil, options: CassetteOptions? = nil, reports: Reports = Reports(),
    environment: [String: String] = [:],
    requestClosure: MoyaProvider<Probe>.RequestClosure? = nil,
    session: Session = Studio.session(),
    plugins: [any PluginType] = [], trackInflights: Bool = false
  ) -> ReplayProvider<Probe> {
    ReplayProvider<Probe>(
      run: run(mode, options: options, environment: environment, reporter: reports.reporter),
      endpointClosure: { live($0) }, requestClosure: requestClosure, session: session,
      plugins: plugins, trackInflights: trackInflights)
  }

  /// Sends the targets one after another, and saves.
  @discardableResult
  func calls(_ targets: [Probe], _ provider: ReplayProvider<Probe>) async throws -> [Seen] {
    var seen: [Seen] = []
    for target in targets { seen.append(await provider.seen(target)) }
    try await provider.finish()
    return seen
  }

  /// Records the calls, one after another.
  @discardableResult
  func record(_ targets: [Probe], options: CassetteOptions? = nil) async throws -> [Seen] {
    try await calls(targets, provider(options: options))
  }

  /// Replays the calls, one after another; misses are results as others are.
  @discardableResult
  func replay(
    _ targets: [Probe], _ mode: RecordMode = .replay, options: CassetteOptions? = nil,
    reports: Reports = Reports()
  ) async throws -> [Seen] {
    try await calls(targets, provider(mode, options: options, reports: reports))
  }

  /// Records, takes the server away, replays through `ReplayProvider` and through the closures alone,
  /// and expects the caller to see the same each time and the file to stay as it is.
  ///
  /// - Returns: What was seen live.
  @discardableResult
  func parity(
    _ targets: [Probe], options: CassetteOptions? = nil,
    requestClosure: MoyaProvider<Probe>.RequestClosure? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws -> [Seen] {
    let live = try await calls(
      targets, provider(options: options, requestClosure: requestClosure))
    server.stop()
    let hits = server.acceptCount
    let facts = try FileFacts(cassette)
    let reports = Reports()
    let replayed = try await calls(
      targets,
      provider(.replay, options: options, reports: reports, requestClosure: requestClosure))
    #expect(replayed == live, sourceLocation: sourceLocation)
    let run = run(.replay, options: options, reporter: reports.reporter)
    let player = run.player(for: Probe.self, endpointClosure: { self.live($0) })
    let bare = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure,
      requestClosure: requestClosure ?? {
        MoyaProvider<Probe>.defaultRequestMapping(for: $0, closure: $1)
      },
      stubClosure: player.stubClosure, plugins: [run.recorder])
    var stubbed: [Seen] = []
    for target in targets { stubbed.append(await bare.seen(target)) }
    try await run.finish()
    #expect(stubbed == live.map(\.asStub), sourceLocation: sourceLocation)
    #expect(reports.text == "", sourceLocation: sourceLocation)
    #expect(try FileFacts(cassette) == facts, sourceLocation: sourceLocation)
    #expect(server.acceptCount == hits, sourceLocation: sourceLocation)
    return live
  }

  /// Writes a cassette of those interactions by hand.
  func write(_ interactions: [Cassette.Interaction]) throws {
    let writer = try CassetteFileWriter(replacing: cassette)
    for interaction in interactions { try writer.append(interaction) }
    _ = try writer.finish()
  }

  /// The cassette's interactions.
  func interactions() throws -> [Cassette.Interaction] {
    let cassette = try Cassette(contentsOf: cassette)
    return try (0..<cassette.count).map { try cassette.interaction(at: $0) }
  }

  /// The cassette's text, read by gzip.
  func text() throws -> String { try Zcat.text(of: cassette) }

  /// Expects that none of the secrets can be read in the folder's files or their names, or in the text.
  func expectNoLeak(
    of secrets: [String], in text: String = "", sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let names = try folder.contents()
    var places = [("reports", Data(text.utf8)), ("names", Data("\(names)".utf8))]
    for name in names {
      var isFolder: ObjCBool = false
      _ = FileManager.default.fileExists(
        atPath: folder.file(name).path, isDirectory: &isFolder)
      if !isFolder.boolValue { places.append((name, try folder.read(name))) }
    }
    for (place, data) in places {
      for leak in LeakSearch.find(secrets: secrets, in: data) {
        Issue.record("\(leak.secret) in \(place), \(leak.how)", sourceLocation: sourceLocation)
      }
    }
  }
}

extension MoyaProvider {
  /// What the caller sees of a call.
  func seen(_ target: Target) async -> Seen {
    do { return Seen(.success(try await request(target))) } catch { return Seen(.failure(error)) }
  }
}

extension Seen {
  /// Whether it is the error of a miss.
  var isMiss: Bool { error?.hasPrefix("Recorder.RecorderError") == true }
}
