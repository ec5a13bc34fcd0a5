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

/// What providers can do besides sending a request: recording and replay agree on it.
struct ProvidersCaseTests {
  /// What happened, in order, told from any thread.
  private final class Events: Sendable {
    private let list = TestSupport.Locked<[String]>([])
    var all: [String] { list.withLock { $0 } }
    func add(_ event: String) { list.withLock { $0.append(event) } }
  }

  private struct Watcher: PluginType {
    let events: Events
    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      events.add("prepare \(target.path)")
      return request
    }
    func willSend(_ request: any RequestType, target: any TargetType) {
      events.add("willSend \(request.request?.url?.path ?? "-")")
    }
    func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
      events.add("didReceive \(Seen(result).summary)")
    }
    func process(_ result: Result<Moya.Response, MoyaError>, target: any TargetType)
      -> Result<Moya.Response, MoyaError>
    {
      events.add("process \(Seen(result).summary)")
      return result.map {
        Moya.Response(
          statusCode: $0.statusCode + 1, data: $0.data, request: $0.request,
          response: $0.response)
      }
    }
  }

  @Test func oddMethods() async throws {
    let studio = try Studio { request in
      Reply(fields: [("Allow", "GET")], text: "\(request.method) \(request.bodyText)")
    }
    let methods = ["OPTIONS", "TRACE", "PROPFIND", "post", "QUERY", "M-SEARCH"]
    let live = try await studio.parity(methods.map { Probe(.init(rawValue: $0), "/m") })
    #expect(live.allSatisfy { $0.status == 200 })
    // Methods are case-sensitive; Foundation spells those that it knows in its own way.
    let kept = try studio.interactions().map(\.request.method)
    #expect(kept.count == methods.count)
    #expect(try await studio.replay([Probe(.init(rawValue: "propfind"), "/m")])[0].isMiss)
  }

  @Test func interimAnswers() async throws {
    let studio = try Studio { _ in
      .raw(
        text:
          "HTTP/1.1 103 Early Hints\r\nLink: </a>\r\n\r\nHTTP/1.1 200 OK\r\nX-A: 1\r\nContent-Length: 2\r\n\r\nok"
      )
    }
    let live = try await studio.parity([Probe(.get, "/a")])
    #expect(live[0].summary == "200 ok" && live[0]["x-a"] == "1")
  }

  @Test func pluginsSeeTheSameInTheSameOrder() async throws {
    let studio = try Studio { request in
      request.path == "/cut" ? Reply(text: "abc").truncated(to: 1) : Reply(404, text: "x")
    }
    var seen: [[String]] = []
    for mode in [RecordMode.once, .replay] {
      let events = Events()
      let provider = studio.provider(mode, plugins: [Watcher(events: events)])
      for target in [
        Probe(.get, "/a"), Probe(.get, "/cut"), Probe(.get, "/b", validationType: .successCodes),
      ] {
        events.add("result \(await provider.seen(target).summary)")
      }
      try await provider.finish()
      seen.append(events.all)
    }
    #expect(seen[0] == seen[1])
    #expect(
      seen[0].prefix(5) == [
        "prepare /a", "willSend /a", "didReceive 404 x", "process 404 x", "result 405 x",
      ])
  }

  @Test func cancellationIsNoFactAboutTheServer() async throws {
    let gate = Gate()
    let studio = try Studio { request in
      request.path == "/slow" ? Reply(text: "slow").held(at: gate) : Reply(text: request.path)
    }
    let recording = studio.provider()
    #expect(await recording.seen(Probe(.get, "/a")).text == "/a")
    for isDuring in [true, false] {
      let arrived = studio.server.requestCount + 1
      let result = TestSupport.Locked<Seen?>(nil)
      let done = AsyncStream.makeStream(of: Void.self)
      let call = recording.request(
        Probe(.get, "/slow"), callbackQueue: DispatchQueue(label: "callbacks")
      ) {
        let seen = Seen($0)
        result.withLock { $0 = seen }
        done.continuation.yield()
      }
      if isDuring { _ = await studio.server.waitForRequests(arrived) }
      call.cancel()
      for await _ in done.stream { break }
      #expect(result.withLock { $0?.error } == "cancelled", "\(isDuring)")
    }
    #expect(await recording.seen(Probe(.get, "/b")).text == "/b")
    try await recording.finish()
    gate.open()
    #expect(
      try studio.interactions().map(\.request.url) == ["https://api.test/a", "https://api.test/b"])

    // In replay the recording is given back, for whoever asks next.
    let replaying = studio.provider(.replay)
    let result = TestSupport.Locked<Seen?>(nil)
    await withCheckedContinuation { continuation in
      let queue = DispatchQueue(label: "callbacks")
      queue.suspend()
      let call = replaying.request(Probe(.get, "/a"), callbackQueue: queue) {
        let seen = Seen($0)
        result.withLock { $0 = seen }
        continuation.resume()
      }
      call.cancel()
      queue.resume()
    }
    #expect(result.withLock { $0?.error } == "cancelled")
    #expect(await replaying.seen(Probe(.get, "/a")).text == "/a")
    try await replaying.finish()
  }

  @Test func aProviderLetGoOfEarlyStillAnswers() async throws {
    let studio = try Studio { Reply(text: $0.path).delayed(by: .milliseconds(50)) }
    var seen: [Seen] = []
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode, reporter: Reports().reporter)
      seen.append(
        await withCheckedContinuation { continuation in
          // Nobody holds the provider while the call is under way.
          ReplayProvider<Probe>(run: run, endpointClosure: { studio.live($0) }).request(
            Probe(.get, "/a"), callbackQueue: DispatchQueue(label: "callbacks")
          ) { continuation.resume(returning: Seen($0)) }
        })
      try await run.finish()
    }
    #expect(seen[0].text == "/a" && seen[0] == seen[1])
    #expect(try studio.interactions().count == 1)
  }

  @Test func callsThatShareAnAnswer() async throws {
    let gate = Gate()
    let studio = try Studio { request in Reply(text: request.path).held(at: gate) }
    for mode in [RecordMode.once, .replay] {
      let provider = studio.provider(mode, trackInflights: true)
      let texts = TestSupport.Locked<[String]>([])
      let queue = DispatchQueue(label: "callbacks")
      if mode == .replay { queue.suspend() }
      await withCheckedContinuation { continuation in
        for _ in 0..<3 {
          provider.request(Probe(.get, "/a"), callbackQueue: queue) { result in
            let isLast = texts.withLock { texts in
              texts.append(Seen(result).summary)
              return texts.count == 3
            }
            if isLast { continuation.resume() }
          }
        }
        if mode == .replay { queue.resume() }
        gate.open()
      }
      try await provider.finish()
      #expect(texts.withLock { $0 } == ["200 /a", "200 /a", "200 /a"])
      #expect(try studio.interactions().count == 1)
    }
    #expect(studio.server.requestCount == 1)
  }

  @Test func multiTargetsAndSeveralProvidersOfARun() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let base = studio.server.baseURL.absoluteString
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode, reporter: Reports().reporter)
      let multi = ReplayProvider<MultiTarget>(
        run: run,
        endpointClosure: { target in
          Endpoint(
            url: base + target.path, sampleResponseClosure: { .networkResponse(200, Data()) },
            method: target.method, task: target.task, httpHeaderFields: target.headers)
        })
      let plain = ReplayProvider<Probe>(run: run, endpointClosure: { studio.live($0) })
      #expect(await multi.seen(MultiTarget(Probe(.get, "/a"))).text == "/a")
      #expect(await plain.seen(Probe(.get, "/a")).text == "/a")
      #expect(
        await multi.seen(MultiTarget(MultiTarget(Probe(.get, "/b")))).text == "/b")
      try await run.finish()
    }
    #expect(studio.server.requestCount == 3)
    #expect(try studio.interactions().map(\.target?.type) == ["Probe", "Probe", "Probe"])
  }

  @Test func downloadsWriteTheirFileEachTime() async throws {
    let studio = try Studio { request in
      request.path == "/404" ? Reply(404, text: "none") : Reply(body: Samples.all256)
    }
    let file = studio.folder.file("downloads/x.bin")
    let blocked = try studio.folder.write(Data("kept".utf8), to: "blocked")
    let none = studio.folder.file("n")
    let good = Probe(
      .get, "/a",
      task: .downloadDestination { _, _ in
        (file, [.createIntermediateDirectories, .removePreviousFile])
      })
    let bad = Probe(.get, "/b", task: .downloadDestination { _, _ in (blocked, []) })
    let missing = Probe(
      .get, "/404", task: .downloadDestination { _, _ in (none, [.removePreviousFile]) })
    var seen: [[Seen]] = []
    for mode in [RecordMode.once, .replay] {
      let provider = studio.provider(mode)
      var all: [Seen] = []
      for target in [good, bad, missing] { all.append(await provider.seen(target)) }
      try await provider.finish()
      seen.append(all)
      #expect(try Data(contentsOf: file) == Data(Samples.all256))
      #expect(try Data(contentsOf: blocked) == Data("kept".utf8))
      #expect(try Data(contentsOf: none) == Data("none".utf8))
      try FileManager.default.removeItem(at: file)
    }
    #expect(seen[0].map(\.status) == seen[1].map(\.status))
    #expect(seen[0][0] == seen[1][0] && seen[0][2] == seen[1][2])
    #expect(seen[0][1].error != nil && seen[1][1].error != nil)
    #expect(studio.server.requestCount == 3)
  }

  @Test func progressEndsTheSame() async throws {
    let studio = try Studio { request in
      request.path == "/e" ? Reply(204) : Reply(body: Samples.all256)
    }
    var ends: [[String]] = []
    for mode in [RecordMode.once, .replay] {
      let provider = studio.provider(mode)
      var all: [String] = []
      for path in ["/a", "/e"] {
        let last = TestSupport.Locked("none")
        let seen = await withCheckedContinuation { continuation in
          provider.request(
            Probe(.get, path),
            progress: { progress in
              last.withLock {
                $0 =
                  "\(progress.progress) \(progress.completed) \(progress.response?.statusCode ?? 0)"
              }
            },
            completion: { continuation.resume(returning: Seen($0)) })
        }
        #expect(seen.error == nil)
        all.append(last.withLock { $0 })
      }
      try await provider.finish()
      ends.append(all)
    }
    #expect(ends[0] == ends[1])
    #expect(ends[0][0] == "1.0 true 200")
  }

  @Test func aTargetThatDiffersEachTimeItIsAsked() async throws {
    struct Nonce: TargetType {
      static let count = TestSupport.Locked(0)
      let name: String
      var baseURL: URL { URL(string: "https://api.test")! }
      var path: String { "/n" }
      var method: Moya.Method { .get }
      var headers: [String: String]? { nil }
      var task: Moya.Task {
        let number = Self.count.withLock { value in
          value += 1; return value
        }
        return .requestParameters(
          parameters: ["nonce": number, "name": name], encoding: URLEncoding.default)
      }
    }
    let studio = try Studio { Reply(text: $0.query ?? "") }
    let base = studio.server.baseURL.absoluteString
    var options = studio.options
    options.matching = .default.ignoringQuery("nonce")
    var seen: [[String]] = []
    for mode in [RecordMode.once, .replay] {
      let run = studio.run(mode, options: options, reporter: Reports().reporter)
      let provider = ReplayProvider<Nonce>(
        run: run,
        endpointClosure: { target in
          Endpoint(
            url: base + target.path, sampleResponseClosure: { .networkResponse(200, Data()) },
            method: target.method, task: target.task, httpHeaderFields: nil)
        })
      var all: [String] = []
      for name in ["a", "b", "a"] { all.append(await provider.seen(Nonce(name: name)).text) }
      try await run.finish()
      seen.append(all)
    }
    #expect(seen[0] == seen[1])
    #expect(seen[0][1].contains("name=b"))
    #expect(studio.server.requestCount == 3)
  }

  @Test func aStreamThatARequestClosureSetsIsSentOnce() async throws {
    let studio = try Studio { Reply(text: $0.bodyText) }
    let texts = TestSupport.Locked(["stream-one", "stream-two"])
    let recording = studio.provider(requestClosure: { endpoint, done in
      guard var request = try? endpoint.urlRequest() else { return }
      let text = texts.withLock { $0.removeFirst() }
      request.httpBodyStream = InputStream(data: Data(text.utf8))
      done(.success(request))
    })
    let live = try await studio.calls([Probe(.post, "/up"), Probe(.post, "/up")], recording)
    #expect(live.map(\.text) == ["stream-one", "stream-two"])
    #expect(studio.server.requestCount == 2)
    let seen = try await studio.replay([Probe(.post, "/up"), Probe(.post, "/up")])
    #expect(seen.map(\.text) == ["stream-one", "stream-two"])
  }
}
