import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import Cassette
@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Streamed parts of uploads: recorded while they are sent, and read before only to find an answer.
struct StreamedUploadTests {
  private static let secret = "k7Qz-93hdAl_0sXwErTy"

  private func studio() throws -> Studio {
    try Studio { request in Reply(text: "\(request.path) \(request.bodyByteCount)") }
  }

  /// The content of the only part that the server received in its request of that number.
  private func received(_ studio: Studio, _ index: Int = 0) throws -> String {
    let text = try #require(studio.server.requests.dropFirst(index).first).bodyText
    let start = try #require(text.range(of: "\r\n\r\n")?.upperBound)
    let end = try #require(text.range(of: "\r\n--", options: .backwards)?.lowerBound)
    return String(text[start..<end])
  }

  /// The first part of a recorded upload.
  private func part(_ interaction: Cassette.Interaction?) throws -> Cassette.Body.Part {
    guard case .multipart(let parts)? = interaction?.matched.body else {
      throw POSIXError(.EINVAL)
    }
    return try #require(parts.first)
  }

  /// Text of more than 1 MiB, no two of whose pieces are alike, around something.
  private static func long(_ inner: String = "", _ seed: Int = 0) -> String {
    let filler = (0..<27_000).map { "line \($0 &* 7 &+ seed) of a text\n" }.joined()
    return filler + inner + "\n" + filler
  }

