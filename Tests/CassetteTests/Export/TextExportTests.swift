import Foundation
import Testing

@testable import Cassette

struct TextExportTests {
  private func text(
    _ format: Cassette.TextFormat, _ interactions: Cassette.Interaction...
  ) throws -> String {
    try Cassette(interactions: interactions).exportText(format)
  }

  private func request(
    _ body: Cassette.Body = .empty, method: String = "POST",
    fields: Cassette.HeaderFields = [:]
  ) -> Cassette.Interaction {
    .init(
      request: .init(
        method: method, url: "https://example.com/a?b=[1]&c='", headerFields: fields, body: body),
      outcome: .response(.init(status: 200, statusText: "OK")))
  }

  @Test func writesRequestsForRESTClients() throws {
    var named = request(
      .bytes(Data(#"{"n":1}"#.utf8)),
      fields: ["Content-Type": "application/json", "Content-Length": "7", "X-A": ""])
    named.target = .init(type: "GitHub", name: "item")
    let failed = Cassette.Interaction(
      request: .init(url: "https://example.com/b"),
      outcome: .failure(.init(domain: "NSURLErrorDomain", code: -1001, text: ""), nil))
    #expect(
      try text(.http, named, failed) == """
        ### 0 GitHub.item
        # answered 200 OK
        POST https://example.com/a?b=[1]&c='
        Content-Type: application/json
        X-A:\u{20}

        {"n":1}

        ### 1
        # failed with NSURLErrorDomain -1001
        GET https://example.com/b

        """)
    #expect(try text(.http) == "")
  }

  @Test(
    arguments: [
      ([0xFF, 0xFE], "its content of 2 bytes is no text"),
      ([0x61, 0], "its content of 2 bytes is no text"),
      (Array("a\n### b".utf8), "its content of 7 bytes has what clients take for their own"),
      (Array("< file".utf8), "its content of 6 bytes has what clients take for their own"),
      (Array("> x".utf8), "its content of 3 bytes has what clients take for their own"),
      (Array("{{name}}".utf8), "its content of 8 bytes has what clients take for their own"),
    ] as [([UInt8], String)])
  func namesWhatSuchAFileCannotSay(body: [UInt8], comment: String) throws {
    let text = try text(.http, request(.bytes(Data(body))))
    #expect(text.contains("\n# \(comment)\n"))
    #expect(text.hasSuffix("c='\n"))
  }

  @Test func namesContentThatWasNotKept() throws {
    let hash = String(repeating: "0a", count: 32)
    let lost = request(.digest(byteCount: 7, sha256: hash))
    #expect(
      try text(.http, lost).contains("# its content of 7 bytes was not kept; SHA-256 \(hash)\n"))
    #expect(
      try text(.curl, lost).contains(
        "--data-binary \"@${CONTENT_0:?name a file with the 7 bytes of SHA-256 \(hash)}\""))
  }

  /// Without the part that was not kept it would be another request.
  @Test func partsThatWereNotKeptAreNotSentEmpty() throws {
    let body = Cassette.Body.multipart([
      .init(name: "a", value: Data("1".utf8)),
      .init(
        name: "f", fileName: "a.bin", value: Data(),
        digest: .init(byteCount: 2_000_000, sha256: String(repeating: "a", count: 64))),
    ])
    let script = try text(.curl, request(body))
    #expect(script.contains("@${CONTENT_0:?name a file with the 2000182 bytes of SHA-256 unknown}"))
    #expect(script.contains("boundary=cassette-boundary-0"))
    let file = try text(.http, request(body))
    #expect(file.contains("# its content of 2000182 bytes was not kept; SHA-256 unknown\n"))
    for text in [script, file] { #expect(!text.contains("a.bin")) }
  }

  @Test(
    arguments: [
      ("https://e.test/{{$processEnv HOME}}", "GET", "X-A", "1"),
      ("https://e.test/{{name}}", "GET", "X-A", "1"),
      ("https://e.test/", "{{name}}", "X-A", "1"),
      ("https://e.test/", "@name = 1", "X-A", "1"),
      ("https://e.test/", "###", "X-A", "1"),
      ("https://e.test/", "GET", "X-A", "{{$dotenv SECRET}}"),
      ("https://e.test/", "GET", "###", "1"),
      ("https://e.test/", "GET", "#", "1"),
      ("https://e.test/", "GET", "&a", "1"),
      ("https://e.test/ HTTP/1.0\n### 7", "GET", "X-A", "1"),
      ("", "GET", "X-A", "1"),
    ])
  func requestsThatClientsWouldTakeForTheirOwnAreComments(
    url: String, method: String, name: String, value: String
  ) throws {
    let interaction = Cassette.Interaction(
      request: .init(
        method: method, url: url, headerFields: .init([.init(name: name, value: value)]),
        body: .bytes(Data("content".utf8))),
      outcome: .response(.init(status: 200)))
    let lines = try text(.http, interaction).split(separator: "\n")
    #expect(lines.first == "### 0")
    #expect(lines.dropFirst().allSatisfy { $0.hasPrefix("# ") || $0.hasPrefix("#   ") }, "\(lines)")
    #expect(
      lines.contains("# its request has what clients take for their own, and is not one here"))
    #expect(lines.contains { $0.hasPrefix("#   \(name): \(value)") })
  }

  @Test func separatorsAfterACarriageReturnCountToo() throws {
    let text = try text(.http, request(.bytes(Data("a\r### b".utf8))))
    #expect(text.contains("# its content of 7 bytes has what clients take for their own\n"))
  }

  /// A cassette may come from anybody, and its script is run.
  @Test func noHashIsRun() {
    for body in [
      Cassette.Body.digest(byteCount: 7, sha256: "$(touch x)\ntouch y"),
      .sideFile(.init(path: "`touch x`", byteCount: 7, sha256: "`touch x`\ntouch y")),
    ] {
      let text =
        CurlText.text(of: request(body), number: 0)
        + HTTPFileText.text(of: request(body), number: 0)
      #expect(!String(decoding: text, as: UTF8.self).contains("touch"))
    }
  }

  @Test func writesCommandsOfCurl() throws {
    #expect(
      try text(
        .curl,
        request(
          .bytes(Data("it's @x".utf8)),
          fields: ["Content-Type": "text/plain", "X-Empty": "", "Transfer-Encoding": "chunked"]),
        request(method: "HEAD", fields: ["Accept": "*/*", "User-Agent": "a\u{1F600}"]))
          == #"""
          # 0: answered 200 OK
          curl --globoff --path-as-is --url 'https://example.com/a?b=[1]&c='\''' \
            --request POST \
            --header 'Content-Type: text/plain' \
            --header 'X-Empty;' \
            --header 'accept:' \
            --header 'user-agent:' \
            --header 'expect:' \
            --data-raw 'it'\''s @x'

          # 1: answered 200 OK
          curl --globoff --path-as-is --url 'https://example.com/a?b=[1]&c='\''' \
            --head \
            --header 'Accept: */*' \
            --header 'User-Agent: a😀'

          """#)
  }

  @Test func noCommentBreaksOutOfItsLine() throws {
    var interaction = request()
    interaction.target = .init(type: "a\nrm -rf /", name: "b\r\nc")
    interaction.outcome = .response(.init(status: 200, statusText: "x\nrm -rf /"))
    interaction.request.headerFields = ["X\nrm": "1", "X-B": "1\nrm", "": "2"]
    for format in [Cassette.TextFormat.http, .curl] {
      let lines = try text(format, interaction).split(separator: "\n")
      #expect(!lines.contains { $0.hasPrefix("rm") }, "\(lines)")
    }
  }

  @Test func writesFiles() throws {
    let folder = try TestFolder()
    let cassette = Cassette(interactions: [request(), request()])
    try cassette.exportText(.curl, to: folder.file("a.sh"))
    #expect(
      try TestFiles.bytes(folder.file("a.sh")) == Array(cassette.exportText(.curl).utf8))
    #expect(throws: CassetteError.self) {
      try cassette.exportText(.curl, to: folder.file("none/a.sh"))
    }
  }
}
