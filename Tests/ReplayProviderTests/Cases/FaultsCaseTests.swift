import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Further ways in which calls fail, after the cases ER-01 and ER-02.
struct FaultsCaseTests {
  @Test("ER-01: no such host, no TLS, a reset in the content and a redirection without end replay")
  func faultsOfTheConnection() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/reset": Reply(text: "half of it").reset(after: 4)
      case "/loop": Reply(302, fields: [("Location", "/loop")])
      default: Reply(text: "ok")
      }
    }
    // It answers what is no TLS.
    let plain = try LoopbackServer { _ in .garbage }
    let live = try await studio.parity([
      Probe(.get, "/ok"), Probe(.get, url: "http://no-such-host.invalid/"),
      Probe(.get, url: "https://127.0.0.1:\(plain.port)/"), Probe(.get, "/reset"),
      Probe(.post, "/loop", "text/plain", "x"), Probe(.get, "/ok"),
    ])
    #expect(live.map { $0.error == nil } == [true, false, false, false, false, true])
    #expect(live[1].error == "task NSURLErrorDomain -1003")
    #expect(live[4].error == "task NSURLErrorDomain -1007")
    #expect(live.allSatisfy { $0.error?.hasPrefix("task NSURLErrorDomain -1") ?? true })
    #expect(try studio.interactions().count == 6)
  }

  @Test("ER-02: gzip that is cut off, on the wire or in itself, is as it was") func cutOffGzip()
    async throws
  {
    let fields = [("Content-Type", "application/json"), ("Content-Encoding", "gzip")]
    let studio = try Studio { request in
      switch request.path {
      case "/wire": Reply(fields: fields, body: Samples.gz31).truncated(to: 15)
      case "/head": Reply(fields: fields, body: Samples.gz31).truncated(to: 0)
      case "/itself": Reply(fields: fields, body: Array(Samples.gz31.prefix(15)))
      default: Reply(fields: fields, body: Samples.gz31)
      }
    }
    let live = try await studio.parity(
      ["/wire", "/head", "/itself", "/ok"].map { Probe(.get, $0) })
    #expect(live[0].error != nil && live[1].error != nil)
    #expect(live[3].body == Data(Samples.ok11))
    // Half a document is never a whole one's equal.
    #expect(live[2].body != Data(Samples.ok11))
    for interaction in try studio.interactions().prefix(2) {
      #expect(interaction.outcome.failure != nil)
    }
  }

  @Test("ER-02: an upload that the server cuts off is a failure, with its content")
  func cutOffUpload() async throws {
    let studio = try Studio { request in
      request.path == "/up" ? Reply(201, text: "made").truncated(to: 1) : Reply(text: "ok")
    }
    let up = Probe(.put, "/up", "application/json", #"{"n":1}"#)
    let live = try await studio.parity([up, Probe(.get, "/ok"), up])
    #expect(live.map { $0.error == nil } == [false, true, false])
    let bodies = try studio.interactions().map(\.request.body)
    #expect(bodies.count == 3)
    #expect([bodies[0], bodies[2]].allSatisfy { $0.data == Data(#"{"n":1}"#.utf8) })
  }

  #if os(Linux) && compiler(>=6.3) && !UpstreamMoya
  /// FoundationNetworking ends the process at trailers; what was recorded by then is not lost.
  @Test("ER-02: where the transport ends the process, the journal has what came before")
  func aTransportThatEndsTheProcess() async throws {
    let studio = try Studio { request in
      request.path == "/trailers"
        ? .chunked([.text("a")], trailers: [("X-T", "1")]) : Reply(text: request.path)
    }
    try await studio.record([Probe(.get, "/old")])
    let facts = try FileFacts(studio.cassette)
    await #expect(processExitsWith: .failure) {
      [path = studio.cassette.path as String, port = studio.server.port as Int] in
      let provider = childProvider(path: path, port: port, mode: .rerecord)
      _ = await provider.seen(Probe(.get, "/a"))
      _ = await provider.seen(Probe(.get, "/trailers"))
      exit(0)
    }
    #expect(try FileFacts(studio.cassette) == facts)
    let journal = try JournalReader(contentsOf: studio.folder.file("it.har.gz.partial"))
    #expect(
      try journal.records.map { try journal.interaction($0).request.url }
        == ["https://api.test/a"])
    #expect(try await studio.replay([Probe(.get, "/old")]).map(\.text) == ["/old"])
  }
  #endif
}
