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

/// The same request several times.
struct SequencesCaseTests {
  @Test("SQ-01: polling: in order, then used up, or the last again") func polling() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      let number = count.withLock { value in
        value += 1; return value
      }
      return number < 3 ? Reply(202, text: "pending") : Reply(200, text: "done")
    }
    let poll = Probe(.get, "/job/7")
    let live = try await studio.parity([poll, poll, poll])
    #expect(live.map(\.summary) == ["202 pending", "202 pending", "200 done"])
    let reports = Reports()
    let seen = try await studio.replay([poll, poll, poll, poll], reports: reports)
    #expect(seen[3].isMiss)
    for word in ["GET", "/job/7", "recorded 3 times, all used (3 of 3)"] {
      #expect(reports.text.contains(word))
    }
    var options = studio.options
    options.repeats = .repeatLast
    let repeated = try await studio.replay([poll, poll, poll, poll, poll], options: options)
    #expect(repeated.map(\.text) == ["pending", "pending", "done", "done", "done"])
  }

  @Test("SQ-02: a retry after 429: both, in order") func retryAfterTooManyRequests() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      count.withLock { value in
        value += 1; return value
      } == 1
        ? Reply(429, fields: [("Retry-After", "3600")]) : Reply(201, text: "made")
    }
    let order = Probe(.post, "/o", "application/json", #"{"n":1}"#)
    let live = try await studio.parity([order, order])
    #expect(live.map(\.status) == [429, 201])
    #expect(
      try studio.interactions().map(\.request.body.data)
        == Array(repeating: Data(#"{"n":1}"#.utf8), count: 2))
    let clock = ContinuousClock()
    let time = try await clock.measure { _ = try await studio.replay([order, order]) }
    // Nowhere near an hour, however busy the machine.
    #expect(time < .seconds(60))
  }

  @Test("SQ-01: two polls that take turns each go on by themselves, and repeat their own last")
  func twoPollsInTurn() async throws {
    let counts = TestSupport.Locked<[String: Int]>([:])
    let studio = try Studio { request in
      let number = counts.withLock { counts in
        counts[request.bodyText, default: 0] += 1
        return counts[request.bodyText] ?? 0
      }
      return Reply(text: "\(request.bodyText) \(number)")
    }
    func poll(_ job: Int) -> Probe {
      Probe(.post, "/poll", "application/json", #"{"job":\#(job)}"#)
    }
    let live = try await studio.parity([poll(1), poll(2), poll(1), poll(2), poll(2)])
    var options = studio.options
    options.repeats = .repeatLast
    // In another order, and for longer.
    let seen = try await studio.replay(
      [poll(2), poll(2), poll(1), poll(2), poll(2), poll(1), poll(1)], options: options)
    #expect(
      seen.map(\.text) == [1, 3, 0, 4, 4, 2, 2].map { live[$0].text })
    let reports = Reports()
    let more = try await studio.replay([poll(1), poll(1), poll(1)], reports: reports)
    #expect(more.map(\.isMiss) == [false, false, true])
    #expect(reports.text.contains("recorded 2 times, all used (2 of 2)"))
  }

  @Test("SQ-02: a retry after a date, then a redirection, then a conflict: all in order")
  func furtherRefusals() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { request in
      if request.path == "/moved" { return Reply(text: "moved") }
      let number = count.withLock { value in
        value += 1; return value
      }
      switch number {
      case 1:
        return Reply(503, fields: [("Retry-After", "Fri, 31 Dec 2099 23:59:59 GMT")])
      case 2: return Reply(303, fields: [("Location", "/moved")])
      case 3: return Reply(409, text: "conflict")
      default: return Reply(201, text: "made")
      }
    }
    let order = Probe(.post, "/o", "application/json", #"{"n":1}"#)
    let live = try await studio.parity([order, order, order, order])
    #expect(live.map(\.status) == [503, 200, 409, 201])
    #expect(live[1].text == "moved" && live[0]["retry-after"] == "Fri, 31 Dec 2099 23:59:59 GMT")
    #expect(
      try studio.interactions().prefix(4).map { $0.matched.body.data }
        == Array(repeating: Data(#"{"n":1}"#.utf8), count: 4))
  }

  /// The outcome that the caller saw is the entry, whatever it took to get it.
  @Test func retryByAnInterceptor() async throws {
    struct Retrying: RequestInterceptor {
      func retry(
        _ request: Request, for session: Session, dueTo error: any Error,
        completion: @escaping @Sendable (RetryResult) -> Void
      ) {
        completion(request.retryCount < 2 ? .retry : .doNotRetry)
      }
    }
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      count.withLock { value in
        value += 1; return value
      } < 3
        ? .reset : Reply(200, text: "at last")
    }
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: Retrying())
    let live = try await studio.calls(
      [Probe(.get, "/flaky"), Probe(.get, "/flaky")], studio.provider(session: session))
    #expect(live.map(\.summary) == ["200 at last", "200 at last"])
    #expect(studio.server.requestCount == 4)
    #expect(try studio.interactions().count == 2)
    let seen = try await studio.calls(
      [Probe(.get, "/flaky"), Probe(.get, "/flaky")],
      studio.provider(.replay, session: session))
    #expect(seen == live)
    #expect(studio.server.requestCount == 4)
  }

  @Test func successesAndFailuresInTurn() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      let number = count.withLock { value in
        value += 1; return value
      }
      // curl sends again what fails on a connection that it has used before.
      return number.isMultiple(of: 2) ? .reset : Reply(text: "\(number)").closing()
    }
    let live = try await studio.parity(Array(repeating: Probe(.get, "/a"), count: 6))
    #expect(live.map { $0.error == nil } == [true, false, true, false, true, false])
  }
}
