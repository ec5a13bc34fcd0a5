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

/// Calls that an interceptor tries again, live and over their recorded attempts.
struct RetriesAsLiveTests {
  /// One program and its server.
  struct Case: CustomTestStringConvertible, Sendable {
    let name: String
    let replies: [Reply]
    var task: @Sendable () -> Moya.Task = { .requestPlain }
    /// Whether the target's content goes into a file.
    var isDownload = false
    var adapting: TracedInterceptor.Adapting = { _, _ in .adapted }
    var retrying: TracedInterceptor.Retrying = { _, _ in .retry }
    /// Whether the end is a failure, and of what kind.
    let kind: String
    var testDescription: String { name }
  }

  static let cases: [Case] = [
    Case(
      name: "a token is refreshed",
      replies: [Reply(401, text: "expired"), Reply(text: "yes")],
      adapting: { request, number in
        request.setValue("Bearer \(number)", forHTTPHeaderField: "Authorization")
        return .adapted
      }, retrying: { _, _ in .retry }, kind: "200"),
    Case(
      name: "from another thread",
      replies: [Reply(401, text: "expired"), Reply(401), Reply(text: "yes")],
      adapting: { _, _ in .later }, retrying: { _, _ in .retryLater }, kind: "200"),
    Case(
      name: "twice each", replies: [Reply(401, text: "expired"), Reply(text: "yes")],
      adapting: { _, _ in .twice }, retrying: { _, _ in .retryTwice }, kind: "200"),
    Case(
      name: "until the limit", replies: [Reply(503, text: "1"), Reply(503), Reply(503, text: "3")],
      retrying: { request, _ in request.retryCount < 2 ? .retry : .doNotRetry },
      kind: "validation unacceptableStatusCode(code: 503)"),
    Case(
      name: "without answers", replies: [.closed, Reply(text: "abc").truncated(to: 1), .closed],
      retrying: { request, _ in request.retryCount < 2 ? .retry : .doNotRetry },
      kind: "task NSURLErrorDomain -1005"),
    Case(
      name: "adapters that fail at first", replies: [Reply(text: "yes")],
      adapting: { _, number in number < 2 ? .failure : .adapted }, kind: "200"),
    Case(
      name: "an adapter that fails in between", replies: [Reply(500), Reply(text: "yes")],
      adapting: { _, number in number == 1 ? .failure : .adapted }, kind: "200"),
    Case(
      name: "an adapter that fails at last", replies: [Reply(401, text: "no")],
      adapting: { _, number in number > 0 ? .failure : .adapted },
      retrying: { request, _ in request.retryCount < 1 ? .retry : .doNotRetry },
      kind: "requestAdaptationFailed(error: Error Domain=signing Code=1 "),
    Case(
      name: "a token cannot be refreshed", replies: [Reply(500), Reply(401, text: "no")],
      retrying: { request, _ in
        request.response?.statusCode == 401 ? .doNotRetryWithError : .retry
      }, kind: "requestRetryFailed(retryError: Error Domain=refresh Code=9 "),
    Case(
      name: "an upload", replies: [Reply(503, text: "busy"), Reply(201)],
      task: {
        .uploadMultipart([MultipartFormData(provider: .data(Data("part".utf8)), name: "p")])
      }, kind: "201"),
    Case(
      name: "a download", replies: [Reply(503, text: "busy"), Reply(text: "file")],
      isDownload: true, kind: "200"),
    Case(
      name: "a delay", replies: [Reply(429), Reply(text: "yes")],
      retrying: { _, _ in .retryWithDelay(0.001) }, kind: "200"),
  ]

  @Test(arguments: cases) func eventsAreThoseOfTheLiveCall(of parity: Case) async throws {
    let rest = TestSupport.Locked(parity.replies[...])
    let studio = try Studio { _ in
      rest.withLock { $0.popFirst() } ?? Reply(500, text: "no reply is left")
    }
    let file = studio.folder.file("down")
    func play(_ mode: RecordMode?) async throws -> (events: [String], seen: Seen) {
      let trace = Trace()
      let interceptor = TracedInterceptor(
        trace, adapting: parity.adapting, retrying: parity.retrying)
      let reports = Reports()
      var options = studio.options
      options.allowsOnlyFailures = true
      let provider = studio.provider(
        mode, options: options, reports: reports, session: .intercepted(interceptor),
        plugins: [trace])
      let task =
        parity.isDownload
        ? .downloadDestination { _, _ in (file, [.removePreviousFile]) } : parity.task()
      let target = Probe(.post, "/a", task: task, validationType: .successCodes)
      let seen = await provider.traced(target, trace)
      try await provider.finish()
      #expect(reports.failures == [])
      // When a program hears of bytes under way is a matter of timing.
      let events = trace.events.filter { $0 != "progress" }
      let last = trace.progress.last
      return (events + ["\(last?.progress ?? 0) \(last?.response?.statusCode ?? 0)"], seen)
    }
    let live = try await play(nil)
    #expect(live.seen.kind.hasPrefix(parity.kind), "\(live.seen.kind)")
    #expect(try studio.interactions().first?.attempts.isEmpty == false)
    studio.server.stop()
    let hits = studio.server.acceptCount
    let facts = try FileFacts(studio.cassette)
    try? FileManager.default.removeItem(at: file)
    let replayed = try await play(.replay)
    #expect(replayed.events == live.events)
    #expect(replayed.seen == live.seen)
    #expect(studio.server.acceptCount == hits)
    #expect(try FileFacts(studio.cassette) == facts)
    if parity.isDownload { #expect(try studio.folder.read("down") == Data("file".utf8)) }
  }
}

extension Session {
  /// A session that shares no cookies, with that interceptor.
  static func intercepted(_ interceptor: any RequestInterceptor) -> Session {
    Session(configuration: .ephemeral, startRequestsImmediately: false, interceptor: interceptor)
  }
}

extension MoyaProvider {
  /// What the caller sees of a call whose progress and end are noted, and when `request` has returned.
  func traced(_ target: Target, _ trace: Trace) async -> Seen {
    await withCheckedContinuation { continuation in
      request(
        target, callbackQueue: DispatchQueue(label: "traced"), progress: { trace.note($0) },
        completion: { result in
          trace.note("completion \(Seen(result).kind)")
          continuation.resume(returning: Seen(result))
        })
    }
  }
}
#endif
