import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// More of the kinds of CE, EM and MP: codings, emptiness and mapping.
struct FurtherContentCaseTests {
  @Test("CE-01: members, garbage after them, old names, spaces and stored blocks")
  func oddCodings() async throws {
    let text = Array("twice over, ".utf8)
    let codings: [(name: String, field: String, body: [UInt8])] = [
      ("members", "gzip", Zlib.deflate(text, as: .gzip) + Zlib.deflate(text, as: .gzip)),
      ("garbage", "gzip", Samples.gz31 + Array("garbage".utf8)),
      ("old", "x-gzip", Samples.gz31), ("spaced", " gzip ", Samples.gz31),
      ("identity", "identity", Samples.ok11), ("both", "deflate, gzip", Samples.gz31),
      ("empty", "", Samples.ok11), ("comma", "gzip,", Samples.gz31),
      ("brotli", "br", StoredBlocks.brotli(Samples.ok11)),
      ("zstd", "zstd", StoredBlocks.zstd(Samples.ok11)),
      ("nothing", "gzip", Zlib.deflate([], as: .gzip)),
    ]
    let studio = try Studio { request in
      let coding = codings.first { request.path.hasSuffix($0.name) }
      return Reply(
        fields: [("Content-Encoding", coding?.field ?? "none")], body: coding?.body ?? [])
    }
    let live = try await studio.parity(codings.map { Probe(.get, "/\($0.name)") })
    #if os(Linux)
    for name in ["spaced", "identity", "empty", "brotli"] {
      let index = try #require(codings.firstIndex { $0.name == name })
      #expect(live[index].body == Data(Samples.ok11), "\(name)")
    }
    #endif
    #expect(live.last?.summary == "200 ")
  }

  @Test("CE-04: a coding that is cut off, and one of another kind")
  func brokenCodings() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/cut": Reply(fields: [("Content-Encoding", "gzip")], body: Samples.gz31.dropLast(9))
      case "/short": Reply(fields: [("Content-Encoding", "gzip")], body: [0x1F])
      case "/sum":
        Reply(
          fields: [("Content-Encoding", "gzip")],
          body: Samples.gz31.dropLast(8) + Array(repeating: 7, count: 8))
      case "/swapped": Reply(fields: [("Content-Encoding", "deflate")], body: Samples.gz31)
      default: Reply(body: Samples.ok11)
      }
    }
    let live = try await studio.parity(
      ["/cut", "/short", "/sum", "/swapped", "/ok"].map { Probe(.get, $0) })
    // A false sum and a false kind are no answers.
    #expect(live[2].error != nil && live[3].error != nil)
    #expect(live[4].summary == "200 {\"ok\":true}")
  }

  @Test("CE-03: files of other coded kinds stay as they are") func codedFiles() async throws {
    let bodies = [Samples.zl19, Samples.gz31, Zlib.deflate(Samples.gz31, as: .gzip)]
    let types = ["application/zlib", "application/x-gzip", "application/x-tar+gzip"]
    let studio = try Studio { request in
      let index = Int(request.path.dropFirst()) ?? 0
      return Reply(fields: [("Content-Type", types[index])], body: bodies[index])
    }
    let live = try await studio.parity(bodies.indices.map { Probe(.get, "/\($0)") })
    #expect(live.map { Array($0.body) } == bodies)
  }

  @Test("EM-01: nothing, in other ways") func otherNothings() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/304": Reply(304, fields: [("Content-Length", "11"), ("ETag", "\"x\"")])
      case "/205": Reply(205, fields: [("X-A", "")])
      case "/chunked": .chunked([])
      case "/close": Reply(pieces: [], framing: .untilClose)
      case "/partial": Reply(206, fields: [("Content-Range", "bytes */11")])
      default:
        Reply(
          fields: [("X-Length", request.value(of: "Content-Length") ?? "none")],
          text: "\(request.bodyByteCount)")
      }
    }
    let nothing = Probe(.post, "/none")
    let zero = Probe(.post, "/zero", headers: ["Content-Length": "0"])
    let empty = Probe(.patch, "/empty", task: .requestData(Data()))
    let live = try await studio.parity(
      ["/304", "/205", "/chunked", "/close", "/partial"].map { Probe(.get, $0) }
        + [nothing, zero, empty])
    #expect(live.prefix(5).allSatisfy { $0.body.isEmpty && $0.error == nil })
    #expect(live[0]["content-length"] == "11")
    // No length is made up where the server gave none.
    #expect(live[2]["content-length"] == nil && live[3]["content-length"] == nil)
    #expect(live.suffix(3).map(\.text) == ["0", "0", "0"])
  }

  @Test("EM-02: HEAD with a coding, in chunks, and of what is not there") func heads() async throws
  {
    let studio = try Studio { request in
      switch request.path {
      case "/chunked": .chunked([.text("abc")])
      case "/none": Reply(404, text: "nothing here")
      default: Reply(fields: [("Content-Encoding", "br"), ("Content-Length", "1000")])
      }
    }
    let paths = ["/chunked", "/none", "/coded"]
    let live = try await studio.parity(paths.map { Probe(.head, $0) })
    #expect(live.map(\.status) == [200, 404, 200] && live.allSatisfy(\.body.isEmpty))
    #expect(live[1]["content-length"] == "12" && live[2]["content-length"] == "1000")
    #expect(live[0]["content-length"] == nil)
  }

  @Test("MP-02: marks, fragments, other encodings and large numbers") func oddTexts() async throws {
    let wide = Array(#"{"n":1}"#.utf16).flatMap { [UInt8($0 & 255), UInt8($0 >> 8)] }
    let texts: [String: [UInt8]] = [
      "/mark": [0xEF, 0xBB, 0xBF] + Array(#"{"n":1}"#.utf8), "/fragment": Array("3".utf8),
      "/wide": [0xFF, 0xFE] + wide, "/latin": [0x22, 0xE9, 0x22],
      "/large": Array(#"{"n":9007199254740993}"#.utf8),
      "/twice": Array(#"{"n":1,"n":2}"#.utf8), "/blank": Array(" \n".utf8),
    ]
    let studio = try Studio { Reply(fields: [("X-A", "1")], body: texts[$0.path] ?? []) }
    struct N: Decodable { var n: Int }
    func mapped(_ mode: RecordMode) async throws -> [String] {
      let provider = studio.provider(mode)
      var results: [String] = []
      for path in texts.keys.sorted() {
        let response = try await provider.request(Probe(.get, path))
        func note(_ body: () throws -> Any) {
          do { results.append("\(path) \(try body())") } catch {
            results.append("\(path) \(error.localizedDescription)")
          }
        }
        note { try response.map(N.self).n }
        note { try response.mapJSON() }
        note { try response.mapString() }
        note { try response.map(Int.self, atKeyPath: "n") }
      }
      try await provider.finish()
      return results
    }
    let live = try await mapped(.once)
    studio.server.stop()
    #expect(try await mapped(.replay) == live)
    #expect(live.contains("/large 9007199254740993"))
    #if !UpstreamMoya
    #expect(live.contains("/latin The body is not UTF-8 text."))
    #expect(live.contains(#"/fragment The body has no value at the key path "n"."#))
    #endif
  }
}
