import Foundation
import Testing

@testable import Cassette

struct HAREntryEncoderTests {
  private func encode(_ interaction: Cassette.Interaction) -> [UInt8] {
    var line: [UInt8] = []
    var encoder = HAREntryEncoder()
    encoder.encode(interaction, into: &line)
    return line
  }

  private func text(_ interaction: Cassette.Interaction) -> String {
    String(decoding: encode(interaction), as: UTF8.self)
  }

  @Test func writesEveryMember() {
    let interaction = Cassette.Interaction(
      request: .init(
        method: "POST", url: "https://api.test/a%2Fb?q=%C3%A9&flag&bad=%zz#part",
        headerFields: ["Content-Type": "application/json", "Cookie": "a=1; b=2"],
        body: .bytes(Data(#"{"n":1}"#.utf8))),
      built: .init(method: "POST", url: "https://api.test/a%2Fb"),
      outcome: .response(
        .init(
          status: 302, statusText: "Found",
          headerFields: [
            "Location": "/c",
            "Set-Cookie":
              "s=x; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, t=y; Secure",
          ],
          body: .bytes(Data([0xFF, 0x00])), finalURL: "https://api.test/c")),
      target: .init(type: "API", name: "create"),
      startedAt: Date(timeIntervalSince1970: 1_792_567_680.042), duration: .microseconds(12_600),
      redactions: [.init(place: "request.url.query[q]", placeholder: "[redacted:q:1]")],
      notes: ["odd"], tags: ["login", "slow"])
    #expect(
      text(interaction) == """
        {"startedDateTime":"2026-10-21T07:28:00.042Z","time":13,"request":{"method":"POST",\
        "url":"https://api.test/a%2Fb?q=%C3%A9&flag&bad=%zz#part","httpVersion":"HTTP/1.1",\
        "cookies":[{"name":"a","value":"1"},{"name":"b","value":"2"}],\
        "headers":[{"name":"Content-Type","value":"application/json"},\
        {"name":"Cookie","value":"a=1; b=2"}],\
        "queryString":[{"name":"q","value":"é"},{"name":"flag","value":""},\
        {"name":"bad","value":"%zz"}],\
        "postData":{"mimeType":"application/json","text":"{\\"n\\":1}"},\
        "headersSize":96,"bodySize":7},\
        "response":{"status":302,"statusText":"Found","httpVersion":"HTTP/1.1",\
        "cookies":[{"name":"s","value":"x","path":"/","httpOnly":true},\
        {"name":"t","value":"y","secure":true}],\
        "headers":[{"name":"Location","value":"/c"},{"name":"Set-Cookie","value":\
        "s=x; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT; HttpOnly, t=y; Secure"}],\
        "content":{"size":2,"mimeType":"","text":"/wA=","encoding":"base64"},\
        "redirectURL":"/c","headersSize":123,"bodySize":2,"_url":"https://api.test/c"},\
        "cache":{},"timings":{"send":0,"wait":13,"receive":0},\
        "_target":{"type":"API","name":"create"},\
        "_built":{"method":"POST","url":"https://api.test/a%2Fb","httpVersion":"HTTP/1.1",\
        "cookies":[],"headers":[],"queryString":[],"headersSize":24,"bodySize":0},\
        "_redacted":[{"place":"request.url.query[q]","placeholder":"[redacted:q:1]"}],\
        "_notes":["odd"],"_tags":["login","slow"]}
        """)
  }

  @Test func writesFailuresAsBrowsersDo() {
    let interaction = Cassette.Interaction(
      request: .init(url: "http://127.0.0.1:1/"),
      outcome: .failure(.init(domain: "NSURLErrorDomain", code: -1004, text: "refused"), nil))
    #expect(
      text(interaction) == """
        {"startedDateTime":"1970-01-01T00:00:00.000Z","time":0,"request":{"method":"GET",\
        "url":"http://127.0.0.1:1/","httpVersion":"HTTP/1.1","cookies":[],"headers":[],\
        "queryString":[],"headersSize":18,"bodySize":0},\
        "response":{"status":0,"statusText":"","httpVersion":"","cookies":[],"headers":[],\
        "content":{"size":0,"mimeType":"x-unknown"},"redirectURL":"","headersSize":-1,\
        "bodySize":-1},"cache":{},"timings":{"send":0,"wait":0,"receive":0},\
        "_error":{"domain":"NSURLErrorDomain","code":-1004,"text":"refused"}}
        """)
  }

  @Test func keepsPartsInsteadOfTheBoundary() {
    let interaction = Cassette.Interaction(
      request: .init(
        method: "POST", url: "https://api.test/",
        body: .multipart([
          .init(name: "a", value: Data("1".utf8)),
          .init(
            name: "f", fileName: "x.png", contentType: "image/png", value: Data([0x89, 0x50, 0xFF])),
        ])),
      outcome: .response(.init(status: 204)))
    #expect(
      text(interaction).contains(
        #""postData":{"mimeType":"multipart/form-data","params":[{"name":"a","value":"1"},"#
          + #"{"name":"f","value":"iVD/","_encoding":"base64","fileName":"x.png","#
          + #""contentType":"image/png"}],"text":""},"headersSize":19,"bodySize":4}"#))
  }

  @Test(arguments: [
    ("{\u{2028}/\u{7F}\u{85}é", #""text":"{\#u{2028}/\#u{7F}\#u{85}é"}"#),
    ("a\r\n\"\\\0\u{1F}", #""text":"a\r\n\"\\\u0000\u001f"}"#),
    ("\u{FEFF}x", "\"text\":\"\u{FEFF}x\"}"),
  ])
  func escapesAsLittleAsItCan(body: String, member: String) {
    let line = encode(
      .init(
        request: .init(url: "https://api.test/"),
        outcome: .response(.init(status: 200, body: .bytes(Data(body.utf8))))))
    #expect(line.firstRange(of: Array(member.utf8)) != nil)
    #expect(!line.contains(0x0A) && !line.contains(0x0D))
  }

  @Test func sizesTheBodyAsItWasSent() {
    let response = Cassette.Response(
      status: 200, headerFields: ["Content-Encoding": "gzip", "Content-Length": "31"],
      body: .bytes(Data(#"{"ok":true}"#.utf8)))
    let line = text(
      .init(request: .init(url: "https://api.test/"), outcome: .response(response)))
    #expect(line.contains(#""content":{"size":11,"#))
    #expect(line.contains(#""bodySize":31},"cache""#))
  }

  @Test func readsBackWhateverItWrites() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var random = RandomInteractions(seed: seed)
    var encoder = HAREntryEncoder()
    for round in 0..<1500 {
      let interaction = random.interaction()
      var line: [UInt8] = []
      encoder.encode(interaction, into: &line)
      guard !line.contains(0x0A), !line.contains(0x0D) else {
        Issue.record("a line break in the entry of round \(round), seed \(seed)")
        return
      }
      let (result, warnings) = try HAREntryDecoder.decode(line, isForeign: false)
      guard case .interaction(let read) = result, read == interaction, warnings.count == 0 else {
        Issue.record("round \(round) of seed \(seed): \(String(decoding: line, as: UTF8.self))")
        return
      }
      // Equality of String is by canonical equivalence; that of bytes is what counts.
      var again: [UInt8] = []
      encoder.encode(read, into: &again)
      guard again == line else {
        Issue.record("not the same bytes in round \(round) of seed \(seed)")
        return
      }
    }
  }
}
