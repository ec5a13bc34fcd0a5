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

#if UpstreamMoya
import Alamofire
#endif

/// Two hundred calls, started on one thread and answered from the last to the first.
@Suite(.serialized) struct ManyAtOnceTests {
  /// Replies that wait until all requests have come, and then go out in reverse.
  private final class Reverser: Sendable {
    private let count: Int
    private let gates = TestSupport.Locked<[Gate]>([])

    init(_ count: Int) { self.count = count }

    /// The reply to the next request, whose place in the order of arrival it tells.
    func reply(to request: ReceivedRequest) -> Reply {
      let gate = Gate()
      let (number, all) = gates.withLock { gates -> (Int, [Gate]) in
        gates.append(gate)
        return (gates.count, gates.count == count ? gates : [])
      }
      for gate in all.reversed() { gate.open() }
      return Reply(text: "\(number) \(request.target)").held(at: gate)
    }
  }

  private let targets = (0..<200).map {
    $0.isMultiple(of: 2) ? Probe(.get, "/equal") : Probe(.get, url: "https://api.test/n?i=\($0)")
  }

  /// Starts all calls on this thread, in order, and waits for all answers.
  private func all(_ provider: MoyaProvider<Probe>) async -> [String] {
    let answers = TestSupport.Locked<[Int: String]>([:])
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    await withCheckedContinuation { continuation in
      for (number, target) in targets.enumerated() {
        provider.request(target, callbackQueue: queue) { result in
          let count = answers.withLock { answers in
            answers[number] = Seen(result).summary
            return answers.count
          }
          if count == targets.count { continuation.resume() }
        }
      }
    }
    let found = answers.withLock { $0 }
    return targets.indices.map { found[$0] ?? "none" }
  }

  private func session() -> Session {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.httpMaximumConnectionsPerHost = 256
    return Session(configuration: configuration, startRequestsImmediately: false)
  }

  @Test("CC-01: two hundred at once, answered in reverse, twenty times", arguments: Flow.allCases)
  func answeredInReverse(flow: Flow) async throws {
    for round in 0..<([.pluginAlone, .replayProvider].contains(flow) ? 20 : 3) {
      let reverser = Reverser(targets.count)
      let studio = try Studio { reverser.reply(to: $0) }
      let reports = Reports()
      let run = studio.run(reporter: reports.reporter)
      let provider: MoyaProvider<Probe> = flow.provider(
        run, session: session(), endpointClosure: { studio.live($0) })
      let live = await all(provider)
      try await run.finish()
      let entries = try studio.interactions()
      #expect(
        entries.map(\.request.url)
          == targets.map {
            $0.path == "/equal" ? "https://api.test/equal" : $0.baseURL.absoluteString
          },
        "round \(round)")
      let recorded = entries.map { entry in
        "\(entry.outcome.response?.status ?? 0) "
          + String(decoding: entry.outcome.response?.body.data ?? Data(), as: UTF8.self)
      }
      // Of equal requests, Moya's messages alone do not say which of them an answer is of.
      if Flow.seeing.contains(flow) {
        #expect(recorded == live, "round \(round)")
      } else {
        #expect(recorded.sorted() == live.sorted(), "round \(round)")
        #expect(zip(recorded, live).enumerated().allSatisfy { $0 % 2 == 0 || $1.0 == $1.1 })
      }
      #expect(reports.failures == [] && reports.warnings.count == 1, "\(reports.text)")
      studio.server.stop()
      let replay = studio.run(.replay, reporter: reports.reporter)
      let player: MoyaProvider<Probe> = Flow.replayProvider.provider(
        replay, session: session(), endpointClosure: { studio.live($0) })
      #expect(await all(player) == recorded, "round \(round)")
      try await replay.finish()
    }
  }
}
