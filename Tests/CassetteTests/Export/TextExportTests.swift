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
