import Foundation
import MoyaCore
import Recorder
import TestSupport

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Some cases that share a server, a cassette and the ways of a provider.
struct ParityBatch: Sendable {
  /// How the provider is had.
  enum Provider: String, CaseIterable, Sendable {
    case plain, subclass, multi
  }

  let cases: [ParityCase]
  let provider: Provider
  let isConcurrent: Bool
  let follows: Bool
  let isRedacted: Bool
  let hasQueue: Bool
  let tracksInflights: Bool

  init(ids: Range<Int>, using random: inout SplitMix64) {
    provider = random.pick(Provider.allCases)
    isConcurrent = random.chance(60)
    let follows = random.chance(75)
    self.follows = follows
    let isRedacted = random.chance(60)
    self.isRedacted = isRedacted
    hasQueue = random.chance(50)
    tracksInflights = random.chance(25)
    var cases: [ParityCase] = []
    for id in ids {
      cases.append(
        ParityCase(id: id, isRedacted: isRedacted, follows: follows, using: &random))
    }
    self.cases = cases
  }

  /// What was seen of each case.
  struct Results: Sendable {
    var live: [Int: ParityObservation] = [:]
    var replayed: [Int: ParityObservation] = [:]
    var stubbed: [Int: ParityObservation] = [:]
    /// What was reported while replaying, and requests that reached the server then.
    var complaints: [String] = []
  }

  /// Records, stops the server, and replays at both levels.
  ///
  /// - Throws: What keeps a cassette from being recorded or read.
  func run() async throws -> Results {
    let byID = Dictionary(uniqueKeysWithValues: cases.map { ($0.id, $0) })
    let gates = cases.filter { $0.cancellation == .whileHeld }
      .reduce(into: [Int: Gate]()) { $0[$1.id] = Gate() }
    let base = TestSupport.Locked("")
    let studio = try Studio { request in
      guard let id = ParityCase.id(of: request.path), let parity = byID[id] else {
        return Reply(500, text: "no such case")
      }
      let reply = parity.answer.reply(to: request, base: base.withLock { $0 })
      return gates[id].map { reply.held(at: $0) } ?? reply
    }
    base.withLock { $0 = "http://127.0.0.1:\(studio.server.port)" }
    var results = Results()
    let reports = Reports()
    let recording = pass("live", studio, .rerecord, reports)
    results.live = try await recording.calls(gates)
    for gate in gates.values { gate.open() }
    try await recording.run.finish()
    results.complaints += reports.failures
    studio.server.stop()
    let hits = studio.server.acceptCount
    let facts = try FileFacts(studio.cassette)
    let replay = Reports()
    let replaying = pass("replayed", studio, .replay, replay)
    results.replayed = try await replaying.calls(nil)
    try await replaying.run.finish()
    let stubbing = pass("stubbed", studio, .replay, replay, isByClosures: true)
    results.stubbed = try await stubbing.calls(nil)
    try await stubbing.run.finish()
    if !replay.text.isEmpty { results.complaints.append(replay.text) }
    if studio.server.acceptCount != hits { results.complaints.append("the network was used") }
    if try FileFacts(studio.cassette) != facts { results.complaints.append("the file was changed") }
    return results
  }

  private func pass(
    _ name: String, _ studio: Studio, _ mode: RecordMode, _ reports: Reports,
    isByClosures: Bool = false
  ) -> ParityPass {
    _ = ParityQueue.nameOfMain
    var options = studio.options
    options.recordsCancellations = true
    if !isRedacted { options.redacting = .unsafelyRecordingSecrets }
    return ParityPass(
      batch: self, name: name, studio: studio,
      run: studio.run(mode, options: options, reporter: reports.reporter),
      isByClosures: isByClosures)
  }
}

extension ParityBatch: CustomStringConvertible {
  var description: String {
    [
      provider.rawValue, isConcurrent ? "at once" : "in turn", follows ? "" : "redirections off",
      isRedacted ? "" : "secrets kept", hasQueue ? "with a queue" : "",
      tracksInflights ? "tracking inflights" : "",
    ].filter { !$0.isEmpty }.joined(separator: ", ")
  }
}
