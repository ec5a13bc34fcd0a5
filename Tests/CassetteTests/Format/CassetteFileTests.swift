import Foundation
import Testing

@testable import Cassette

struct CassetteFileTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func interactions(seed: UInt64, count: Int) -> [Cassette.Interaction] {
    var random = RandomInteractions(seed: seed)
    return (0..<count).map { _ in random.interaction() }
  }

  @Test func readsTheSameHoweverItIsPacked() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    let written = interactions(seed: seed, count: 300)
    let url = folder.file("a.har.gz")
    #expect(try TestFiles.write(written, to: url) == .written)
    let text = try TestFiles.text(url)
    let files: [(String, [UInt8], hasIndex: Bool)] = [
      ("indexed.har.gz", try TestFiles.bytes(url), true),
      ("gzip.har.gz", TestFiles.gzip(text), false),
      ("bgzip.har.gz", TestFiles.blocked(text), false),
      ("small-blocks.har.gz", TestFiles.blocked(text, contentByteCount: 777), false),
      ("mixed.har.gz", mixed(text), false),
      ("plain.har", text, false),
      ("marked.har", [0xEF, 0xBB, 0xBF] + text, false),
      ("crlf.har", text.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }, false),
    ]
    for (name, bytes, hasIndex) in files {
      let cassette = try Cassette(contentsOf: folder.write(bytes, to: name))
      #expect(cassette.hasIndex == hasIndex, "\(name)")
      #expect(!cassette.isForeign)
      #expect(cassette.count == 300)
      for index in [Array(0..<300), Array((0..<300).reversed())].joined() {
        guard try cassette.interaction(at: index) == written[index] else {
          Issue.record("entry \(index) of \(name), seed \(seed)")
          return
        }
      }
      #expect(cassette.skippedEntries.isEmpty && cassette.warnings.isEmpty)
    }
  }

  /// Blocks first, then a member that is none.
  private func mixed(_ text: [UInt8]) -> [UInt8] {
    let half = text.count / 2
    return TestFiles.blocked(Array(text[..<half])) + TestFiles.gzip(Array(text[half...]))
  }

  @Test func readsPrettyPrintedTextOfOurs() throws {
    let url = folder.file("a.har.gz")
    let written = (0..<5).map { TestFiles.simple($0) }
    try TestFiles.write(written, to: url)
    let object = try JSONSerialization.jsonObject(with: Data(TestFiles.text(url)))
    let data = try JSONSerialization.data(
      withJSONObject: object, options: [.prettyPrinted, .sortedKeys])
    let pretty = try Cassette(contentsOf: folder.write(Array(data), to: "b.har"))
    #expect(try TestFiles.all(pretty) == written)
    #expect(!pretty.isForeign)
    #expect(try pretty.line(at: 0) == nil)
    let saved = folder.file("c.har.gz")
    let writer = try CassetteFileWriter(replacing: saved)
    for index in 0..<5 { try writer.keep(entryAt: index, of: pretty) }
    #expect(try writer.finish() == .written)
    #expect(try TestFiles.bytes(saved) == TestFiles.bytes(url))
  }

  @Test func knowsItsOwnWhereverTheMarkStands() throws {
    let url = folder.file("a.har.gz")
    var interaction = TestFiles.simple(1)
    interaction.request.headerFields.append(name: ":kept", value: "x")
    try TestFiles.write([interaction], to: url)
    let text = String(decoding: try TestFiles.text(url), as: UTF8.self)
      .replacingOccurrences(of: #""_cassette":1,"#, with: "")
      .replacingOccurrences(of: "]}}\n", with: #"],"_cassette":1}}"#)
    let cassette = try Cassette(contentsOf: folder.write(Array(text.utf8), to: "b.har"))
    #expect(try TestFiles.all(cassette) == [interaction])
  }

  @Test func anEmptyCassetteIsACassette() throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write([], to: url)
    let cassette = try Cassette(contentsOf: url)
    #expect(cassette.count == 0 && cassette.hasIndex)
    #expect(throws: CassetteError.noSuchEntry(index: 0, count: 0)) {
      try cassette.interaction(at: 0)
    }
    #expect(
      String(decoding: try TestFiles.text(url), as: UTF8.self)
        == #"{"log":{"version":"1.2","creator":{"name":"MoyaCassettes","version":"1.0"},"#
        + #""_cassette":1,"entries":["# + "\n]}}\n")
  }

  @Test func readsWhatBrowsersExport() throws {
    let text = """
      \u{FEFF}{ "log" : { "version": "1.2", "pages": [{"title": "entries", "x": {"entries": []}}],
        "entries" : [
        {"startedDateTime":"2026-01-02T03:04:05.678+01:00","time":12.5,"_initiator":{"a":[1]},
         "_priority":"High","comment":"c","serverIPAddress":"",
         "request":{"method":"GET","url":"https://example.com/1","httpVersion":"h2","headers":[
           {"name":":authority","value":"example.com"},{"name":"accept","value":"*/*"}],
           "queryString":[],"cookies":[],"headersSize":-1,"bodySize":-1},
         "response":{"status":200,"statusText":"","httpVersion":"h2","headers":[],"cookies":[],
           "content":{"size":2,"mimeType":"text/plain","text":"ok"},"redirectURL":"",
           "headersSize":-1,"bodySize":-1}},
        {"startedDateTime":"2026-01-02T03:04:06Z","request":{"method":"GET","url":"https://e/2",
          "postData":{"mimeType":"","params":[],"text":""}},"response":{"status":204}},
        {"startedDateTime":"2026-01-02T03:04:06Z","request":{"method":"GET","url":"https://e/3"},
          "response":{"status":0,"statusText":"","headers":[]}},
        {"startedDateTime":"2026-01-02T03:04:07Z","request":{"method":"GET","url":"https://e/4"},
          "response":{"status":200,"content":{"size":0}}}
        ] } }
      """
    for (name, bytes) in [
      ("a.har", Array(text.utf8)), ("b.har.gz", TestFiles.gzip(Array(text.utf8))),
      ("c.har.gz", TestFiles.blocked(Array(text.utf8), contentByteCount: 100)),
    ] {
      let cassette = try Cassette(contentsOf: folder.write(bytes, to: name))
      #expect(cassette.isForeign)
      #expect(
        try TestFiles.all(cassette).map(\.request.url) == [
          "https://example.com/1", "https://e/2", "https://e/4",
        ])
      #expect(
        cassette.skippedEntries == [
          .init(position: 2, url: "https://e/3", reason: "its request was not answered")
        ])
      let first = try cassette.interaction(at: 0)
      #expect(first.request.headerFields == ["accept": "*/*"])
      #expect(first.startedAt == Date(timeIntervalSince1970: 1_767_319_445.678))
      #expect(first.duration == .microseconds(12_500))
      #expect(first.outcome.response?.body == .bytes(Data("ok".utf8)))
      #expect(cassette.warnings == [])
    }
  }

  @Test func warnsOfBase64ThatIsNone() throws {
    let text = #"""
      {"log":{"entries":[{"startedDateTime":"2026-01-02","request":{"url":"https://e/1"},
      "response":{"status":200,"content":{"encoding":"base64","text":"h!"}}}]}}
      """#
    let cassette = try Cassette(contentsOf: folder.write(Array(text.utf8), to: "a.har"))
    #expect(
      cassette.warnings == [
        "entry 0: https://e/1: its content is marked as base64 but is not; it is taken as text"
      ])
  }

  @Test func showsNoSecretsOfOtherPrograms() throws {
    let text = #"""
      {"log":{"entries":[
      {"request":{"url":"https://u:secret@e.test:1/p?token=secret#secret"},"response":{"status":0}},
      {"request":{"url":"https://e.test/@x?secret"},"response":{"status":200}}]}}
      """#
    let cassette = try Cassette(contentsOf: folder.write(Array(text.utf8), to: "a.har"))
    #expect(cassette.skippedEntries.map(\.url) == ["https://e.test:1/p?..."])
    #expect(
      cassette.warnings == [
        "entry 1: https://e.test/@x?...: startedDateTime is not ISO 8601; 1970 is taken"
      ])
    #expect(try cassette.interaction(at: 0).request.url == "https://e.test/@x?secret")
  }

  @Test func looksUpByKeys() throws {
    let url = folder.file("a.har.gz")
    let writer = try CassetteFileWriter(replacing: url)
    var line: [UInt8] = []
    for number in 0..<50 {
      line.removeAll()
      var encoder = HAREntryEncoder()
      encoder.encode(TestFiles.simple(number), into: &line)
      let full = UInt32(number % 10)
      try writer.append(entry: line, key: .init(route: full == 3 ? 0 : 77, full: full))
    }
    _ = try writer.finish()
    let cassette = try Cassette(contentsOf: url)
    for _ in 0..<10 {
      #expect(
        cassette.entries(with: .init(route: 77, full: 4)) == [4, 14, 24, 34, 44])
      #expect(cassette.entries(with: .init(route: 78, full: 4)).isEmpty)
      #expect(cassette.entriesToCompare(onRoute: 77) == [0, 10, 20, 30, 40])
      #expect(cassette.entriesToCompare(onRoute: 78).isEmpty)
      #expect(cassette.entriesToCompare(onRoute: 0).isEmpty)
    }
    #expect(cassette.hasEntriesToCompare)
    // The route may be unknown too.
    #expect(cassette.candidates(onRoute: 77).count == 50)
    #expect(cassette.candidates(onRoute: 5) == [3, 13, 23, 33, 43])
  }

  @Test func memoryIsLookedUpLikeAFile() throws {
    let interactions = (0..<20).map { TestFiles.simple($0 % 5) }
    let url = folder.file("a.har.gz")
    try TestFiles.write(interactions, to: url)
    let memory = Cassette(interactions: interactions)
    let file = try Cassette(contentsOf: url)
    for interaction in interactions {
      let key = MatchKey(interaction)
      #expect(memory.entries(with: key) == file.entries(with: key))
      #expect(memory.candidates(onRoute: key.route) == file.candidates(onRoute: key.route))
    }
    #expect(try TestFiles.all(memory) == interactions)
    #expect(memory.url == nil && file.url == url)
    #expect(throws: CassetteError.noSuchEntry(index: 20, count: 20)) {
      try memory.interaction(at: 20)
    }
  }

  @Test func goesThroughAll() throws {
    let interactions = (0..<20).map { TestFiles.simple($0) }
    let url = folder.file("a.har.gz")
    try TestFiles.write(interactions, to: url)
    var seen: [Cassette.Interaction] = []
    try Cassette(contentsOf: url).forEach { index, interaction in
      #expect(index == seen.count)
      seen.append(interaction)
    }
    #expect(seen == interactions)
  }

  @Test func findsTheHighestPlaceholders() throws {
    var first = TestFiles.simple(0)
    first.redactions = [
      .init(place: "a", placeholder: "[redacted:token:2]"),
      .init(place: "b", placeholder: "[redacted:a:b:7]"), .init(place: "c", placeholder: "[x"),
    ]
    var second = TestFiles.simple(1)
    second.redactions = [
      .init(place: "a", placeholder: "[redacted:token:1]"),
      .init(place: "a", placeholder: "[redacted:token:0123456789abcdef-9]"),
    ]
    #expect(
      try Cassette(interactions: [first, second]).highestPlaceholderNumbers() == [
        "token": 2, "a:b": 7,
      ])
  }

  @Test func readsFromManyThreads() async throws {
    let interactions = (0..<400).map { TestFiles.simple($0, padding: 3000) }
    let url = folder.file("a.har.gz")
    try TestFiles.write(interactions, to: url)
    let cassette = try Cassette(contentsOf: url)
    try await withThrowingTaskGroup(of: Bool.self) { group in
      for start in 0..<8 {
        group.addTask {
          try stride(from: start * 37, to: 400, by: 3).allSatisfy {
            try cassette.interaction(at: $0) == interactions[$0]
          }
        }
      }
      for try await isEqual in group { #expect(isEqual) }
    }
  }

  @Test func noticesThatTheFileWasReplaced() throws {
    let url = folder.file("a.har.gz")
    try TestFiles.write([TestFiles.simple(1)], to: url)
    let cassette = try Cassette(contentsOf: url)
    try cassette.checkUnchanged()
    try TestFiles.write([TestFiles.simple(2)], to: url)
    #expect(throws: CassetteError.changed(path: url.path)) { try cassette.checkUnchanged() }
    // What was opened stays readable: the file was replaced, not written to.
    #expect(try TestFiles.all(cassette) == [TestFiles.simple(1)])
  }
}
