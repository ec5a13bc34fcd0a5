import Foundation
import Testing

@testable import Cassette

/// The cases of HAR import.
struct HARCaseTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func open(_ text: String) throws -> Cassette {
    try Cassette(contentsOf: folder.write(Array(text.utf8), to: "a.har"))
  }

  @Test("HA-01: base64 content and its counterfeit") func base64AndItsCounterfeit() throws {
    func entry(_ number: Int, _ content: String) -> String {
      #"{"request":{"method":"GET","url":"https://example.com/\#(number)"},"#
        + #""response":{"status":200,"content":\#(content)}}"#
    }
    let cassette = try open(
      #"{"log":{"entries":["#
        + [
          entry(
            1,
            #"{"size":11,"mimeType":"image/png","encoding":"base64","text":"iVBORw0KGgoA//4="}"#),
          entry(2, #"{"size":2,"mimeType":"text/plain","encoding":"base64","text":"h!"}"#),
          entry(3, #"{"size":8,"mimeType":"text/plain","text":"aGVsbG8="}"#),
        ].joined(separator: ",") + "]}}")
    #expect(
      try TestFiles.all(cassette).map(ImportFixtures.body) == [
        ImportFixtures.png, Array("h!".utf8), Array("aGVsbG8=".utf8),
      ])
    let warning = "its content is marked as base64 but is not; it is taken as text"
    #expect(cassette.warnings.contains("entry 1: https://example.com/2: \(warning)"))
    #expect(cassette.warnings.filter { $0.contains("base64") }.count == 1)
  }

  @Test("HA-02: HTTP/2 pseudo-header fields") func pseudoHeaderFields() throws {
    let cassette = try open(
      #"""
      {"log":{"entries":[{"startedDateTime":"2024-03-05T04:58:44Z","request":{"method":"GET",
      "url":"https://example.com/a","httpVersion":"h2","headers":[{"name":":method","value":"GET"},
      {"name":":authority","value":"example.com"},{"name":":scheme","value":"https"},
      {"name":":path","value":"/a"},{"name":"accept","value":"*/*"}]},"response":{"status":200,
      "headers":[{"name":":status","value":"200"},{"name":"content-type","value":"text/plain"}],
      "content":{"size":2,"text":"ok"}}}]}}
      """#)
    let interaction = try cassette.interaction(at: 0)
    #expect(interaction.request.headerFields == ["accept": "*/*"])
    #expect(interaction.outcome.response?.headerFields == ["content-type": "text/plain"])
    let playback = Playback(cassette: cassette, matching: .default, repeats: .never)
    let answer = try playback.reserve(.init(method: "GET", url: "https://example.com/a"))
    #expect(answer != nil)
  }

  @Test("HA-03: missing, extra and odd members") func oddMembers() throws {
    let cassette = try open(
      "\u{FEFF}"
        + #"""
        {"log":{"version":"1.2","entries":[
        {"startedDateTime":"2024-03-05T04:58:44Z","_initiator":{"type":"other"},"_priority":"High",
        "comment":"c","serverIPAddress":"","request":{"method":"GET","url":"https://example.com/1",
        "bodySize":-1},"response":{"status":200,"content":{"size":2,"text":"ok"}}},
        {"startedDateTime":"2024-03-05T04:58:44Z","request":{"method":"GET",
        "url":"https://example.com/2","postData":{"mimeType":"","params":[],"text":""}},
        "response":{"status":200,"content":{}}},
        {"startedDateTime":"2024-03-05T04:58:44Z","request":{"method":"GET",
        "url":"https://example.com/3"},"response":{"status":200,"content":{"size":0}}},
        {"startedDateTime":"2024-03-05T04:58:44Z","request":{"method":"GET",
        "url":"https://example.com/4","headers":[]},"response":{"status":0,"statusText":"",
        "headers":[],"content":{}}}]}}
        """#)
    let all = try TestFiles.all(cassette)
    #expect(all.map(\.request.url).map { $0.suffix(1) } == ["1", "2", "3"])
    #expect(all.map(ImportFixtures.body) == [Array("ok".utf8), [], []])
    #expect(all[1].request.body == .empty)
    #expect(
      cassette.skippedEntries == [
        .init(
          position: 3, url: "https://example.com/4", reason: "its request was not answered")
      ])
    #expect(cassette.warnings.isEmpty)
    let found = try CassetteImport(contentsOf: folder.file("a.har"))
    #expect(found.cassette.count == 3 && found.skipped == cassette.skippedEntries)
  }
}
