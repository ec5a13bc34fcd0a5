import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

struct RecordAndReplayTests {
  @Test func recordsOnceAndReplaysWithoutTheNetwork() async throws {
    let studio = try Studio { request in
      Reply(
        request.method == "POST" ? 201 : 200, fields: [("X-Seen", request.target)],
        body: Array("\(request.method) \(request.bodyText)".utf8))
    }
    let targets = [
      Probe(.get, "/a"), Probe(.get, "/a?"),
      Probe(.post, "/b", task: .requestJSONEncodable(["n": 1])),
      Probe(
        .get, "/q",
        task: .requestParameters(parameters: ["t": [1, 2]], encoding: URLEncoding.default)),
      Probe(.get, "/a"),
    ]
    var seen: [[String]] = []
    for pass in 0..<2 {
      let run = studio.run()
      let provider = ReplayProvider<Probe>(run: run, endpointClosure: { studio.live($0) })
      var answers: [String] = []
      for target in targets {
        let response = try await provider.request(target)
        let field = response.response?.value(forHTTPHeaderField: "x-seen") ?? "none"
        let url = response.response?.url?.absoluteString ?? "none"
        answers.append("\(response.statusCode) \(field) \(url) \(try response.mapString())")
      }
      try await provider.finish()
      seen.append(answers)
      if pass == 0 {
        #expect(studio.server.requestCount == targets.count)
        studio.server.stop()
      }
    }
    #expect(seen[0] == seen[1])
    #expect(seen[0].first == "200 /a \(studio.server.url("/a").absoluteString) GET ")
    #expect(try Cassette(contentsOf: studio.cassette).count == targets.count)
  }

