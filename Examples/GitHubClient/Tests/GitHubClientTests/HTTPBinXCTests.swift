import Foundation
import GitHubClient
import MoyaCore
import ReplayProvider
import TargetTesting
import XCTest

/// The same cassette under XCTest, with completions: replayed only, since one run records it.
final class HTTPBinXCTests: XCTestCase {
  private func result(
    of target: HTTPBin, _ provider: MoyaProvider<HTTPBin>, progress: ProgressBlock? = nil
  ) -> Result<Response, MoyaError>? {
    let answered = expectation(description: "answered")
    var result: Result<Response, MoyaError>?
    provider.request(target, callbackQueue: nil, progress: progress) {
      result = $0
      answered.fulfill()
    }
    wait(for: [answered], timeout: 60)
    return result
  }

  private func replaying(_ body: (CassetteRun) throws -> Void) throws {
    try withCassette("httpbin", mode: .replay, options: .httpbin, body)
  }

  func testAnswersCome() throws {
    try replaying { _ in
      let result = result(of: .bytes(255, seed: 8), ReplayProvider())
      XCTAssertEqual(try result?.get().data.count, 255)
    }
  }

  func testARefusedStatusCarriesItsResponse() throws {
    try replaying { _ in
      guard case .failure(let error)? = result(of: .successful(status: 418), ReplayProvider())
      else { return XCTFail("418 was taken") }
      XCTAssertEqual(error.response?.statusCode, 418)
    }
  }

  func testProgressEndsComplete() throws {
    try replaying { _ in
      let file = try TestFile()
      var last: ProgressResponse?
      _ = result(of: .download(9_000, seed: 5, to: file.url), ReplayProvider()) { last = $0 }
      XCTAssertEqual(last?.completed, true)
      XCTAssertEqual(last?.progress, 1)
      XCTAssertEqual(file.content?.count, 9_000)
    }
  }

  func testTheSameByTheClosures() throws {
    try replaying { cassette in
      let player = cassette.player(for: HTTPBin.self)
      let provider = MoyaProvider(
        endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
        plugins: [cassette.recorder])
      for code in [200, 404, 503] {
        XCTAssertEqual(try result(of: .status(code), provider)?.get().statusCode, code)
      }
    }
  }

  func testAFormWithAStream() throws {
    try replaying { _ in
      let notes = try TestFile("notes".utf8)
      let target = HTTPBin.album(title: "Reef", cover: Data("cover".utf8), notes: notes.url)
      XCTAssertEqual(
        try result(of: target, ReplayProvider())?.get().map(Echo.self).files?["cover"], "cover")
    }
  }

  func testAServerThatIsNotThere() throws {
    try replaying { _ in
      guard case .failure(let error)? = result(of: .unreachable, ReplayProvider()) else {
        return XCTFail("somebody answered")
      }
      XCTAssertNil(error.response)
    }
  }
}
