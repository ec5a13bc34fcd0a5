import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Bodies that are not text, and text that looks like an encoding of bytes.
struct BinaryBodiesCaseTests {
  private func upload(_ bytes: [UInt8]) -> Probe {
    Probe(
      .post, "/bin", task: .requestData(Data(bytes)),
      headers: ["Content-Type": "application/octet-stream"])
  }

  @Test("BI-01: all byte values, both directions") func allBytesBothWays() async throws {
    let studio = try Studio { request in
      Reply(
        fields: [("Content-Type", "application/octet-stream")],
        body: request.body == Samples.all256 ? Samples.all256.reversed() : [])
    }
    let live = try await studio.parity([upload(Samples.all256)])
    #expect(live[0].body == Data(Samples.all256.reversed()))
    #expect(try studio.interactions()[0].request.body.data == Data(Samples.all256))
    let other = Array(Samples.all256.dropLast()) + [0xFE]
    let missed = try await studio.replay([upload(other), upload(Samples.all256)])
    #expect(missed[0].isMiss)
    #expect(missed[1].body == live[0].body)
  }

  @Test("BI-02: text that looks like an encoding of bytes") func textThatLooksEncoded() async throws
  {
    let texts = ["deadbeef", "eyJvayI6dHJ1ZX0=", "1f8b08", "base64:AAAA"]
    let studio = try Studio { request in
      Reply(
        fields: [("Content-Type", "text/plain")],
        body: Array(texts[Int(request.path.dropFirst()) ?? 0].utf8))
    }
    let live = try await studio.parity(texts.indices.map { Probe(.get, "/\($0)") })
    #expect(live.map(\.text) == texts)
  }

  @Test("BI-02: text in other charsets, and with marks") func textInOtherCharsetsAndWithMarks()
    async throws
  {
    let bodies: [[UInt8]] = [
      [0xEF, 0xBB, 0xBF] + Array("marked".utf8), [0xE9, 0x74, 0xE9], [0xFF, 0xFE, 0x61, 0x00],
      Array("a\r\nb\rc\n\u{0}\u{2028}".utf8), [0xED, 0xA0, 0x80], Array("e\u{301}".utf8),
      Array("\u{E9}".utf8),
    ]
    let studio = try Studio { request in
      Reply(
        fields: [("Content-Type", "text/plain; charset=iso-8859-1")],
        body: bodies[Int(request.path.dropFirst()) ?? 0])
    }
    let live = try await studio.parity(bodies.indices.map { Probe(.get, "/\($0)") })
    #expect(live.map { Array($0.body) } == bodies)
  }

  @Test("BI-01: equal text in other bytes is another body")
  func equalTextInOtherBytesIsAnotherBody() async throws {
    let studio = try Studio { request in Reply(text: "\(request.body.count)") }
    func post(_ text: String) -> Probe { Probe(.post, "/t", "text/plain", text) }
    try await studio.parity([post("e\u{301}"), post("\u{E9}"), post("a\r\nb"), post("a\nb")])
    let swapped = try await studio.replay([post("\u{E9}"), post("e\u{301}"), post("a\r b")])
    #expect(swapped[0].text == "2" && swapped[1].text == "3")
    #expect(swapped[2].isMiss)
  }
}
