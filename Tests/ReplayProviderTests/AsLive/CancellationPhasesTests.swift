import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Calls given up at each moment at which a live one can be, by the same program live and on replay.
struct CancellationPhasesTests {
  /// When the program gives the call up.
  enum Phase: CaseIterable {
    case beforeTheAnswer
    case withinTheFirstProgress
    case withinTheLastProgress
    case withinTheCompletion
  }

  private static let byteCount = 400_000

  /// Runs the program: what its plugin and its caller hear.
  private func call(
    _ phase: Phase, _ provider: ReplayProvider<Probe>, _ target: Probe, trace: Trace,
    atServer gate: Gate?
  ) async -> Seen {
    let callbacks = MarkedQueue("callbacks", suspended: true)
    let token = TokenBox()
    return await withCheckedContinuation { continuation in
      token.keep(
        provider.request(
          target, callbackQueue: callbacks.queue,
          progress: { step in
            trace.note(step)
            let isLast = step.completed
            if phase == .withinTheFirstProgress, !isLast { token.cancel() }
            if phase == .withinTheLastProgress, isLast { token.cancel() }
          },
          completion: { result in
            trace.note("completion \(Seen(result).kind)")
            if phase == .withinTheCompletion {
              token.cancel()
              token.cancel()
            }
            continuation.resume(returning: Seen(result))
          }))
      _Concurrency.Task {
        await gate?.reached()
        if phase == .beforeTheAnswer {
          token.cancel()
          token.cancel()
        }
        callbacks.queue.resume()
      }
    }
  }

  #if !UpstreamMoya
  /// The real Moya may lose a cancellation, and tell of progress after the end.
  @Test(arguments: Phase.allCases) func asLive(phase: Phase) async throws {
    let text = String(repeating: "x", count: Self.byteCount)
    let gates = TestSupport.Locked<[Gate]>([])
    let studio = try Studio { _ in
      guard let gate = gates.withLock({ $0.popLast() }) else { return Reply(text: text) }
      // The answer, or all of it but its beginning, never comes.
      return phase == .beforeTheAnswer
        ? Reply(text: text).held(at: gate)
        : Reply(
          fields: [
            ("Content-Length", "\(Self.byteCount)"), ("Content-Type", "text/plain; charset=utf-8"),
          ],
          pieces: [.text(String(text.prefix(Self.byteCount / 2))), .gate(gate)],
          framing: .untilClose)
    }
    let target = Probe(.get, "/")
    try await studio.record([target])
    let gate = Gate()
    defer { gate.open() }
    let isHeld = phase == .beforeTheAnswer || phase == .withinTheFirstProgress
    if isHeld { gates.withLock { $0.append(gate) } }
    let traces = [Trace(), Trace()]
    let live = await call(
      phase, studio.provider(.live, plugins: [traces[0]]), target, trace: traces[0],
      atServer: isHeld ? gate : nil)
    let provider = studio.provider(.replay, plugins: [traces[1]])
    let replayed = await call(phase, provider, target, trace: traces[1], atServer: nil)
    #expect(traces[1].events == traces[0].events)
    #expect(replayed.kind == live.kind)
    #expect(replayed.status == live.status)
    switch phase {
    case .beforeTheAnswer:
      #expect(live.error == "cancelled" && replayed == live)
    case .withinTheFirstProgress:
      // How much had come is a matter of timing; it is a beginning.
      for seen in [live, replayed] {
        #expect(seen.error == "cancelled" && seen.status == 200)
        #expect(seen.body.count > 0 && seen.body.count < Self.byteCount)
      }
    case .withinTheLastProgress, .withinTheCompletion:
      #expect(live.error == nil && replayed == live)
    }
    // A call that was given up leaves its recording to the next.
    #expect(await provider.seen(target).isMiss == (live.error == nil))
  }
  #endif

  @Test func nothingOfACancelledDownloadIsPlaced() async throws {
    let studio = try Studio { _ in Reply(text: String(repeating: "x", count: Self.byteCount)) }
    let place = studio.folder.file("down")
    let target = Probe(
      .get, "/", task: .downloadDestination { _, _ in (place, [.removePreviousFile]) })
    try await studio.record([target])
    try FileManager.default.removeItem(at: place)
    let provider = studio.provider(.replay)
    let trace = Trace()
    let seen = await call(.withinTheFirstProgress, provider, target, trace: trace, atServer: nil)
    #expect(seen.error == "cancelled" && seen.status == 200 && seen.body.isEmpty)
    #expect(!FileManager.default.fileExists(atPath: place.path))
    #expect(await provider.seen(target).status == 200)
    #expect(try Data(contentsOf: place).count == Self.byteCount)
  }

  @Test func anUploadThatIsGivenUpHasNoResponse() async throws {
    let studio = try Studio { _ in Reply(text: "ok") }
    let file = try studio.folder.write(
      Array(repeating: 0x62, count: Self.byteCount), to: "up.bin")
    let target = Probe(.put, "/", task: .uploadFile(file))
    try await studio.record([target])
    let seen = await call(
      .withinTheFirstProgress, studio.provider(.replay), target, trace: Trace(), atServer: nil)
    #expect(seen.error == "cancelled" && seen.status == nil)
  }

  @Test func contentThatCannotBeReadFailsTheRun() async throws {
    let studio = try Studio { _ in Reply(text: String(repeating: "x", count: 3 << 20)) }
    try await studio.record([Probe(.get, "/")])
    for name in try studio.folder.contents() where name.hasPrefix("it.bodies/") {
      try studio.folder.write([0x1f], to: name)
    }
    var options = studio.options
    options.unplayed = .fail
    let reports = Reports()
    let provider = studio.provider(.replay, options: options, reports: reports)
    let seen = await call(
      .withinTheFirstProgress, provider, Probe(.get, "/"), trace: Trace(), atServer: nil)
    #expect(seen.error == "cancelled" && seen.status == nil)
    #expect(reports.failures.count == 1, "\(reports.text)")
    // The test has failed by that; that the entry is not played is no failure beside it.
    try await provider.finish()
  }

  /// A call's recording must not be given back twice: by then it may be another call's.
  @Test func aRecordingThatIsGivenBackIsSetAsideForOneCallOnly() async throws {
    let studio = try Studio { _ in Reply(text: "one") }
    try await studio.record([Probe(.get, "/")])
    let playback = Playback(
      cassette: try Cassette(contentsOf: studio.cassette), matching: .default, repeats: .never)
    let request = Cassette.Request(url: "https://api.test/")
    var first = try playback.reserve(request)
    first?.giveBack()
    let second = try playback.reserve(request)
    #expect(second != nil)
    first = nil
    #expect(try playback.reserve(request) == nil)
    _ = second
  }
}
