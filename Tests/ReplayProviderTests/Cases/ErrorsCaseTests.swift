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

/// Calls that fail.
struct ErrorsCaseTests {
  @Test("ER-01: a time-out and a refused connection replay as they were")
  func timeOutAndRefusedConnection() async throws {
    let gate = Gate()
    let studio = try Studio { request in
      request.path == "/slow" ? Reply(text: "late").held(at: gate) : Reply(text: "ok")
    }
    let live = try await studio.parity(
      [Probe(.get, "/ok"), Probe(.get, "/slow"), Probe(.get, url: "http://127.0.0.1:1/")],
      requestClosure: { endpoint, done in
        guard var request = try? endpoint.urlRequest() else { return }
        if endpoint.url.hasSuffix("/slow") { request.timeoutInterval = 1 }
        done(.success(request))
      })
    gate.open()
    #expect(
      live.map(\.summary) == [
        "200 ok", "task NSURLErrorDomain -1001", "task NSURLErrorDomain -1004",
      ])
  }

  @Test("ER-02: a truncated body is a failure, and no answer") func aTruncatedBody() async throws {
    let studio = try Studio { request in
      request.path == "/t" ? Reply(body: Samples.ok11).truncated(to: 5) : Reply(body: Samples.ok11)
    }
    let live = try await studio.parity([Probe(.get, "/t"), Probe(.get, "/ok")])
    #if UpstreamMoya && os(Linux)
    // What URLSession says there, and MoyaCore makes a lost connection of.
    #expect(live[0].error == "task NSURLErrorDomain -1")
    #else
    #expect(live[0].error == "task NSURLErrorDomain -1005")
    #endif
    #expect(live[0].error != nil)
    #expect(live[1].body == Data(Samples.ok11))
    let first = try studio.interactions()[0].outcome
    // What came is in the error, as its caller saw it, and no answer.
    #expect(first.failure != nil)
    #expect(try studio.interactions().count == 2)
  }

  @Test func otherFailuresOfTheTransport() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/garbage": .garbage
      case "/closed": .closed
      case "/reset": .reset
      case "/latin": .raw(Array("HTTP/1.1 200 OK\r\nX-A: ".utf8) + [0xE9] + Array("\r\n\r\n".utf8))
      case "/chunk": .raw(text: "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n")
      default: Reply(text: "ok")
      }
    }
    let live = try await studio.parity(
      ["/garbage", "/closed", "/reset", "/latin", "/chunk", "/ok"].map { Probe(.get, $0) })
    #expect(live.dropLast().allSatisfy { $0.error != nil })
    #expect(live.last?.summary == "200 ok")
  }

  // Under Alamofire, FoundationNetworking never ends a call whose Basic challenge nobody meets.
  #if UpstreamMoya && canImport(FoundationNetworking)
  static let challenges = ["Bearer"]
  #else
  static let challenges = ["Bearer", "Basic realm=\"r\""]
  #endif

  @Test(arguments: challenges) func aChallengeThatNobodyMeets(challenge: String) async throws {
    let studio = try Studio { _ in
      Reply(401, fields: [("WWW-Authenticate", challenge)], text: "out")
    }
    let live = try await studio.parity([Probe(.get, "/a")])
    #expect(live.map(\.summary) == ["401 out"])
  }

  @Test func validationFailuresCarryTheResponse() async throws {
    let studio = try Studio { _ in Reply(404, fields: [("X-A", "1")], text: "none") }
    let target = Probe(.get, "/a", validationType: .successCodes)
    let live = try await studio.record([target, target])
    studio.server.stop()
    let seen = try await studio.replay([target, Probe(.get, "/a")])
    #expect(seen[0] == live[0])
    #expect(seen[0].status == 404 && seen[0].text == "none" && seen[0]["x-a"] == "1")
    #expect(seen[0].error?.hasPrefix("validation ") == true)
    // What is taken for a success is asked anew, of the target that replays.
    #expect(seen[1].summary == "404 none")
  }

  @Test func aRequestThatCannotBeBuilt() async throws {
    struct Stuck: Encodable {
      func encode(to encoder: any Encoder) throws { throw CocoaError(.coderInvalidValue) }
    }
    let studio = try Studio { _ in Reply(text: "ok") }
    let target = Probe(.post, "/a", task: .requestJSONEncodable(Stuck()))
    let live = try await studio.record([target, Probe(.get, "/ok")])
    let reports = Reports()
    let seen = try await studio.replay([target, Probe(.get, "/ok")], reports: reports)
    #expect(live[0].error != nil && seen == live)
    #expect(reports.text == "")
    #expect(try studio.interactions().count == 1)
  }

  @Test func aRequestClosureThatFailsOrAnswersLate() async throws {
    struct Refused: Error {}
    let studio = try Studio { request in Reply(text: request.target) }
    let closure: MoyaProvider<Probe>.RequestClosure = { endpoint, done in
      if endpoint.url.hasSuffix("/no") {
        done(.failure(.underlying(Refused(), nil)))
        return
      }
      let (endpoint, done) = (Shared(endpoint), Shared(done))
      DispatchQueue.global().async {
        done.value(Result { try endpoint.value.urlRequest() }.mapError { .underlying($0, nil) })
      }
    }
    let targets = ["/no", "/a", "/no", "/b", "/a"].map { Probe(.get, $0) }
    let live = try await studio.parity(targets, requestClosure: closure)
    #expect(live[1].text == "/a" && live[0].error?.contains("Refused") == true)
    #expect(try studio.interactions().count == 3)
    #expect(studio.server.requestCount == 3)
  }
}
