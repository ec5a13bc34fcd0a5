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

/// Answers that come when the run of their call has ended, and perhaps another one is under way.
struct LateAnswerTests {
  private func options(_ studio: Studio) -> CassetteOptions {
    CassetteOptions(
      origins: ["https://api.test": studio.server.baseURL], patience: .milliseconds(20))
  }

  private func texts(_ studio: Studio) throws -> [String] {
    try studio.interactions().map { entry in
      "\(entry.request.url) "
        + String(decoding: entry.outcome.response?.body.data ?? Data(), as: UTF8.self)
    }
  }

  /// The second run has the first one's cassette, session, queue and target, and is the current one.
  @Test(arguments: Flow.allCases, [false, true])
  func theNextRecordingDoesNotGetIt(flow: Flow, isCut: Bool) async throws {
    let gate = Gate()
    let count = TestSupport.Locked(0)
    let studio = try Studio { request in
      let number = count.withLock { value in
        value += 1; return value
      }
      let reply = Reply(text: "answer \(number)")
      guard number == 2 else { return reply }
      return (isCut ? reply.truncated(to: 1) : reply).held(at: gate)
    }
    let session = Studio.session()
    let target = Probe(.get, "/a")
    let (earlier, later) = (Reports(), Reports())

    let first = studio.run(.rerecord, options: options(studio), reporter: earlier.reporter)
    let old = Shared<MoyaProvider<Probe>>(
      flow.provider(first, session: session, endpointClosure: { studio.live($0) }))
    #expect(await old.value.seen(target).text == "answer 1")
    let late = _Concurrency.Task { await old.value.seen(Probe(.get, "/a")) }
    await gate.reached()
    try await first.finish()
    #expect(earlier.warnings.contains { $0.hasPrefix("1 call had no outcome when the run on ") })
    #expect(try texts(studio) == ["https://api.test/a answer 1"])

    let second = studio.run(.rerecord, options: options(studio), reporter: later.reporter)
    try await CassetteRun.$current.withValue(second) {
      let new: MoyaProvider<Probe> = flow.provider(
        second, session: session, endpointClosure: { studio.live($0) })
      #expect(await new.seen(target).text == "answer 3")
      gate.open()
      let seen = await late.value
      #expect(isCut ? seen.error != nil : seen.text == "answer 2")
      #expect(await new.seen(target).text == "answer 4")
      try await second.finish()
    }
    #expect(try texts(studio) == ["https://api.test/a answer 3", "https://api.test/a answer 4"])
    #expect(
      earlier.warnings.last
        == "an answer came after the run on \(studio.cassette.path) had ended, and is not recorded")
    #expect(earlier.failures == [])
    #expect(later.failures == [] && later.warnings.count == 1, "\(later.text)")
  }

  /// The recorder is told on a thread on which the next run is the current one.
  @Test func theCurrentRunIsNotAsked() async throws {
    struct Enclosing: PluginType {
      let plugin: RecorderPlugin
      let run: TestSupport.Locked<CassetteRun?>

      private func enclosing<Value>(_ tell: () -> Value) -> Value {
        CassetteRun.$current.withValue(run.withLock { $0 }, operation: tell)
      }

      func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
        enclosing { plugin.prepare(request, target: target) }
      }
      func willSend(_ request: any RequestType, target: any TargetType) {
        enclosing { plugin.willSend(request, target: target) }
      }
      func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
        enclosing { plugin.didReceive(result, target: target) }
      }
    }
    let gate = Gate()
    let studio = try Studio { Reply(text: $0.path).held(at: gate) }
    let other = try Studio { Reply(text: $0.path) }
    let current = TestSupport.Locked<CassetteRun?>(nil)
    let reports = Reports()
    let run = studio.run(options: options(studio), reporter: reports.reporter)
    let provider = Shared(
      MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, session: Studio.session(),
        plugins: [Enclosing(plugin: run.recorder, run: current)]))
    async let late = provider.value.seen(Probe(.get, "/late"))
    await gate.reached()
    try await run.finish()
    let next = other.run(reporter: Reports().reporter)
    current.withLock { $0 = next }
    let recording: MoyaProvider<Probe> = Flow.pluginAlone.provider(
      next, session: Studio.session(), endpointClosure: { other.live($0) })
    #expect(await recording.seen(Probe(.get, "/own")).text == "/own")
    gate.open()
    #expect(await late.text == "/late")
    try await next.finish()
    #expect(try texts(other) == ["https://api.test/own /own"])
    #expect(reports.warnings.count == 2)
    // A run that has recorded nothing leaves nothing.
    #expect(try studio.folder.contents() == [])
  }
}
