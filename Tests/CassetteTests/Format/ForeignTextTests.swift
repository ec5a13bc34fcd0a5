import Foundation
import Testing

@testable import Cassette

/// Bytes that other programs have made text of.
struct ForeignTextTests {
  private func content(
    _ text: String, size: Int, type: String = "", member: String = ""
  ) throws -> [UInt8]? {
    let entry =
      #"{"request":{"url":"https://e/"},"response":{"status":200,"content":{"size":\#(size),"#
      + #""mimeType":"\#(type)","text":"\#(text)"\#(member)}}}"#
    let (result, _) = try HAREntryDecoder.decode(Array(entry.utf8), isForeign: true)
    guard case .interaction(let interaction) = result else { return nil }
    return ImportFixtures.body(interaction)
  }

  @Test func surrogatesOfPythonAreBytes() throws {
    #expect(try content(#"a\udcff\udc80é"#, size: 5) == [0x61, 0xFF, 0x80, 0xC3, 0xA9])
    #expect(try content(#"\ud83d\ude00"#, size: 4) == Array("\u{1F600}".utf8))
  }

  @Test func latinIsTakenBackWhereSizeAndCharsetSaySo() throws {
    #expect(try content("é", size: 1, type: "text/plain; charset=ISO-8859-1") == [0xE9])
    #expect(try content("é", size: 2, type: "text/plain; charset=ISO-8859-1") == [0xC3, 0xA9])
    #expect(try content("é", size: 1, type: "text/plain; charset=utf-8") == [0xC3, 0xA9])
    // A size in characters, as JavaScript counts them, is a lie that proves nothing.
    #expect(try content("é", size: 1, type: "text/plain") == [0xC3, 0xA9])
    #expect(try content("Ã©", size: 2, type: "text/plain") == [0xC3, 0xA9])
    #expect(try content("é", size: 1, type: "image/png") == [0xE9])
    #expect(try content("é€", size: 2, type: "image/png") == Array("é€".utf8))
    #expect(try content("é", size: 1, type: "application/json") == [0xC3, 0xA9])
  }

  private func warnings(_ text: String, size: Int, type: String) throws -> [String] {
    let entry =
      #"{"startedDateTime":0,"request":{"url":"https://e/"},"response":{"status":200,"content":"#
      + #"{"size":\#(size),"mimeType":"\#(type)","text":"\#(text)"}}}"#
    return try HAREntryDecoder.decode(Array(entry.utf8), isForeign: true).warnings.elements
  }

  @Test(arguments: [
    "application/x-ndjson", "application/graphql", "application/vnd.api+json", "application/xhtml",
    "image/svg+xml", "application/x-yaml", "message/rfc822", "x-unknown",
  ])
  func whatIsNotClearlyBinaryIsText(type: String) throws {
    #expect(try content("café", size: 4, type: type) == Array("café".utf8))
    #expect(try warnings("café", size: 4, type: type).isEmpty)
  }

  @Test(arguments: ["image/png", "application/octet-stream", "text/plain; charset=latin1"])
  func textThatIsTakenForBytesIsWarnedOf(type: String) throws {
    #expect(try content("café", size: 4, type: type) == [0x63, 0x61, 0x66, 0xE9])
    #expect(
      try warnings("café", size: 4, type: type) == [
        "https://e/: its text is taken for bytes, one a character, as its size shows"
      ])
  }

  @Test func base64IsTakenForItWithoutAMarkOnlyWhereTheSizeProvesIt() throws {
    #expect(try content("iVBORw0KGgoA//4=", size: 11) == ImportFixtures.png)
    #expect(try content("iVBORw0KGgoA//4=", size: 16) == Array("iVBORw0KGgoA//4=".utf8))
    #expect(try content("iVBORw0KGgoA//4=", size: 12) == Array("iVBORw0KGgoA//4=".utf8))
    // What is text would have stood there as text.
    #expect(try content("aGVsbG8=", size: 5) == Array("aGVsbG8=".utf8))
  }

  @Test func headsOfUploadStreamsAreDropped() throws {
    func body(_ type: String, _ text: String) throws -> Data? {
      let entry =
        #"{"request":{"method":"POST","url":"https://e/","headers":[{"name":"Content-Type","value":"#
        + #""\#(type)"}],"postData":{"text":"\#(text)"}},"response":{"status":200}}"#
      let (result, _) = try HAREntryDecoder.decode(Array(entry.utf8), isForeign: true)
      guard case .interaction(let interaction) = result else { return nil }
      return interaction.request.body.data
    }
    let head = #"content-type: text/plain\r\nContent-Length: 2\r\n\r\nok"#
    #expect(try body("text/plain", head) == Data("ok".utf8))
    let whole = "content-type: text/plain\r\nContent-Length: 2\r\n\r\nok"
    #expect(try body("text/csv", head) == Data(whole.utf8))
    let noHead = "Content-Type: text/plain"
    #expect(try body("text/plain", noHead) == Data(noHead.utf8))
  }
}
