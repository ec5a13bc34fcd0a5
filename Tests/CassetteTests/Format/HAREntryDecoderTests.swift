import Foundation
import Testing

@testable import Cassette

struct HAREntryDecoderTests {
  private func decode(_ text: String) throws -> (Cassette.Interaction, [String]) {
    let (result, warnings) = try HAREntryDecoder.decode(Array(text.utf8), isForeign: true)
    switch result {
    case .interaction(let interaction): return (interaction, warnings.elements)
    case .skipped(let reason, _): throw HAREntryDecoder.Problem(reason: reason, url: nil)
    }
  }

  private func entry(_ content: String) -> String {
    #"{"request":{"method":"GET","url":"https://example.com/a"},"#
      + #""response":{"status":200,"content":\#(content)}}"#
  }

  @Test(
    arguments: [
      (
        #"{"size":11,"mimeType":"image/png","encoding":"base64","text":"iVBORw0KGgoA//4="}"#,
        [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A, 0, 0xFF, 0xFE], []
      ),
      (#"{"size":8,"mimeType":"text/plain","text":"aGVsbG8="}"#, Array("aGVsbG8=".utf8), []),
      (
        #"{"size":2,"encoding":"base64","text":"h!"}"#, Array("h!".utf8),
        [
          "https://example.com/a: its content is marked as base64 but is not; it is taken as text"
        ]
      ),
      (
        #"{"encoding":"rot13","text":"uv"}"#, Array("uv".utf8),
        [
          "https://example.com/a: its content has the unknown encoding \"rot13\"; it is taken as text"
        ]
      ),
      (#"{"size":0,"mimeType":""}"#, [], []),
      (#"{"text":null}"#, [], []),
      (#"{"text":"\u0000\ufeff"}"#, [0, 0xEF, 0xBB, 0xBF], []),
    ] as [(String, [UInt8], [String])])
  func readsContent(content: String, bytes: [UInt8], warnings: [String]) throws {
    let (interaction, found) = try decode(entry(content))
    #expect(interaction.outcome.response?.body == Cassette.Body(Data(bytes)))
    #expect(found == warnings + ["https://example.com/a: \(Self.noDate)"])
  }

  private static let noDate = "startedDateTime is not ISO 8601; 1970 is taken"

  @Test func dropsPseudoHeaderFields() throws {
    let (interaction, _) = try decode(
      #"""
      {"request":{"method":"GET","url":"https://example.com/a","httpVersion":"h2","headers":[
      {"name":":method","value":"GET"},{"name":":path","value":"/a"},{"name":"accept","value":"*/*"}]},
      "response":{"status":200,"headers":[{"name":":status","value":"200"},
      {"name":"content-type","value":"text/plain"}],"content":{}}}
      """#)
    #expect(interaction.request.headerFields == ["accept": "*/*"])
    #expect(interaction.outcome.response?.headerFields == ["content-type": "text/plain"])
    #expect(interaction.request.httpVersion == "h2")
  }

  @Test func readsFormsOfWhichOnlyPairsWereKept() throws {
    let (interaction, _) = try decode(
      #"""
      {"request":{"method":"POST","url":"https://example.com/a","postData":{"mimeType":
      "application/x-www-form-urlencoded","params":[{"name":"a b","value":"é&"},{"name":"c"}]}},
      "response":{"status":200}}
      """#)
    #expect(interaction.request.body == .bytes(Data("a+b=%C3%A9%26&c=".utf8)))
  }

  @Test(arguments: [
    (#"{"method":"GET","url":"https://e/","postData":{"mimeType":"","params":[],"text":""}}"#, ""),
    (#"{"url":"https://e/","postData":{"text":"x","params":[{"name":"n","value":"v"}]}}"#, "x"),
    (#"{"url":"https://e/","bodySize":-1,"comment":"c","_initiator":{"a":[1]}}"#, ""),
  ])
  func readsOddRequests(request: String, body: String) throws {
    let (interaction, _) = try decode(#"{"request":\#(request),"response":{"status":204}}"#)
    #expect(interaction.request.body == Cassette.Body(Data(body.utf8)))
    #expect(interaction.request.method == "GET")
  }

  @Test(arguments: [
    (#""response":{"status":0,"statusText":""}"#, "its request was not answered"),
    (
      #""response":{"status":0,"_error":"net::ERR_BLOCKED_BY_CLIENT"}"#,
      "its request was not answered (net::ERR_BLOCKED_BY_CLIENT)"
    ),
    (#""x":1"#, "it has no response"),
    (#""response":{"status":0,"_answered":true}"#, "its request was not answered"),
  ])
  func skipsWhatWasNotAnswered(response: String, reason: String) throws {
    let text = #"{"request":{"url":"https://e/"},\#(response)}"#
    let (result, _) = try HAREntryDecoder.decode(Array(text.utf8), isForeign: true)
    guard case .skipped(reason, "https://e/") = result else {
      Issue.record("\(result)")
      return
    }
    // In a file of ours the same is damage.
    #expect {
      try HAREntryDecoder.decode(Array(text.utf8), isForeign: false)
    } throws: {
      ($0 as? HAREntryDecoder.Problem)?.url == "https://e/" || text.contains("_answered")
    }
  }

  @Test func readsFailuresOfBrowsers() throws {
    let (interaction, _) = try decode(
      #"{"request":{"url":"https://e/"},"response":{"status":0,"_error":"net::ERR_TIMED_OUT"}}"#)
    #expect(
      interaction.outcome
        == .failure(
          .init(domain: "NSURLErrorDomain", code: -1001, text: "net::ERR_TIMED_OUT"), nil))
  }

  @Test(arguments: [("12.5", 12_500), ("-1", 0), ("1e3", 1_000_000), ("1e99", 0), ("\"x\"", 0)])
  func readsTimes(time: String, microseconds: Int) throws {
    let (interaction, _) = try decode(
      #"{"time":\#(time),"request":{"url":"https://e/"},"response":{"status":1}}"#)
    #expect(interaction.duration == .microseconds(microseconds))
  }

  @Test(arguments: [
    ("[]", "the entry is not an object"),
    ("{}", "it has no request"),
    (#"{"request":{}}"#, "its request has no URL"),
    (
      #"{"request":{"url":"u"},"response":{"status":200}}"#,
      "its startedDateTime is not a point in time"
    ),
    (
      #"{"request":{"url":"u","headers":[{}]},"response":{"status":200}}"#,
      "a header field lacks its name or value"
    ),
    (
      #"{"request":{"url":"u"},"response":{"status":200,"content":{"text":"!","encoding":"base64"}}}"#,
      "its content is not base64"
    ),
    ("{", "not JSON: unexpected end at byte 1"),
  ])
  func refusesWhatWeWouldNotWrite(text: String, reason: String) {
    #expect {
      try HAREntryDecoder.decode(Array(text.utf8), isForeign: false)
    } throws: { ($0 as? HAREntryDecoder.Problem)?.reason == reason }
  }
}
