import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// How a served call is known through all of Moya's messages, and what of its target is asked for.
struct ServedCallsTests {
  private func studio() throws -> Studio {
    try Studio { Reply(text: "answer to \($0.path)") }
  }

  /// Counts how often it encodes; says each time something else.
  private struct CountingEncoding: ParameterEncoding {
    let count = TestSupport.Locked(0)

    func encode(
      _ request: any URLRequestConvertible, with parameters: Parameters?
    ) throws -> URLRequest {
      let number = count.withLock { count in
        count += 1
        return count
      }
      var request = try request.asURLRequest()
      request.setValue("\(number)", forHTTPHeaderField: "X-Nonce")
      return request
    }
  }

  @Test func whatATaskCarriesIsEncodedOnceForACallThatIsServed() async throws {
    let studio = try studio()
    var target = Probe(.get, "/a")
    target.baseURL = studio.server.baseURL
    try await studio.record([target])
    let encoding = CountingEncoding()
    target.task = .requestParameters(parameters: [:], encoding: encoding)
    let built = TestSupport.Locked<[String?]>([])
    let provider = ReplayProvider<Probe>(
      cassette: .file(studio.cassette), mode: .replay,
      options: .init(matching: .default, origins: studio.options.origins),
      requestClosure: { endpoint, done in
        let request = try? endpoint.urlRequest()
        built.withLock { $0.append(request?.value(forHTTPHeaderField: "X-Nonce")) }
        MoyaProvider<Probe>.defaultRequestMapping(for: endpoint, closure: done)
      })
    let seen = await provider.seen(target)
    #expect(seen.summary == "200 answer to /a")
    #expect(encoding.count.withLock { $0 } == 1)
    // What was matched is what is sent.
    #expect(built.withLock { $0 } == ["1"])
  }

  /// Begins another call when it hears of an answer, on the thread that tells it.
  private final class Follower: PluginType, @unchecked Sendable {
    // Unchecked: a lock guards what is set before the first call.
    private let follow = TestSupport.Locked<(@Sendable () -> Void)?>(nil)

    func begin(_ call: @escaping @Sendable () -> Void) { follow.withLock { $0 = call } }

    func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
      let call = follow.withLock { follow in
        defer { follow = nil }
        return follow
      }
      call?()
    }
  }

  @Test(arguments: [false, true])
  func aCallThatAPluginBeginsWhileItIsToldOfAnotherIsItsOwn(isBare: Bool) async throws {
    let studio = try studio()
    let targets = [Probe(.get, "/outer"), Probe(.get, "/inner"), Probe(.get, "/after")]
    try await studio.record(targets)
    let reports = Reports()
    let follower = Follower()
    let run = studio.run(.replay, reporter: reports.reporter)
    let outer = ReplayProvider<Probe>(
      run: run, endpointClosure: { studio.live($0) }, plugins: [follower])
    let player = run.player(for: Probe.self, endpointClosure: { studio.live($0) })
    let bare = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
      plugins: [run.recorder])
    let inner = isBare ? bare : outer
    let (answers, answer) = AsyncStream<Seen>.makeStream()
    follower.begin { inner.request(Probe(.get, "/inner")) { answer.yield(Seen($0)) } }
    #expect(await outer.seen(targets[0]).summary == "200 answer to /outer")
    var iterator = answers.makeAsyncIterator()
    #expect(await iterator.next()?.summary == "200 answer to /inner")
    #expect(await outer.seen(targets[2]).summary == "200 answer to /after")
    try await run.finish()
    #expect(reports.text.isEmpty)
  }
}
