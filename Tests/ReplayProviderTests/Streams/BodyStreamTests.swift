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

/// A request's content that is a stream, whoever has set it.
struct BodyStreamTests {
  private func studio() throws -> Studio {
    try Studio { request in
      Reply(text: request.body.withUnsafeBytes { SHA256.hexadecimal($0) })
    }
  }

  private func sha256(_ text: String) -> String {
    Array(text.utf8).withUnsafeBytes { SHA256.hexadecimal($0) }
  }

  /// A requestClosure that gives each request the next stream.
  private func giving(_ streams: [InputStream]) -> MoyaProvider<Probe>.RequestClosure {
    let rest = TestSupport.Locked(streams[...])
    return { endpoint, done in
      do {
        var request = try endpoint.urlRequest()
        request.httpBodyStream = rest.withLock { $0.popFirst() }
        done(.success(request))
      } catch {
        done(.failure(.requestMapping(endpoint.url)))
      }
    }
  }

  @Test("BM-03: bodies given as streams") func bodiesGivenAsStreams() async throws {
    let texts = ["stream-one", "stream-two"]
    let digests = texts.map(sha256)
    // A multipart part.
    let parts = try Studio { request in
      Reply(text: texts.filter { request.bodyText.contains($0) }.map(sha256).joined())
    }
    func target(_ stream: SpiedStream) -> Probe { .streamed(stream, 10) }
    let sent = texts.map { SpiedStream($0) }
    #expect(try await parts.record(sent.map(target)).map(\.text) == digests)
    #expect(parts.server.requestCount == 2)
    let replayed = try await parts.replay(texts.reversed().map { target(SpiedStream($0)) })
    #expect(replayed.map(\.text) == digests.reversed())
    #expect(sent.allSatisfy { $0.seen.byteCount == 10 && $0.seen.lateReadCount == 0 })

    // A stream that a requestClosure sets.
    let bodies = try studio()
    let spies = texts.map { SpiedStream($0) }
    let up = Probe(.post, "/up")
    let live = try await bodies.calls([up, up], bodies.provider(requestClosure: giving(spies)))
    #expect(live.map(\.text) == digests)
    #expect(bodies.server.requests.map(\.bodyText) == texts)
    #expect(try bodies.interactions().map(\.request.body) == texts.map { .bytes(Data($0.utf8)) })
    #expect(spies.allSatisfy { $0.seen.byteCount == 10 && $0.seen.lateReadCount == 0 })
    // By the content as sent, each gets its own answer.
    var options = bodies.options
    options.matching = .default.removing(.body).adding(.sent(.body))
    let turned = texts.reversed().map { SpiedStream($0) }
    let matched = try await bodies.calls(
      [up, up], bodies.provider(.replay, options: options, requestClosure: giving(turned)))
    #expect(matched.map(\.text) == digests.reversed())
    #expect(turned.allSatisfy { $0.seen.byteCount == 10 && $0.seen.lateReadCount == 0 })
    // By the request as built, before a requestClosure, recorded order decides.
    let second = texts.reversed().map { SpiedStream($0) }
    let reports = Reports()
    let again = try await bodies.calls(
      [up, up], bodies.provider(.replay, reports: reports, requestClosure: giving(second)))
    #expect(again.map(\.text) == digests && reports.failures == [])
    #expect(second.allSatisfy { $0.seen == .init() })
  }

