import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Answers and requests without content.
struct EmptyBodiesCaseTests {
  @Test("EM-01: a deletion without content") func aDeletionWithoutContent() async throws {
    let studio = try Studio { _ in Reply(204, fields: [("X-A", "1")]) }
    let live = try await studio.parity([Probe(.delete, "/x/1")])
    #expect(live[0].status == 204 && live[0].body.isEmpty)
    #expect(live[0]["x-a"] == "1" && live[0]["content-length"] == nil)
  }

  @Test("EM-01: no content and empty content are the same", arguments: [false, true])
  func noContentAndEmptyContentAreTheSame(isNil: Bool) async throws {
    let none = Probe(.post, "/ping")
    let empty = Probe(.post, "/ping", task: .requestData(Data()))
    let studio = try Studio { _ in Reply(text: "ok") }
    try await studio.record([isNil ? none : empty])
    let replayed = try await studio.replay([isNil ? empty : none])
    #expect(replayed[0].summary == "200 ok")
  }

  @Test("EM-02: HEAD keeps the length of what GET sends") func headKeepsTheLengthOfWhatGetSends()
    async throws
  {
    let studio = try Studio { _ in Reply(body: Samples.ok11) }
    let live = try await studio.parity([Probe(.head, "/h"), Probe(.get, "/h")])
    #expect(live[0].status == 200 && live[0].body.isEmpty && live[0]["content-length"] == "11")
    #expect(live[1].body == Data(Samples.ok11))
    let swapped = try await studio.replay([Probe(.get, "/h"), Probe(.head, "/h")])
    #expect(swapped[0] == live[1] && swapped[1] == live[0])
    let again = try await studio.replay([Probe(.head, "/h"), Probe(.head, "/h")])
    #expect(again[1].isMiss)
  }

  @Test("EM-01: PUT with nothing, and other statuses without content")
  func putWithNothingAndOtherStatusesWithoutContent() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/304": Reply(304, fields: [("ETag", "\"x\"")])
      case "/205": Reply(205, fields: [("Content-Length", "0")])
      case "/206":
        Reply(
          206, fields: [("Content-Range", "bytes 0-1/11")], body: Array(Samples.ok11.prefix(2)))
      default: Reply(201, fields: [("X-Length", request.value(of: "Content-Length") ?? "none")])
      }
    }
    let live = try await studio.parity([
      Probe(.get, "/304", headers: ["If-None-Match": "\"x\""]), Probe(.get, "/205"),
      Probe(.get, "/206", headers: ["Range": "bytes=0-1"]),
      Probe(.put, "/p", task: .requestData(Data())), Probe(.put, "/q"),
    ])
    #expect(live.map(\.status) == [304, 205, 206, 201, 201])
    #expect(live[2].text == "{\"")
  }
}