  @Test func aReplayLeavesTheFileAlone() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    for _ in 0..<2 {
      let provider = ReplayProvider<Probe>(run: studio.run(), endpointClosure: { studio.live($0) })
      _ = try await provider.request(Probe(.get, "/a"))
      try await provider.finish()
    }
    let before = try FileManager.default.attributesOfItem(atPath: studio.cassette.path)
    let bytes = try Data(contentsOf: studio.cassette)
    for mode in [RecordMode.replay, .once, .append] {
      let provider = ReplayProvider<Probe>(
        run: studio.run(mode), endpointClosure: { studio.live($0) })
      _ = try await provider.request(Probe(.get, "/a"))
      try await provider.finish()
    }
    let after = try FileManager.default.attributesOfItem(atPath: studio.cassette.path)
    #expect(try Data(contentsOf: studio.cassette) == bytes)
    #expect(before[.modificationDate] as? Date == after[.modificationDate] as? Date)
    #expect(before[.systemFileNumber] as? Int == after[.systemFileNumber] as? Int)
    #expect(try studio.folder.contents() == ["it.har.gz"])
    #expect(studio.server.requestCount == 1)
  }

  @Test func theSameRecordingGivesTheSameText() async throws {
    var texts: [String] = []
    for _ in 0..<2 {
      let studio = try Studio { _ in Reply(fields: [("B", "2"), ("A", "1")], body: Array("x".utf8))
      }
      let options = CassetteOptions(
        origins: ["https://api.test": studio.server.baseURL],
        clock: .fixed(at: Date(timeIntervalSince1970: 1_700_000_000)))
      let provider = ReplayProvider<Probe>(
        run: studio.run(options: options), endpointClosure: { studio.live($0) })
      _ = try await provider.request(
        Probe(
          .get, "/a",
          headers: ["Z": "1", "Y": "2", "Referer": studio.server.url("/r").absoluteString]))
      _ = try await provider.request(
        Probe(
          .post, "/m",
          task: .uploadMultipart([
            MultipartFormData(
              provider: .data(Data([0xFF, 0])), name: "f", fileName: "f.bin", mimeType: "a/b")
          ])))
      try await provider.finish()
      let text = try Zcat.text(of: studio.cassette)
      #expect(!text.contains("\(studio.server.port)"))
      texts.append(text)
    }
    #expect(texts[0] == texts[1])
  }

  @Test func failuresReplayAsTheyWere() async throws {
    let gate = Gate()
    let studio = try Studio { request in
      switch request.path {
      case "/slow": .init(text: "late").held(at: gate)
      case "/cut": Reply(text: "{\"ok\":").truncated(to: 3)
      case "/reset": .reset
      default: Reply(text: "ok")
      }
    }
    let closed = try LoopbackServer(handler: { _ in Reply() })
    let refused = closed.baseURL.absoluteString
    closed.stop()
    func describe(_ target: Probe, _ provider: ReplayProvider<Probe>) async -> String {
      do {
        let response = try await provider.request(target)
        return "\(response.statusCode) \(response.data.count)"
      } catch {
        guard case .underlying(let underlying, let response) = error,
          case .sessionTaskFailed(let inner)? = underlying.asAFError
        else { return "\(error)" }
        let nsError = inner as NSError
        return "\(type(of: inner)) \(nsError.domain) \(nsError.code) \(response == nil)"
      }
    }
    var seen: [[String]] = []
    for _ in 0..<2 {
      let provider = ReplayProvider<Probe>(
        run: studio.run(),
        endpointClosure: { target in
          target.path == "/refused"
            ? Endpoint(
              url: refused + "/refused", sampleResponseClosure: { .networkResponse(200, Data()) },
              method: .get, task: .requestPlain, httpHeaderFields: nil)
            : studio.live(target)
        },
        requestClosure: { endpoint, done in
          guard var request = try? endpoint.urlRequest() else { return }
          if endpoint.url.hasSuffix("/slow") { request.timeoutInterval = 1 }
          done(.success(request))
        })
      var answers: [String] = []
      for path in ["/ok", "/slow", "/cut", "/reset", "/refused", "/ok"] {
        answers.append(await describe(Probe(.get, path), provider))
      }
      gate.open()
      try await provider.finish()
      seen.append(answers)
    }
    #expect(seen[0] == seen[1])
    #expect(seen[0].first == "200 2")
    #expect(seen[0][1].contains("NSURLErrorDomain -1001"))
    #expect(seen[0][4].contains("NSURLErrorDomain -1004"))
    #expect(studio.server.requests.count { $0.path == "/slow" } == 1)
  }

  @Test func fiftyAtOnceKeepTheirOrder() async throws {
    let tickets = TestSupport.Locked(0)
    let studio = try Studio { request in
      if request.path == "/ticket" {
        return Reply(text: "\(tickets.withLock { value in value += 1; return value })")
      }
      let number = Int(request.query?.dropFirst(2) ?? "") ?? 0
      return Reply(text: "\(number)").delayed(by: .milliseconds((49 - number) * 4))
    }
    func target(_ number: Int) -> Probe {
      number < 50
        ? Probe(
          .get, "/n",
          task: .requestParameters(parameters: ["i": number], encoding: URLEncoding.default))
        : Probe(.get, "/ticket")
    }
    for pass in 0..<3 {
      let provider = ReplayProvider<Probe>(
        run: studio.run(), endpointClosure: { studio.live($0) },
        callbackQueue: DispatchQueue(label: "callbacks"))
      let box = Shared(provider)
      let numbers = pass == 0 ? Array(0..<60) : Array(0..<60).shuffled()
      let answers = try await withThrowingTaskGroup(of: (Int, String).self) { group in
        for number in numbers {
          group.addTask {
            (number, try await box.value.request(target(number)).mapString())
          }
        }
        return try await group.reduce(into: [Int: String]()) { $0[$1.0] = $1.1 }
      }
      try await provider.finish()
      for number in 0..<50 { #expect(answers[number] == "\(number)") }
      #expect(Set((50..<60).compactMap { answers[$0] }) == Set((1...10).map(String.init)))
    }
    #expect(studio.server.requestCount == 60)
    #expect(try Cassette(contentsOf: studio.cassette).count == 60)
  }
}

/// Hands a provider to several tasks: it is safe to use from any thread, and does not say so in its type.
struct Shared<Value>: @unchecked Sendable {
  let value: Value

  init(_ value: Value) {
    self.value = value
  }
}

/// The text of a compressed file, read by gzip itself.
enum Zcat {
  static func text(of url: URL) throws -> String {
    let output = try ChildProcess.run("/usr/bin/env", ["gzip", "-dc", url.path])
    guard output.isSuccess else { throw CocoaError(.fileReadCorruptFile) }
    return output.stdout
  }
}
