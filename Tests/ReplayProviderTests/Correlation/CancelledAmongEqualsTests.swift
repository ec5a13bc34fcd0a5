#if !UpstreamMoya
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

/// Calls that are given up while equal ones go on: what becomes of those others.
struct CancelledAmongEqualsTests {
  /// Holds the first request that it is to prepare, until it is let go.
  private final class Holder: PluginType, Sendable {
    private let isFirst = TestSupport.Locked(true)
    private let arrival = DispatchSemaphore(value: 0)
    private let departure = DispatchSemaphore(value: 0)

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      let isFirst = isFirst.withLock { value in
        defer { value = false }
        return value
      }
      if isFirst {
        arrival.signal()
        departure.wait()
      }
      return request
    }

    /// Returns once the first request is held.
    func arrived() async {
      await withCheckedContinuation { done in
        DispatchQueue.global().async {
          self.arrival.wait()
          done.resume()
        }
      }
    }

    func letGo() { departure.signal() }
  }

  /// How calls are recorded of which one is given up.
  enum Kind: String, CaseIterable, CustomTestStringConvertible {
    case pluginAlone, closures, closuresThatAppend
    /// The call that is given up is a plain provider's, the other one a player's of the same run.
    case plainBesidePlayer
    /// The endpoint's maker has put an endpoint of its own in the place of the player's.
    case endpointMadeAnew

    var testDescription: String { rawValue }
  }

  private let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)

  private func start(_ provider: MoyaProvider<Probe>, _ target: Probe) -> (
    any Cancellable, _Concurrency.Task<Seen, Never>
  ) {
    let (seen, found) = AsyncStream<Seen>.makeStream()
    let call = provider.request(target, callbackQueue: queue) {
      found.yield(Seen($0))
      found.finish()
    }
    return (call, _Concurrency.Task { await seen.first { _ in true }! })
  }

  /// Providers for the call that is given up, and for the one that goes on.
  private func providers(
    _ kind: Kind, _ run: CassetteRun, _ studio: Studio, _ holder: Holder
  ) -> (MoyaProvider<Probe>, MoyaProvider<Probe>) {
    let session = Studio.session()
    func plain() -> MoyaProvider<Probe> {
      MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, session: session, plugins: [holder, run.recorder])
    }
    func playing() -> MoyaProvider<Probe> {
      let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
      return MoyaProvider<Probe>(
        endpointClosure: { target in
          let endpoint = player.endpointClosure(target)
          guard kind == .endpointMadeAnew else { return endpoint }
          return Endpoint(
            url: endpoint.url, sampleResponseClosure: endpoint.sampleResponseClosure,
            method: endpoint.method, task: endpoint.task,
            httpHeaderFields: endpoint.httpHeaderFields)
        }, stubClosure: player.stubClosure, session: session, plugins: [holder, run.recorder])
    }
    switch kind {
    case .pluginAlone:
      let provider = plain()
      return (provider, provider)
    case .plainBesidePlayer: return (plain(), playing())
    case .closures, .closuresThatAppend, .endpointMadeAnew:
      let provider = playing()
      return (provider, provider)
    }
  }

  /// A call is given up when its plugins are being told already, and the recorder is not yet.
  @Test(arguments: Kind.allCases, [false, true])
  func beforeTheRecorderIsTold(kind: Kind, areRecorded: Bool) async throws {
    // Of calls whose endpoints are not ours, those that have not been sent are all alike.
    if kind == .endpointMadeAnew, areRecorded { return }
    let studio = try Studio { Reply(text: $0.path) }
    var options = studio.options
    options.recordsCancellations = areRecorded
    // A call that nobody ends is told of after this.
    options.patience = .seconds(1)
    if kind == .closuresThatAppend { try await studio.record([Probe(.get, "/other")]) }
    let reports = Reports()
    let run = studio.run(
      kind == .closuresThatAppend ? .append : .rerecord, options: options,
      reporter: reports.reporter)
    let holder = Holder()
    let (first, second) = providers(kind, run, studio, holder)
    let (call, seen) = start(first, Probe(.get, "/a"))
    await holder.arrived()
    let (_, other) = start(second, Probe(.get, "/a"))
    call.cancel()
    #expect(await seen.value.error == "cancelled")
    holder.letGo()
    #expect(await other.value.summary == "200 /a")
    try await run.finish()
    #expect(reports.failures == [])
    #expect(!reports.text.contains("no outcome"), "\(reports.text)")
    let entries = try studio.interactions().filter { $0.request.url.hasSuffix("/a") }
    // A recorder alone has not heard of the call.
    let isKnown = areRecorded && [.closures, .closuresThatAppend].contains(kind)
    #expect(
      entries.map { $0.outcome.failure?.kind ?? "\($0.outcome.response?.status ?? 0)" }
        == (isKnown ? ["explicitlyCancelled", "200"] : ["200"]))
    #expect(entries.allSatisfy { $0.built == nil && $0.notes == [] })
    #expect(studio.server.requestCount == (kind == .closuresThatAppend ? 2 : 1))
  }

  /// A call is given up between what a recorder is told when it prepares, and when it is sent.
  @Test(arguments: [Kind.pluginAlone, .closures])
  func betweenPreparingAndSending(kind: Kind) async throws {
    let studio = try Studio { Reply(text: $0.path) }
    var options = studio.options
    options.patience = .seconds(1)
    let reports = Reports()
    let run = studio.run(.rerecord, options: options, reporter: reports.reporter)
    let holder = Holder()
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let provider = MoyaProvider<Probe>(
      endpointClosure: kind == .closures ? player.endpointClosure : { studio.live($0) },
      stubClosure: kind == .closures ? player.stubClosure : { _ in .never },
      session: Studio.session(), plugins: [run.recorder, holder])
    let (call, seen) = start(provider, Probe(.get, "/a"))
    await holder.arrived()
    let (_, other) = start(provider, Probe(.get, "/a"))
    call.cancel()
    #expect(await seen.value.error == "cancelled")
    holder.letGo()
    #expect(await other.value.summary == "200 /a")
    try await run.finish()
    #expect(reports.failures == [])
    #expect(!reports.text.contains("no outcome"), "\(reports.text)")
    // A recorder alone does not know a request before it is sent.
    #expect(
      reports.text.contains("1 call was cancelled") == (kind == .closures), "\(reports.text)")
    #expect(try studio.interactions().map { $0.outcome.response?.status } == [200])
  }

  /// A call that the cassette was to answer is given up while an equal one is to be recorded.
  @Test func aReplayedOneBesideALiveOne() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      Reply(text: "\(count.withLock { value in value += 1; return value })")
    }
    let target = Probe(.get, "/a")
    try await studio.record([target])
    let held = TestSupport.Locked<[Unguarded<() -> Void>]>([])
    var options = studio.options
    options.patience = .seconds(1)
    let reports = Reports()
    let provider = studio.provider(
      .append, options: options, reports: reports,
      requestClosure: { endpoint, done in
        let box = (Unguarded(endpoint), Unguarded(done))
        let answer = Unguarded {
          MoyaProvider<Probe>.defaultRequestMapping(for: box.0.value, closure: box.1.value)
        }
        held.withLock { $0.append(answer) }
      })
    let (call, seen) = start(provider, target)
    let (_, other) = start(provider, target)
    call.cancel()
    let answers = held.withLock { $0 }
    answers[0].value()
    #expect(await seen.value.error == "NSURLErrorDomain -999")
    answers[1].value()
    #expect(await other.value.text == "2")
    // What was given up can be had again.
    let (_, third) = start(provider, target)
    held.withLock { $0.last }?.value()
    #expect(await third.value.text == "1")
    try await provider.finish()
    #expect(reports.failures == [] && !reports.text.contains("no outcome"), "\(reports.text)")
    #expect(
      try studio.interactions().map { $0.outcome.response?.body.data } == [
        Data("1".utf8), Data("2".utf8),
      ])
  }
}
#endif
