import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// HARs of other programs, replayed as they are.
struct HARImportCaseTests {
  private func har(_ entries: String..., mark: String = "") -> String {
    mark + #"{"log":{"version":"1.2","entries":["# + entries.joined(separator: ",") + "]}}"
  }

  private func entry(
    _ url: String, request: String = "", response: String = #""status":200"#, content: String
  ) -> String {
    #"{"startedDateTime":"2024-01-01T00:00:00.000Z","time":1,"request":{"method":"GET","url":"\#(url)","httpVersion":"HTTP/1.1","headers":[]\#(request)},"response":{\#(response),"statusText":"","headers":[],"content":\#(content)},"_priority":"High"}"#
  }

  private func provider(_ text: String) throws -> (Studio, Cassette, ReplayProvider<Probe>) {
    let studio = try Studio { _ in Reply(500) }
    let file = studio.folder.file("it.har")
    try Data(text.utf8).write(to: file)
    let run = CassetteRun(
      .file(file), mode: .replay, options: CassetteOptions(), sourceFile: #filePath,
      environment: [:], reporter: Reports().reporter)
    return (studio, try Cassette(contentsOf: file), ReplayProvider<Probe>(run: run))
  }

  @Test func base64AndItsCounterfeit() async throws {
    let (_, cassette, provider) = try provider(
      har(
        entry(
          "https://example.com/1",
          content:
            #"{"size":11,"mimeType":"image/png","encoding":"base64","text":"iVBORw0KGgoA//4="}"#),
        entry(
          "https://example.com/2",
          content: #"{"size":2,"mimeType":"text/plain","encoding":"base64","text":"h!"}"#),
        entry(
          "https://example.com/3",
          content: #"{"size":8,"mimeType":"text/plain","text":"aGVsbG8="}"#)))
    let one = await provider.seen(Probe(.get, url: "https://example.com/1"))
    #expect(one.body == Data(Samples.png11))
    #expect(await provider.seen(Probe(.get, url: "https://example.com/3")).text == "aGVsbG8=")
    let two = await provider.seen(Probe(.get, url: "https://example.com/2"))
    #expect(two.text == "h!" ? cassette.warnings.contains { $0.contains("/2") } : two.error != nil)
  }

  @Test func pseudoHeaderFields() async throws {
    let (_, cassette, provider) = try provider(
      har(
        #"{"startedDateTime":"2024-01-01T00:00:00Z","time":1,"request":{"method":"GET","url":"https://example.com/a","httpVersion":"h2","headers":[{"name":":method","value":"GET"},{"name":":authority","value":"example.com"},{"name":":scheme","value":"https"},{"name":":path","value":"/a"},{"name":"accept","value":"*/*"}]},"response":{"status":200,"statusText":"","httpVersion":"h2","headers":[{"name":":status","value":"200"},{"name":"content-type","value":"text/plain"}],"content":{"size":2,"mimeType":"text/plain","text":"ok"}}}"#
      ))
    let entry = try cassette.interaction(at: 0)
    #expect(entry.request.headerFields.map(\.name) == ["accept"])
    #expect(entry.outcome.response?.headerFields.map(\.name) == ["content-type"])
    #expect(await provider.seen(Probe(.get, url: "https://example.com/a")).text == "ok")
  }

  @Test func missingExtraAndOddMembers() async throws {
    let (_, cassette, provider) = try provider(
      har(
        #"{"_initiator":{"type":"x"},"_priority":"High","comment":"c","serverIPAddress":"","startedDateTime":"2024-01-01T00:00:00.000Z","request":{"method":"GET","url":"https://example.com/1","headers":[],"bodySize":-1},"response":{"status":200,"headers":[],"bodySize":-1,"content":{"size":2,"mimeType":"text/plain","text":"ok"}}}"#,
        entry(
          "https://example.com/2", request: #","postData":{"mimeType":"","params":[],"text":""}"#,
          content: #"{"size":0,"mimeType":""}"#),
        entry("https://example.com/3", content: #"{"size":0,"mimeType":"text/plain"}"#),
        entry(
          "https://example.com/4", response: #""status":0"#,
          content: #"{"size":0,"mimeType":"x-unknown"}"#), mark: "\u{FEFF}"))
    for (path, text) in [("1", "ok"), ("2", ""), ("3", "")] {
      let seen = await provider.seen(Probe(.get, url: "https://example.com/\(path)"))
      #expect(seen.summary == "200 \(text)")
    }
    let blocked = await provider.seen(Probe(.get, url: "https://example.com/4"))
    #expect(blocked.error != nil && blocked.status != 0)
    if cassette.count == 3 {
      #expect(cassette.skippedEntries.count == 1)
    }
  }
}
