import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What a progress block is told between the beginning and the end, live and on replay.
struct ProgressStepsTests {
  private static let byteCount = 200_000

  private func studio() throws -> Studio {
    try Studio { request in
      let text = String(repeating: "x", count: Self.byteCount)
      switch request.path {
      case "/unknown": return Reply(pieces: [.text(text)], framing: .chunked(trailers: []))
      case "/refused": return Reply(404, text: text)
      case "/up": return Reply(201, text: "made")
      default: return Reply(text: text)
      }
    }
  }

  private func targets(_ studio: Studio) throws -> [Probe] {
    let file = try studio.folder.write(
      Array(repeating: 0x62, count: Self.byteCount), to: "up.bin")
    let place = studio.folder.file("down")
    return [
      Probe(.get, "/data"), Probe(.get, "/unknown"),
      Probe(.get, "/refused", validationType: .successCodes),
      Probe(.put, "/up", task: .uploadFile(file)),
      Probe(.get, "/file", task: .downloadDestination { _, _ in (place, [.removePreviousFile]) }),
    ]
  }

  private func trace(_ target: Probe, _ provider: ReplayProvider<Probe>, _ trace: Trace) async {
    let callbacks = MarkedQueue("callbacks")
    await withCheckedContinuation { continuation in
      provider.request(
        target, callbackQueue: callbacks.queue,
        progress: {
          #expect(callbacks.isCurrent)
          trace.note($0)
        },
        completion: { _ in
          #expect(callbacks.isCurrent)
          trace.note("completion")
          continuation.resume()
        })
    }
  }

  /// Expects what holds of any call's progress, live or not.
  private func expectPlausible(
    _ steps: [ProgressResponse], sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let completed = steps.map { $0.progressObject?.completedUnitCount ?? -1 }
    #expect(completed == completed.sorted(), sourceLocation: sourceLocation)
    #expect(completed.last == Int64(Self.byteCount), sourceLocation: sourceLocation)
    #expect(steps.dropLast().allSatisfy { !$0.completed }, sourceLocation: sourceLocation)
  }

  #if !UpstreamMoya
  /// The real Moya may tell of progress after the end.
  @Test func stepsGrowToTheEndInTheOrderOfALiveCall() async throws {
    let studio = try studio()
    let targets = try targets(studio)
    let recorded = (0..<targets.count).map { _ in Trace() }
    for (target, trace) in zip(targets, recorded) {
      let provider = studio.provider(
        trace === recorded[0] ? .once : .append, plugins: [trace])
      await self.trace(target, provider, trace)
      try await provider.finish()
    }
    for (target, live) in zip(targets, recorded) {
      let trace = Trace()
      let reports = Reports()
      let provider = studio.provider(.replay, reports: reports, plugins: [trace])
      await self.trace(target, provider, trace)
      #expect(reports.text == "")
      #expect(trace.events == live.events, "\(target.path)")
      expectPlausible(live.progress)
      expectPlausible(trace.progress)
      #expect(trace.progress.last?.completed == live.progress.last?.completed)
      #expect(
        trace.progress.last?.progressObject?.totalUnitCount
          == live.progress.last?.progressObject?.totalUnitCount)
      // 12 times 16 KiB and the rest, then all again with the response.
      #expect(trace.progress.count == 14)
    }
  }
  #endif

  @Test func stepsAreBounded() {
    func steps(_ byteCount: Int) -> [Int64] {
      TransferSteps(completedByteCount: byteCount, totalByteCount: byteCount).completed
    }
    #expect(steps(0) == [] && steps(-1) == [])
    #expect(steps(1) == [1])
    #expect(steps(16384) == [16384])
    #expect(steps(16385) == [16384, 16385])
    for count in [1 << 20, 10_000_000, 1 << 40] {
      let all = steps(count)
      #expect(all.count <= TransferSteps.limit && all.count > 30)
      #expect(all.last == Int64(count) && all == all.sorted() && Set(all).count == all.count)
    }
    #expect(TransferSteps(completedByteCount: 5, totalByteCount: nil).total == -1)
  }

  @Test func contentThatIsCutOffEndsWhereItWas() async throws {
    let studio = try Studio { _ in
      Reply(text: String(repeating: "x", count: 40_000)).truncated(to: 20_000)
    }
    let live = Trace()
    let recorder = studio.provider(plugins: [live])
    await trace(Probe(.get, "/"), recorder, live)
    try await recorder.finish()
    let replayed = Trace()
    await trace(Probe(.get, "/"), studio.provider(.replay, plugins: [replayed]), replayed)
    #expect(replayed.events == live.events)
    for trace in [live, replayed] {
      let last = trace.progress.last
      #expect(last?.completed == false)
      #expect(last?.progressObject?.completedUnitCount == 20_000)
      #expect(last?.progressObject?.totalUnitCount == 40_000)
    }
  }
}
