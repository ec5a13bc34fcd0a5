import Foundation
import Testing

@testable import Cassette

/// HAR as each program writes it, opened as a cassette.
struct HARDialectTests {
  private func open(_ name: String) throws -> (Cassette, [Cassette.Interaction]) {
    let cassette = try Cassette(contentsOf: ImportFixtures.url(name))
    return (cassette, try TestFiles.all(cassette))
  }

  @Test(arguments: [false, true])
  func chrome(isZipped: Bool) throws {
    let folder = try TestFolder()
    let bytes = try TestFiles.bytes(ImportFixtures.url("synthetic-chrome.har"))
    let url = try folder.write(isZipped ? TestFiles.gzip(bytes) : bytes, to: "a")
    let cassette = try Cassette(contentsOf: url)
    let all = try TestFiles.all(cassette)
    try #require(all.count == 5)
    #expect(all[0].request.headerFields == ["accept": "*/*"])
    let response = try #require(all[0].outcome.response)
    #expect(
      response.headerFields
        == [
          "content-type": "application/json", "set-cookie": "a=1; path=/",
          "set-cookie": "b=2; path=/",
        ])
    #expect(Timestamp.milliseconds(of: all[0].startedAt) == 1_709_614_724_125)
    #expect(all[0].duration == .microseconds(12_346))
    #expect(all[1].request.body == .bytes(Data(ImportFixtures.png)))
    #expect(ImportFixtures.body(all[1]) == ImportFixtures.png)
    #expect(all[2].request.body == .bytes(Data("a+b=%C3%A9%26".utf8)))
    #expect(
      all[3].outcome
        == .failure(.init(domain: "NSURLErrorDomain", code: -1001, text: "net::ERR_TIMED_OUT"), nil)
    )
    #expect(ImportFixtures.body(all[4]) == [])
    #expect(
      cassette.skippedEntries == [
        .init(
          position: 3, url: "https://ads.example.com/x?...",
          reason: "its request was not answered (net::ERR_BLOCKED_BY_CLIENT)"),
        .init(
          position: 5, url: "wss://example.com/ws",
          reason: "it is a WebSocket, which has no answer to replay"),
      ])
    #expect(
      cassette.warnings == [
        "entry 6: https://example.com/big: its content of 5000 bytes was not exported; it cannot be replayed"
      ])
  }

  @Test func chromesMarkOfItsCacheStays() throws {
    let folder = try TestFolder()
    func entry(_ cache: String) -> String {
      """
      {"startedDateTime":"2024-03-05T04:38:44.125Z","time":1,"_fromCache":"\(cache)","request":
      {"method":"GET","url":"https://e.test/\(cache)","httpVersion":"http/2.0","headers":[],
      "queryString":[],"cookies":[],"headersSize":-1,"bodySize":0},"response":{"status":200,
      "statusText":"","httpVersion":"http/2.0","headers":[],"cookies":[],"content":{"size":1,
      "mimeType":"text/plain","text":"x"},"redirectURL":"","headersSize":-1,"bodySize":0},
      "cache":{},"timings":{"send":0,"wait":1,"receive":0}}
      """
    }
    let entries = ["memory", "disk", "tape"].map(entry).joined(separator: ",")
    let text =
      #"{"log":{"version":"1.2","creator":{"name":"WebInspector","version":"537"},"entries":["#
      + entries + "]}}"
    let har = try folder.write(Array(text.utf8), to: "a.har")
    #expect(try TestFiles.all(Cassette(contentsOf: har)).map(\.fromCache) == [.memory, .disk, nil])
    try CassetteImport(contentsOf: har).save(to: folder.file("b.har.gz"))
    let saved = try TestFiles.all(Cassette(contentsOf: folder.file("b.har.gz")))
    #expect(saved.map(\.fromCache) == [.memory, .disk, nil])
  }

  @Test func firefox() throws {
    let (cassette, all) = try open("synthetic-firefox.har")
    #expect(all.map(\.request.body) == [.bytes(Data("a=1&b=2".utf8)), .empty])
    #expect(ImportFixtures.body(all[0]) == ImportFixtures.png)
    #expect(
      all.map { Timestamp.milliseconds(of: $0.startedAt) } == [
        1_709_614_724_125, 1_709_614_725_000,
      ])
    #expect(cassette.warnings.count == 1)
  }

  @Test func safari() throws {
    let (cassette, all) = try open("synthetic-safari.har")
    #expect(all.map(\.duration) == [.microseconds(5500)])
    #expect(ImportFixtures.body(all[0]) == Array("ok".utf8))
    #expect(all[0].outcome.response?.httpVersion == "h2")
    #expect(cassette.warnings.isEmpty && cassette.skippedEntries.isEmpty)
  }

  @Test func charles() throws {
    let (cassette, all) = try open("synthetic-charles.har")
    #expect(
      all[0].request.body
        == .multipart([
          .init(name: "t", value: Data("1".utf8)),
          .init(name: "f", fileName: "a.png", contentType: "image/png", value: Data()),
        ]))
    #expect(ImportFixtures.body(all[0]) == ImportFixtures.png)
    #expect(Timestamp.milliseconds(of: all[0].startedAt) == 1_709_614_724_125)
    #expect(
      cassette.warnings == [
        "entry 0: https://example.com/up: the content of the file in the part \"f\" was not exported"
      ])
  }

  @Test func proxyman() throws {
    let (cassette, all) = try open("synthetic-proxyman.har")
    try #require(all.count == 1)
    #expect(all[0].request.method == "GET" && all[0].request.headerFields.isEmpty)
    #expect(
      all[0].outcome
        == .response(
          .init(
            status: 200, headerFields: ["X-Null": "", "X-Number": "7"],
            body: .bytes(Data("ok".utf8)))))
    #expect(Timestamp.milliseconds(of: all[0].startedAt) == 1_709_614_724_125)
    #expect(all[0].duration == .microseconds(12_500))
    #expect(cassette.skippedEntries.map(\.reason) == ["its request was not answered"])
  }

  @Test func insomnia() throws {
    let (_, all) = try open("synthetic-insomnia.har")
    #expect(all[0].request.body == .bytes(Data(#"{"n": 1}"#.utf8)))
    #expect(ImportFixtures.body(all[0]) == Array("é€".utf8))
    #expect(Timestamp.milliseconds(of: all[0].startedAt) == 1_709_614_724_125)
  }

  @Test func playwright() throws {
    let (cassette, all) = try open("synthetic-playwright/a.har")
    try #require(all.count == 1)
    let response = try #require(all[0].outcome.response)
    #expect(try cassette.data(of: response.body) == Data(ImportFixtures.png))
    // What was sent is matched by, so it is there at once.
    let sent = Data([0xFF, 0xFE, 0, 0x72, 0x61, 0x77, 1, 2, 3, 4, 5])
    #expect(all[0].request.body == .bytes(sent))
    let request = Cassette.Request(
      method: "POST", url: "https://example.com/up",
      headerFields: ["Content-Type": "application/octet-stream"], body: .bytes(sent))
    let playback = Playback(cassette: cassette, matching: .default, repeats: .never)
    #expect(try playback.reserve(request) != nil)
    #expect(
      cassette.skippedEntries == [
        .init(
          position: 1, url: "https://example.com/gone",
          reason: "its request was not answered (net::ERR_ABORTED)")
      ])
    let folder = try TestFolder()
    let found = try CassetteImport(contentsOf: ImportFixtures.url("synthetic-playwright/a.har"))
    try found.save(to: folder.file("a.har.gz"))
    let saved = try TestFiles.all(Cassette(contentsOf: folder.file("a.har.gz")))
    #expect(ImportFixtures.body(saved[0]) == ImportFixtures.png)
  }

  @Test func attachedContentThatIsNotThereIsToldOf() throws {
    let folder = try TestFolder()
    let text =
      #"{"log":{"entries":[{"startedDateTime":"2024-03-05T04:58:44Z","request":{"url":"#
      + #""https://e/","postData":{"_file":"../x"}},"response":{"status":200}}]}}"#
    let url = try folder.write(Array(text.utf8), to: "a.har")
    let cassette = try Cassette(contentsOf: url)
    #expect(
      cassette.warnings == [
        "entry 0: \(url.path): the body in \"../x\" is refused: its path does not lead straight into "
          + "the cassette's folder."
      ])
    #expect(cassette.count == 1)
  }

  @Test("mitmproxy, a file that it wrote") func mitmproxy() throws {
    let (cassette, all) = try open("real-mitmproxy.har.gz")
    try #require(all.count == 13)
    let upload = Array("field".utf8)
    #expect(
      all.prefix(8).map(ImportFixtures.body) == [
        ImportFixtures.ok, ImportFixtures.ok, ImportFixtures.ok, ImportFixtures.png,
        ImportFixtures.all256.reversed(), Array("café € \u{1F600}\n".utf8), [], [],
      ])
    #expect(all[2].outcome.response?.headerFields["Content-Encoding"] == "gzip")
    #expect(
      all[3].outcome.response?.headerFields.values(of: "Set-Cookie") == [
        "a=1; Path=/", "b=2; Path=/",
      ])
    #expect(all[8].request.method == "HEAD" && ImportFixtures.body(all[8]) == [])
    // It takes content without a charset for Latin-1.
    #expect(all[9].request.body == .bytes(Data(ImportFixtures.all256)))
    #expect(ImportFixtures.body(all[9]) == ImportFixtures.all256)
    #expect(all[10].request.body == .bytes(Data("a=1&b=caf%C3%A9+x".utf8)))
    let multipart = try #require(all[11].request.body.data.map { Array($0) })
    #expect(multipart.withUnsafeBytes { $0.firstOffset(of: upload, from: 0) } != nil)
    #expect(
      multipart.withUnsafeBytes { $0.firstOffset(of: ImportFixtures.all256, from: 0) } != nil)
    #expect(cassette.skippedEntries.map(\.url) == ["http://127.0.0.1:1/refused"])
  }

  @Test("mattt/Replay, a file that it wrote") func replay() throws {
    let (cassette, all) = try open("real-replay.har")
    #expect(
      all.map(ImportFixtures.body) == [
        ImportFixtures.ok, ImportFixtures.ok, ImportFixtures.png,
        ImportFixtures.all256.reversed(), Array("café € \u{1F600}\n".utf8), [],
        ImportFixtures.all256, Array("a=1&b=caf%C3%A9+x".utf8),
      ])
    // It does not mark base64 in a request.
    #expect(all[6].request.body == .bytes(Data(ImportFixtures.all256)))
    #expect(cassette.warnings.count == 1)
  }

  @Test func whatNoClientSendsIsLeftOut() throws {
    let folder = try TestFolder()
    let entries = [
      "data:image/png;base64,\(String(repeating: "A", count: 100))", "BLOB:https://a/1",
    ]
    .map { #"{"request":{"method":"GET","url":"\#($0)"},"response":{"status":200}}"# }
    // The status is a string as well.
    let other = #"{"request":{"method":"GET","url":"https://a/"},"response":{"status":"200"}}"#
    let text = #"{"log":{"entries":[\#((entries + [other]).joined(separator: ","))]}}"#
    let cassette = try Cassette(contentsOf: try folder.write(Array(text.utf8), to: "a.har"))
    #expect(
      cassette.skippedEntries == [
        .init(
          position: 0, url: "data:image/png;base64,AAAAAAAAAAAAAAAAAA...",
          reason: "its URL is of the scheme `data:`, which no client sends"),
        .init(
          position: 1, url: "BLOB:https://a/1",
          reason: "its URL is of the scheme `blob:`, which no client sends"),
      ])
    #expect(try TestFiles.all(cassette).map { $0.outcome.response?.status } == [200])
  }
}
