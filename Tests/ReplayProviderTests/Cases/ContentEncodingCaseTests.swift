import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Bodies with a content coding that the transport undoes, and bodies that only look coded.
struct ContentEncodingCaseTests {
  private struct OK: Decodable { var ok: Bool }

  @Test("CE-01: gzip is decoded once, and its fields stay") func gzipIsDecodedOnceAndItsFieldsStay()
    async throws
  {
    let studio = try Studio { _ in
      Reply(
        fields: [
          ("Content-Type", "application/json"), ("Content-Encoding", "gzip"),
          ("Content-Length", "31"),
        ], body: Samples.gz31)
    }
    let live = try await studio.parity([Probe(.get, "/gz")])
    #expect(live[0].status == 200 && live[0].body == Data(Samples.ok11))
    #expect(live[0]["content-type"] == "application/json")
    #if os(Linux)
    #expect(live[0]["content-encoding"] == "gzip" && live[0]["content-length"] == "31")
    #endif
    let response = try await studio.provider(.replay).request(Probe(.get, "/gz"))
    #expect(try response.map(OK.self).ok)
  }

  @Test("CE-02: deflate in both shapes") func deflateInBothShapes() async throws {
    let studio = try Studio { request in
      Reply(
        fields: [("Content-Encoding", "deflate")],
        body: request.path == "/zlib" ? Samples.zl19 : Samples.rw13)
    }
    let live = try await studio.parity([Probe(.get, "/zlib"), Probe(.get, "/raw")])
    #expect(live.map(\.body) == [Data(Samples.ok11), Data(Samples.ok11)])
    #if os(Linux)
    #expect(live.map { $0["content-encoding"] } == ["deflate", "deflate"])
    #expect(live.map { $0["content-length"] } == ["19", "13"])
    #endif
  }

  @Test("CE-03: a gzip file is not a gzip encoding") func aGzipFileStaysAFile() async throws {
    let studio = try Studio { _ in
      Reply(fields: [("Content-Type", "application/gzip")], body: Samples.gz31)
    }
    let live = try await studio.parity([Probe(.get, "/a.gz")])
    #expect(live[0].body == Data(Samples.gz31) && live[0]["content-encoding"] == nil)
  }

  @Test("CE-04: a coding of nothing, and a false coding") func aCodingOfNothingAndAFalseCoding()
    async throws
  {
    let studio = try Studio { request in
      switch request.path {
      case "/gz":
        Reply(fields: [("Content-Encoding", "gzip"), ("Content-Length", "31")])
      case "/e": Reply(fields: [("Content-Encoding", "gzip"), ("Content-Length", "0")])
      default: Reply(fields: [("Content-Encoding", "gzip")], body: Samples.ok11)
      }
    }
    let live = try await studio.parity([
      Probe(.head, "/gz"), Probe(.get, "/e"), Probe(.get, "/lie"),
    ])
    #expect(live[0].status == 200 && live[0].body.isEmpty && live[0].error == nil)
    #expect(live[1].status == 200 && live[1].body.isEmpty && live[1].error == nil)
    #if os(Linux)
    #expect(live[2].error == "task NSURLErrorDomain -1")
    #endif
  }

  @Test("CE-02: several codings, and unknown ones") func severalCodingsAndUnknownOnes() async throws
  {
    let twice = Zlib.deflate(Samples.gz31, as: .gzip)
    let studio = try Studio { request in
      switch request.path {
      case "/twice": Reply(fields: [("Content-Encoding", "gzip, gzip")], body: twice)
      case "/identity": Reply(fields: [("Content-Encoding", "identity")], body: Samples.ok11)
      case "/upper": Reply(fields: [("content-encoding", "GZIP")], body: Samples.gz31)
      default: Reply(fields: [("Content-Encoding", "x-unknown")], body: Samples.ok11)
      }
    }
    let live = try await studio.parity(
      ["/twice", "/identity", "/upper", "/unknown"].map { Probe(.get, $0) })
    #expect(live[1].body == Data(Samples.ok11))
    #expect(live[2].body == Data(Samples.ok11))
  }
}