  @Test func nothingIsReadBeforeTheTransportAsks() async throws {
    let studio = try studio()
    let spy = SpiedStream("stream-one")
    let probe = SentPlugin(spy.log)
    let provider = studio.provider(plugins: [probe])
    _ = await provider.seen(.streamed(spy, 10))
    try await provider.finish()
    #expect(probe.logs == [SpiedStream.Log()])
    #expect(
      spy.seen
        == .init(openCount: 1, closeCount: 1, byteCount: 10, lateReadCount: 0, isOver: true))
    #expect(try received(studio) == "stream-one")
    let part = try part(studio.interactions().first)
    #expect(part == .init(name: "s", fileName: "", contentType: "", value: Data("stream-one".utf8)))
  }

  @Test(.timeLimit(.minutes(1))) func aStreamThatAnotherThreadFeedsIsNotDrainedEarly() async throws
  {
    // As a bound pair whose writer begins when the request is sent: a read before would wait for ever.
    let studio = try studio()
    let fed = DispatchSemaphore(value: 0)
    let spy = SpiedStream(Data("stream-one".utf8)) {
      fed.wait()
      fed.signal()
    }
    let provider = studio.provider(plugins: [SentPlugin(spy.log) { fed.signal() }])
    #expect(await provider.seen(.streamed(spy, 10)).status == 200)
    try await provider.finish()
    #expect(try part(studio.interactions().first).value == Data("stream-one".utf8))
  }

  @Test func aStreamThatNobodyOpensStaysUnread() async throws {
    let studio = try studio()
    let spy = SpiedStream("stream-one")
    let provider = studio.provider(
      session: Session(
        configuration: .ephemeral, startRequestsImmediately: false, interceptor: Refusing()))
    let seen = await provider.seen(.streamed(spy, 10))
    try await provider.finish()
    #expect(seen.error != nil && spy.seen == .init())
    #expect(try part(studio.interactions().first).value == Data("(10 bytes of a stream)".utf8))
  }

  @Test func theBytesOnTheWireAreTheSame() async throws {
    let studio = try studio()
    func target() -> Probe {
      Probe(
        .post, "/up",
        task: .uploadCompositeMultipart(
          [
            MultipartFormData(provider: .stream(SpiedStream("one"), 3), name: "a"),
            MultipartFormData(provider: .data(Data("two".utf8)), name: "b"),
            MultipartFormData(
              provider: .stream(SpiedStream("three"), 5), name: "c", fileName: "c.bin",
              mimeType: "x/y"),
            MultipartFormData(provider: .stream(SpiedStream(""), 0), name: "d", fileName: "d"),
          ], urlParameters: ["q": "1"]))
    }
    let plain = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, session: Studio.session())
    _ = await plain.seen(target())
    try await studio.record([target()])
    let bodies = studio.server.requests.map { request in
      let boundary = request.value(of: "Content-Type")?.split(separator: "=").last.map(String.init)
      return request.bodyText.replacingOccurrences(of: boundary ?? "?", with: "B")
    }
    #expect(bodies.count == 2 && bodies[0] == bodies[1])
    #expect(bodies[0].contains("name=\"a\"; filename=\"\"\r\nContent-Type: \r\n\r\none\r\n"))
    let seen = try await studio.replay([target()])
    #expect(seen[0].status == 200)
  }

  @Test(arguments: ["shorter", "longer", "failing", "empty", "nothing of much"])
  func oddStreamsEndAsTheyDoWithoutUs(kind: String) async throws {
    let studio = try studio()
    func target() -> Probe {
      switch kind {
      case "shorter": .streamed(SpiedStream("abc"), 10)
      case "longer": .streamed(SpiedStream("abcdefghijklmnop"), 10)
      case "failing":
        .streamed(SpiedStream(Data("abc".utf8), failure: POSIXError(.EIO)), 3)
      case "empty": .streamed(SpiedStream(""), 0)
      default: .streamed(SpiedStream(""), 10)
      }
    }
    let plain = MoyaProvider<Probe>(
      endpointClosure: { studio.live($0) }, session: Studio.session())
    let expected = await plain.seen(target())
    let live = try await studio.record([target()])
    #expect(live[0].error == expected.error && live[0].status == expected.status)
    #expect((expected.error == nil) == (kind == "empty"))
    // What came out of the stream is what is compared.
    let reports = Reports()
    let replayed = try await studio.replay([target()], reports: reports)
    #expect(!replayed[0].isMiss && (replayed[0].error == nil) == (kind == "empty"), "\(replayed)")
    #expect(reports.failures == [])
  }

  @Test func aRetrySendsThePartAgain() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      Reply(
        count.withLock { count in
          count += 1; return count == 1 ? 503 : 200
        }, text: "x")
    }
    let spy = SpiedStream("stream-one")
    let provider = studio.provider(
      session: Session(
        configuration: .ephemeral, startRequestsImmediately: false, interceptor: RetryingOnce()))
    var target = Probe.streamed(spy, 10)
    target.validationType = .successCodes
    #expect(await provider.seen(target).status == 200)
    try await provider.finish()
    #expect(try [0, 1].map { try received(studio, $0) } == ["stream-one", "stream-one"])
    #expect(spy.seen.byteCount == 10 && spy.seen.openCount == 1)
    #expect(try part(studio.interactions().first).value == Data("stream-one".utf8))
  }

  @Test func longContentIsKeptAsADigestWithoutItsSecrets() async throws {
    let studio = try studio()
    let text = Self.long("\npassword=\(Self.secret)\n")
    let count = text.utf8.count
    #expect(count > SideFiles.defaultThreshold)
    try await studio.record([.streamed(SpiedStream(text), count)])
    #expect(try received(studio) == text)
    let entry = try #require(try studio.interactions().first)
    let part = try part(entry)
    let digest = try #require(part.digest)
    #expect(part.value.isEmpty && digest.byteCount < count)
    let redacted = text.replacing(Self.secret, with: "[redacted:password]")
    #expect(digest.byteCount == redacted.utf8.count)
    #expect(digest.sha256 == Array(redacted.utf8).withUnsafeBytes { SHA256.hexadecimal($0) })
    #expect(entry.redactions.contains { $0.place == "built.body.part[s]" })
    #expect(entry.redactions.contains { $0.place == "request.body.part[s]" })
    try studio.expectNoLeak(of: [Self.secret], in: try studio.text())
    // Another secret in the same place is the same request; where there is none, size and hash count.
    let other = Self.long("\npassword=another-one-altogether\n")
    #expect(
      try await studio.replay([.streamed(SpiedStream(other), other.utf8.count)])[0].status == 200)
  }

  @Test func longContentMatchesByItsDigest() async throws {
    let studio = try studio()
    let texts = [Self.long("a"), Self.long("b")]
    func target(_ text: String) -> Probe { .streamed(SpiedStream(text), text.utf8.count) }
    try await studio.record(texts.map(target))
    #expect(try studio.interactions().allSatisfy { $0.redactions.isEmpty })
    let seen = try await studio.replay([target(texts[1]), target(texts[0]), target(Self.long("c"))])
    #expect(seen.map(\.isMiss) == [false, false, true])
  }

  @Test func whatARequestsFieldsTellIsKnownInItsStream() async throws {
    let studio = try studio()
    let text = Self.long("see \(Self.secret) there")
    var target = Probe.streamed(SpiedStream(text), text.utf8.count)
    target.headers = ["Authorization": "Bearer \(Self.secret)"]
    try await studio.record([target])
    let digest = try #require(try part(studio.interactions().first).digest)
    #expect(digest.sha256 != Array(text.utf8).withUnsafeBytes { SHA256.hexadecimal($0) })
    #expect(try studio.interactions()[0].redactions.contains { $0.place == "request.body.part[s]" })
  }

  @Test(arguments: ["longer", "as long", "short"])
  func whatIsAppendedIsSentWhole(kind: String) async throws {
    let studio = try studio()
    let first = Self.long("a")
    try await studio.record([.streamed(SpiedStream(first), first.utf8.count)])
    let second =
      switch kind {
      case "longer": Self.long("a", 1) + Self.long("more")
      case "as long": Self.long("b")
      default: "short"
      }
    let spy = SpiedStream(second)
    let seen = try await studio.calls(
      [
        .streamed(spy, second.utf8.count),
        .streamed(SpiedStream(first), first.utf8.count),
      ], studio.provider(.append))
    #expect(seen.map(\.status) == [200, 200])
    #expect(studio.server.requestCount == 2)
    #expect(try received(studio, 1) == second)
    #expect(spy.seen.byteCount == second.utf8.count && spy.seen.openCount == 1)
    let reports = Reports()
    let replayed = try await studio.replay(
      [.streamed(SpiedStream(second), second.utf8.count)], reports: reports)
    #expect(replayed[0].status == 200 && reports.failures == [])
  }

  @Test func anAppendedRouteThatIsNewIsNotReadBefore() async throws {
    let studio = try studio()
    try await studio.record([.streamed(SpiedStream("one"), 3)])
    let spies = [SpiedStream("two"), SpiedStream("two")]
    let probe = SentPlugin(spies[0].log)
    try await studio.calls(
      [.streamed(spies[0], 3, path: "/new"), .streamed(spies[1], 3)],
      studio.provider(.append, plugins: [probe]))
    // The second is on a route that is recorded, and is compared.
    #expect(probe.logs[0] == .init())
    #expect(
      try studio.interactions().map { try part($0).value }
        == ["one", "two", "two"].map { Data($0.utf8) })
  }

  @Test func whatIsVerifiedIsSentWhole() async throws {
    let studio = try studio()
    let text = Self.long("a")
    func target() -> Probe { .streamed(SpiedStream(text), text.utf8.count) }
    try await studio.record([target()])
    let reports = Reports()
    let seen = try await studio.calls([target()], studio.provider(.verify, reports: reports))
    #expect(seen[0].status == 200 && reports.failures == [])
    #expect(try received(studio, 1) == text)
  }

  @Test func theClosuresAloneDoTheSame() async throws {
    let studio = try studio()
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode)
      let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
      let provider = MoyaProvider<Probe>(
        endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
        session: Studio.session(), plugins: [run.recorder])
      #expect(await provider.seen(.streamed(SpiedStream("one"), 3)).status == 200)
      try await run.finish()
      #expect(try part(studio.interactions().first).value == Data("one".utf8))
    }
    #expect(studio.server.requestCount == 1)
  }
}

/// Keeps what was done with a stream when a request is about to be sent.
private final class SentPlugin: PluginType {
  private let log: TestSupport.Locked<SpiedStream.Log>
  private let then: @Sendable () -> Void
  private let kept = TestSupport.Locked<[SpiedStream.Log]>([])

  init(
    _ log: TestSupport.Locked<SpiedStream.Log>, then: @escaping @Sendable () -> Void = {}
  ) {
    (self.log, self.then) = (log, then)
  }

  var logs: [SpiedStream.Log] { kept.withLock { $0 } }

  func willSend(_ request: any RequestType, target: any TargetType) {
    let seen = log.withLock { $0 }
    kept.withLock { $0.append(seen) }
    then()
  }
}

/// Sends nothing.
private struct Refusing: RequestInterceptor {
  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    completion(.failure(POSIXError(.EACCES)))
  }
}

private struct RetryingOnce: RequestInterceptor {
  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    completion(request.retryCount == 0 ? .retry : .doNotRetry)
  }
}
