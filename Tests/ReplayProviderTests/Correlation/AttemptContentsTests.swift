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

/// What is kept of the contents of a call's attempts, each of its own.
struct AttemptContentsTests {
  /// Adapts each attempt by its number, from 0, and tries again so many times.
  private struct Interceptor: RequestInterceptor {
    private let adaptations = TestSupport.Locked(0)
    let limit: Int
    var adapting: @Sendable (inout URLRequest, Int) -> Void = { _, _ in }

    init(limit: Int, adapting: @escaping @Sendable (inout URLRequest, Int) -> Void) {
      (self.limit, self.adapting) = (limit, adapting)
    }

    func adapt(
      _ urlRequest: URLRequest, for session: Session,
      completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
      let number = adaptations.withLock { value in
        defer { value += 1 }
        return value
      }
      var request = urlRequest
      adapting(&request, number)
      completion(.success(request))
    }

    func retry(
      _ request: Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      completion(request.retryCount < limit ? .retry : .doNotRetry)
    }
  }

  private func record(
    _ target: Probe, _ studio: Studio, _ flow: Flow, _ interceptor: Interceptor
  ) async throws -> Cassette.Interaction {
    let run = studio.run(.rerecord, reporter: Reports().reporter)
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: interceptor)
    let provider: MoyaProvider<Probe> = flow.provider(
      run, session: session, endpointClosure: { studio.live($0) })
    _ = await provider.seen(target)
    try await run.finish()
    let entries = try studio.interactions()
    #expect(entries.count == 1)
    return try #require(entries.first)
  }

  private func text(_ body: Cassette.Body?) -> String? {
    body?.data.map { String(decoding: $0, as: UTF8.self) }
  }

  private func target(_ method: Moya.Method = .post) -> Probe {
    Probe(method, "/a", validationType: .successCodes)
  }

  /// Replies 503 until the last attempt; each says what was sent.
  private func echo(failures: Int) throws -> Studio {
    let count = TestSupport.Locked(0)
    return try Studio { request in
      let number = count.withLock { value in
        defer { value += 1 }
        return value
      }
      return Reply(number < failures ? 503 : 200, text: "got \(request.bodyText.prefix(20))")
    }
  }

  @Test(arguments: Flow.seeing + [.veiledClosures], [false, true])
  func eachAttemptHasItsOwn(flow: Flow, isStreamed: Bool) async throws {
    let studio = try echo(failures: 2)
    let interceptor = Interceptor(limit: 2) { request, number in
      let content = Data("attempt-\(number)".utf8)
      if isStreamed {
        request.httpBodyStream = InputStream(data: content)
      } else {
        request.httpBody = content
      }
      request.setValue("text/plain", forHTTPHeaderField: "Content-Type")
    }
    let entry = try await record(target(), studio, flow, interceptor)
    #expect(studio.server.requests.map(\.bodyText) == ["attempt-0", "attempt-1", "attempt-2"])
    #expect(text(entry.request.body) == "attempt-2")
    #expect(text(entry.outcome.response?.body) == "got attempt-2")
    #expect(entry.attempts.map { text($0.request.body) } == ["attempt-0", "attempt-1"])
    if Flow.seeing.contains(flow) {
      #expect(
        entry.attempts.map { text($0.outcome.response?.body) }
          == ["got attempt-0", "got attempt-1"])
      #expect(entry.notes == [])
    }
  }

  @Test(arguments: Flow.seeing) func aLargeStreamOfAnAttemptIsADigest(flow: Flow) async throws {
    let studio = try echo(failures: 1)
    let size = SideFiles.defaultThreshold
    let interceptor = Interceptor(limit: 1) { request, number in
      let content = number == 0 ? Data(repeating: UInt8(ascii: "x"), count: size) : Data("y".utf8)
      request.httpBodyStream = InputStream(data: content)
    }
    let entry = try await record(target(), studio, flow, interceptor)
    #expect(text(entry.request.body) == "y")
    guard case .digest(size, _)? = entry.attempts.first?.request.body else {
      Issue.record("\(String(describing: entry.attempts.first?.request.body))")
      return
    }
  }

  /// The last attempt fails before anything is read: its request has no content.
  @Test(arguments: Flow.seeing) func aStreamThatNobodyOpensIsNoContent(flow: Flow) async throws {
    let studio = try echo(failures: 1)
    let nowhere = try LoopbackServer { _ in Reply() }
    let closed = nowhere.baseURL
    nowhere.stop()
    let interceptor = Interceptor(limit: 1) { request, number in
      request.httpBodyStream = InputStream(data: Data("attempt-\(number)".utf8))
      if number == 1 { request.url = closed.appendingPathComponent("a") }
    }
    let run = studio.run(
      .rerecord, options: CassetteOptions(allowsOnlyFailures: true), reporter: Reports().reporter)
    let session = Session(
      configuration: .ephemeral, startRequestsImmediately: false, interceptor: interceptor)
    let provider: MoyaProvider<Probe> = flow.provider(
      run, session: session, endpointClosure: { studio.live($0) })
    _ = await provider.seen(target())
    try await run.finish()
    let entry = try #require(try studio.interactions().first)
    #expect(entry.outcome.failure?.code == NSURLErrorCannotConnectToHost)
    #expect(entry.attempts.map { text($0.request.body) } == ["attempt-0"])
    #expect(entry.request.body == .empty)
  }

  @Test(arguments: [Flow.pluginAlone, .replayProvider], [false, true])
  func ofManyTheFirstAndTheLastAreKept(flow: Flow, isUpload: Bool) async throws {
    let count = TestSupport.Locked(0)
    let size = 100_000
    let studio = try Studio { _ in
      let number = count.withLock { value in
        defer { value += 1 }
        return value
      }
      let text = "\(number) " + String(repeating: "x", count: size)
      return Reply(503, text: isUpload ? "\(number) " : text)
    }
    var target = target()
    if isUpload {
      let data = MultipartFormData(provider: .data(Data(count: size)), name: "part")
      target.task = .uploadMultipart([data])
    }
    let entry = try await record(target, studio, flow, Interceptor(limit: 20) { _, _ in })
    #expect(studio.server.requestCount == 21)
    let numbers = Array(0..<8) + Array(12..<20)
    #expect(entry.attempts.count == 16)
    let held = entry.attempts.map {
      ($0.outcome.response?.body.byteCount ?? 0) + $0.request.body.byteCount
    }
    #expect(held.reduce(0, +) <= 1 << 20)
    // Ten fit, whichever side has them.
    #expect(held.count { $0 > size } == 10)
    #expect(entry.attempts.allSatisfy { $0.outcome.response?.status == 503 })
    if isUpload {
      #expect(
        entry.attempts.map { text($0.outcome.response?.body) } == numbers.map { "\($0) " })
    } else {
      for (attempt, number) in zip(entry.attempts, numbers)
      where attempt.outcome.response?.contentIsMissing == false {
        #expect(text(attempt.outcome.response?.body)?.hasPrefix("\(number) ") == true)
      }
    }
    #expect(
      entry.notes.last == "4 attempts were left out, from attempt 8 on: 16 of a call are kept")
    #expect(entry.notes.count == 7)
    #expect(
      entry.notes.dropLast().allSatisfy {
        $0.hasSuffix(
          "the content of its \(isUpload ? "request" : "answer") was too large to be kept")
      }, "\(entry.notes)")
  }
}
#endif