  @Test(arguments: ["plugin alone", "closures", "plugin behind", "adapter"])
  func whoeverSetsTheStreamItIsRecorded(who: String) async throws {
    let studio = try studio()
    let spy = SpiedStream("stream-one")
    let target = Probe(.post, "/up", headers: ["Content-Type": "text/plain"])
    let run = studio.run()
    let provider: MoyaProvider<Probe>
    switch who {
    case "plugin alone":
      provider = MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, requestClosure: giving([spy]),
        session: Studio.session(), plugins: [run.recorder])
    case "closures":
      let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
      provider = MoyaProvider<Probe>(
        endpointClosure: player.endpointClosure, requestClosure: giving([spy]),
        stubClosure: player.stubClosure, session: Studio.session(), plugins: [run.recorder])
    case "plugin behind":
      provider = ReplayProvider<Probe>(
        run: run, endpointClosure: { studio.live($0) }, session: Studio.session(),
        plugins: [Streaming(stream: spy)])
    default:
      provider = ReplayProvider<Probe>(
        run: run, endpointClosure: { studio.live($0) },
        session: Session(
          configuration: .ephemeral, startRequestsImmediately: false,
          interceptor: Streaming(stream: spy)))
    }
    #expect(await provider.seen(target).text == sha256("stream-one"))
    try await run.finish()
    let entry = try studio.interactions()[0]
    #expect(entry.request.body == .bytes(Data("stream-one".utf8)))
    #expect(entry.notes == [])
    #expect(spy.seen.openCount == 1 && spy.seen.byteCount == 10)
  }

  @Test func anEmptyStreamIsNoContent() async throws {
    let studio = try studio()
    let provider = studio.provider(requestClosure: giving([SpiedStream("")]))
    #expect(try await studio.calls([Probe(.post, "/up")], provider)[0].text == sha256(""))
    let entry = try studio.interactions()[0]
    #expect(entry.request.body == .empty && entry.notes == [])
  }

  @Test func aStreamThatFailsIsRecordedAsFarAsItCame() async throws {
    let studio = try studio()
    let spy = SpiedStream(Data("abc".utf8), failure: POSIXError(.EIO))
    let provider = studio.provider(requestClosure: giving([spy]))
    let seen = try await studio.calls([Probe(.post, "/up")], provider)
    let entry = try studio.interactions()[0]
    #expect(entry.request.body == .bytes(Data("abc".utf8)))
    #expect((seen[0].error == nil) == (entry.outcome.failure == nil))
  }

  @Test func aStreamOfMoreThanIsHeldIsKeptAsADigestWithoutItsSecrets() async throws {
    let secret = "k7Qz-93hdAl_0sXwErTy"
    let studio = try studio()
    let filler = (0..<27_000).map { "line \($0) of a text\n" }.joined()
    let text = filler + "\npassword=\(secret)\n" + filler
    let provider = studio.provider(requestClosure: giving([SpiedStream(text)]))
    let target = Probe(.post, "/up", headers: ["Content-Type": "text/plain"])
    #expect(try await studio.calls([target], provider)[0].text == sha256(text))
    let entry = try studio.interactions()[0]
    let redacted = text.replacing(secret, with: "[redacted:password]")
    #expect(
      entry.request.body
        == .digest(byteCount: redacted.utf8.count, sha256: sha256(redacted)))
    #expect(entry.redactions.map(\.place) == ["request.body"])
    try studio.expectNoLeak(of: [secret], in: try studio.text())
  }

  @Test func aStreamIsLeftAloneWhereNothingIsRecorded() async throws {
    let studio = try studio()
    let spy = SpiedStream("stream-one")
    let identity = ObjectIdentifier(spy)
    let seenStream = TestSupport.Locked(false)
    let provider = studio.provider(
      .live, requestClosure: giving([spy]),
      plugins: [
        Looking { request in
          let stream = request.request?.httpBodyStream.map { ObjectIdentifier($0) }
          seenStream.withLock { $0 = stream == identity }
        }
      ])
    #expect(await provider.seen(Probe(.post, "/up")).text == sha256("stream-one"))
    try await provider.finish()
    #expect(seenStream.withLock { $0 })
  }
}

/// Sets the stream as a plugin or as an adapter.
private struct Streaming: PluginType, RequestInterceptor, @unchecked Sendable {
  // Unchecked: the transport alone reads it.
  let stream: InputStream

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    var request = request
    request.httpBodyStream = stream
    return request
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    var request = urlRequest
    request.httpBodyStream = stream
    completion(.success(request))
  }
}

/// Looks at what is about to be sent.
private struct Looking: PluginType {
  let look: @Sendable (any RequestType) -> Void

  func willSend(_ request: any RequestType, target: any TargetType) { look(request) }
}
