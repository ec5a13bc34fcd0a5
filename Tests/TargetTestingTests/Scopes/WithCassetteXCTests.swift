import Cassette
import Foundation
import MoyaCore
import Recorder
import ReplayProvider
import TestSupport
import XCTest

@testable import TargetTesting

/// The same scope as XCTest's users have it: without async, and with completions on the main queue.
final class WithCassetteXCTests: XCTestCase {
  func testTheEndWaitsForAnAnswerBeforeItSaysThatNothingWasPlayed() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("it.har.gz")
    try Cassette(interactions: [
      Cassette.Interaction(
        request: Cassette.Request(url: "https://api.test/a"),
        outcome: .response(Cassette.Response(status: 200)))
    ]).save(to: url)
    var isAnswered = false
    let failures = try collectFailures {
      try withCassette(.file(url), mode: .replay, options: .init(unplayed: .fail)) { _ in
        // Answers come on the main queue, which is free only while the scope's end waits.
        ReplayProvider<Path>().request(Path(path: "/a")) { _ in isAnswered = true }
        XCTAssertFalse(isAnswered)
      }
    }
    XCTAssertTrue(isAnswered)
    XCTAssertEqual(failures.map(\.message), [])
  }

  func testRecordsThenReplaysAndReportsAMissAtTheScopesLine() throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer(handler: { Reply(text: $0.path) })
    let base = server.baseURL
    let source = CassetteSource.file(folder.file("it.har.gz"))
    let options = CassetteOptions(origins: ["https://api.test": base])
    func ask(_ path: String, _ run: CassetteRun) -> String? {
      let player = run.player(
        for: Path.self,
        endpointClosure: { target in
          Endpoint(
            url: base.appendingPathComponent(target.path).absoluteString,
            sampleResponseClosure: { .networkResponse(200, Data()) }, method: .get,
            task: .requestPlain, httpHeaderFields: nil)
        })
      let provider = MoyaProvider<Path>(
        endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
        plugins: [run.recorder])
      let done = expectation(description: "answered")
      var answer: String?
      provider.request(Path(path: path)) { result in
        answer = try? result.get().mapString()
        done.fulfill()
      }
      wait(for: [done], timeout: 10)
      return answer
    }
    for _ in 0..<2 {
      try withCassette(source, options: options) { XCTAssertEqual(ask("/a", $0), "/a") }
    }
    XCTAssertEqual(server.requestCount, 1)
    let failures = try collectFailures {
      try withCassette(source, options: options) { XCTAssertNil(ask("/b", $0)) }
    }
    XCTAssertEqual(failures.map(\.line), [#line - 2])
    XCTAssertEqual(
      failures.first?.message.split(separator: "\n").first.map(String.init),
      "no recording of GET https://api.test/b in \(folder.path)/it.har.gz (mode once)")
    XCTAssertEqual(
      failures.first?.message.hasSuffix(
        "swift test --filter /testRecordsThenReplaysAndReportsAMissAtTheScopesLine"), true)
  }
}
