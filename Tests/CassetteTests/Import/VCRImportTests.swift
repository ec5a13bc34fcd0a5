import Foundation
import TestSupport
import Testing

@testable import Cassette

/// The cassettes of vcr's family.
struct VCRImportTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func read(_ text: String, format: String? = nil) throws -> CassetteImport {
    try ImportFixtures.read(text.utf8, format: format, in: folder)
  }

  private static let vc01 = """
    ---
    http_interactions:
    - request:
        method: get
        uri: http://127.0.0.1:8080/png
        body:
          encoding: US-ASCII
          string: ''
        headers:
          Accept:
          - "*/*"
      response:
        status:
          code: 200
          message:
        headers:
          Content-Type:
          - image/png
          Set-Cookie:
          - a=1; path=/
          - b=2; path=/
        body:
          encoding: ASCII-8BIT
          string: !binary |-
            iVBORw0KGgoA//4=
        http_version:
      recorded_at: Tue, 05 Mar 2024 04:58:44 GMT
    - request:
        method: post
        uri: http://127.0.0.1:8080/raw
        body:
          encoding: UTF-8
          base64_string: |
            bmHDr3Zl
        headers: {}
      response:
        status:
          code: 201
          message: Created
        headers: {}
        body:
          encoding: ASCII-8BIT
          base64_string: |
            //4AcmF3
        http_version: '1.1'
      recorded_at: 2024-02-29T23:59:58Z
    - request:
        method: delete
        uri: http://127.0.0.1:8080/x
        headers: {}
      response:
        status: {code: 204, message: No Content}
        headers: {}
        body:
          encoding: US-ASCII
          string:
      recorded_at: 2024-02-29 23:59:58.250000000 +01:00
    recorded_with: VCR 6.1.0

    """

  @Test("VC-01: Ruby VCR file", arguments: ["\n", "\r\n"])
  func rubyFile(lineEnd: String) throws {
    guard try ImportFixtures.python() != nil else { return }
    let text = Self.vc01.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
      .map { String(Substring($0)) }.joined(separator: lineEnd)
    let found = try read(text)
    #expect(found.format == "vcr" && found.warnings.isEmpty && found.skipped.isEmpty)
    let all = try TestFiles.all(found.cassette)
    try #require(all.count == 3)
    #expect(all.map(\.request.method) == ["GET", "POST", "DELETE"])
    #expect(all[0].request.headerFields == ["Accept": "*/*"])
    let first = try #require(all[0].outcome.response)
    #expect(first.status == 200 && first.statusText.isEmpty && first.httpVersion == "HTTP/1.1")
    #expect(ImportFixtures.body(all[0]) == ImportFixtures.png)
    #expect(first.headerFields.values(of: "set-cookie") == ["a=1; path=/", "b=2; path=/"])
    #expect(
      all[1].request.body == .bytes(Data([0x6E, 0x61, 0xC3, 0xAF, 0x76, 0x65])))
    #expect(all[1].outcome.response?.status == 201)
    #expect(ImportFixtures.body(all[1]) == [0xFF, 0xFE, 0, 0x72, 0x61, 0x77])
    #expect(all[2].outcome.response?.status == 204 && ImportFixtures.body(all[2]) == [])
    #expect(
      all.map { Timestamp.text(of: $0.startedAt) } == [
        "2024-03-05T04:58:44.000Z", "2024-02-29T23:59:58.000Z", "2024-02-29T22:59:58.250Z",
      ])
  }

  @Test("VC-02: vcrpy file", arguments: ["\n", "\r\n"])
  func pythonFile(lineEnd: String) throws {
    guard try ImportFixtures.python() != nil else { return }
    let text = #"""
      interactions:
      - request:
          body: null
          headers:
            Accept: ['*/*']
          method: GET
          uri: http://127.0.0.1:8080/j
        response:
          body:
            string: "{\n  \"args\": {}, \n  \"k\"\
              : 1,\n  \"u\": \"\xE9\u20AC\"}"
          headers:
            Content-Type: [application/json]
            X-One: single
          status: {code: 200, message: OK}
      version: 1

      """#
    let found = try read(
      text.utf8.split(separator: 0x0A, omittingEmptySubsequences: false)
        .map { String(Substring($0)) }.joined(separator: lineEnd))
    #expect(found.format == "vcrpy")
    let all = try TestFiles.all(found.cassette)
    #expect(all.map(\.request.url) == ["http://127.0.0.1:8080/j"])
    let response = try #require(all[0].outcome.response)
    #expect(response.status == 200 && response.statusText == "OK")
    #expect(
      ImportFixtures.body(all[0])
        == Array("{\n  \"args\": {}, \n  \"k\": 1,\n  \"u\": \"\u{E9}\u{20AC}\"}".utf8))
    #expect(response.headerFields["X-One"] == "single")
  }

  /// What the traffic was that the real files hold.
  private static let bodies: [String: [UInt8]] = [
    "/json": ImportFixtures.ok, "/gz": ImportFixtures.ok, "/png": ImportFixtures.png,
    "/all": ImportFixtures.all256.reversed(), "/text": Array("café € \u{1F600}\n".utf8),
    "/none": [], "/moved": [],
  ]

  @Test(
    "files that Ruby's vcr and vcrpy wrote",
    arguments: [
      ("real-vcr.yml", "vcr", 11), ("real-vcr-exact.yml", "vcr", 11),
      ("real-vcr-json.json", "vcr", 7), ("real-vcrpy.yaml", "vcrpy", 12),
      ("real-vcrpy.json", "vcrpy", 8),
    ])
  func realFiles(name: String, format: String, count: Int) throws {
    guard try ImportFixtures.python() != nil else { return }
    let found = try ImportFixtures.read(TestFiles.bytes(ImportFixtures.url(name)), in: folder)
    #expect(found.format == format && found.skipped.isEmpty)
    let all = try TestFiles.all(found.cassette)
    #expect(all.count == count)
    for interaction in all {
      let path = "/" + (interaction.request.url.split(separator: "/").last ?? "")
      let expected = Self.bodies[path] ?? interaction.request.body.data.map { Array($0) }
      #expect(ImportFixtures.body(interaction) == expected, "\(interaction.request.url)")
    }
    let bodies = all.compactMap { $0.request.body.data.map { Array($0) } }.filter { !$0.isEmpty }
    #expect(bodies.contains(Array("a=1&b=caf%C3%A9+x".utf8)))
    #expect(bodies.contains(ImportFixtures.all256) != name.hasSuffix("json"))
  }

  /// The same interaction in the forms of several releases.
  @Test(arguments: [
    #"{"http_interactions":[{"request":{"method":"post","uri":"U","body":{"string":"q"}},"#
      + #""response":{"status":{"code":"200","message":"OK"},"headers":{"A":"1","B":["2","3"]},"#
      + #""body":{"string":["r1","r2"]},"http_version":"1.1"}}],"recorded_with":"VCR"}"#,
    #"[{"request":{"method":":post","uri":"U","body":"q","headers":null},"response":{"status":"#
      + #"{"code":200,"message":"OK"},"headers":{"A":["1"],"B":["2","3"]},"body":"r1r2"}}]"#,
    #"{"version":1,"interactions":[{"request":{"method":"POST","uri":"U","body":"q","headers":{}},"#
      + #""response":{"status":[200,"OK"],"headers":[["A","1"],["B","2"],["B","3"]],"#
      + #""body":{"base64_string":"cjFyMg=="}}}]}"#,
    #"{"version":1,"interactions":[{"request":{"method":"POST","uri":"U","body":{"state":["q",0]}},"#
      + #""response":{"status_code":200,"reason":"OK","http_version":"HTTP/1.1","headers":"#
      + #"["A: 1\r\n","B: 2\r\n","B: 3\r\n"],"content":"r1r2"}}]}"#,
    #"{"version":2,"interactions":[{"id":0,"request":{"proto":"HTTP/1.1","body":"q","url":"U","#
      + #""method":"POST"},"response":{"proto":"HTTP/1.1","headers":{"A":["1"],"B":["2","3"]},"#
      + #""body":"r1r2","status":"200 OK","code":200,"duration":"0s"}}]}"#,
    #"{"Version":2,"Interactions":[{"ID":0,"Request":{"Proto":"HTTP/1.1","Body":"q","URL":"U","#
      + #""Method":"POST"},"Response":{"Proto":"HTTP/1.1","Headers":{"A":["1"],"B":["2","3"]},"#
      + #""Body":"r1r2","Status":"200 OK","Code":200,"Duration":0}}]}"#,
    #"{"version":1,"interactions":[{"request":{"body":"q","form":{},"url":"U","method":"POST"},"#
      + #""response":{"headers":{"A":["1"],"B":["2","3"]},"body":"r1r2","status":"200 OK","#
      + #""code":200}}]}"#,
  ])
  func formsOfReleases(text: String) throws {
    let found = try read(text)
    #expect(
      try TestFiles.all(found.cassette) == [
        .init(
          request: .init(method: "POST", url: "U", body: .bytes(Data("q".utf8))),
          outcome: .response(
            .init(
              status: 200, statusText: "OK", headerFields: ["A": "1", "B": "2", "B": "3"],
              body: .bytes(Data("r1r2".utf8)))))
      ])
    #expect(found.warnings.isEmpty && found.skipped.isEmpty)
  }

  @Test("go-vcr, synthetic files of versions 1 and 2") func goVCR() throws {
    guard try ImportFixtures.python() != nil else { return }
    let found = try read(
      #"""
      ---
      version: 2
      interactions:
          - id: 0
            request:
              proto: HTTP/1.1
              proto_major: 1
              proto_minor: 1
              content_length: 7
              host: example.com
              form:
                  a:
                      - "1"
                  b:
                      - "2"
                      - x y
              headers:
                  Content-Type:
                      - application/x-www-form-urlencoded
              url: https://example.com/f
              method: POST
            response:
              proto: HTTP/2.0
              proto_major: 2
              proto_minor: 0
              content_length: -1
              uncompressed: true
              body: !!binary iVBORw0KGgoA//4=
              headers:
                  Date:
                      - Tue, 05 Mar 2024 04:58:44 GMT
              status: 404 Not Found
              code: 404
              duration: 1m2.5s
      """#)
    #expect(found.format == "go-vcr")
    let all = try TestFiles.all(found.cassette)
    #expect(all[0].request.body == .bytes(Data("a=1&b=2&b=x+y".utf8)))
    let response = try #require(all[0].outcome.response)
    #expect(response.status == 404 && response.statusText == "Not Found")
    #expect(response.httpVersion == "HTTP/2.0" && ImportFixtures.body(all[0]) == ImportFixtures.png)
    #expect(response.headerFields["Date"] == "Tue, 05 Mar 2024 04:58:44 GMT")
    #expect(all[0].duration == .milliseconds(62_500))
    let old = try read(
      """
      version: 1
      interactions:
      - request: {body: "", form: {}, headers: {}, url: 'http://example.com/', method: GET}
        response: {body: yes, headers: {X: [1.50]}, status: 200 OK, code: 200, duration: ""}

      """)
    let first = try old.cassette.interaction(at: 0)
    #expect(ImportFixtures.body(first) == Array("yes".utf8))
    #expect(first.outcome.response?.headerFields == ["X": "1.50"])
  }

  /// Texts and bytes of all kinds as PyYAML itself writes them, in each of its styles.
  @Test(arguments: ["None", "'\\''", "'\"'", "'|'", "'>'"])
  func whatPyYAMLWritesIsReadExactly(style: String) throws {
    guard let python = try ImportFixtures.python() else { return }
    let seed = UInt64.random(in: .min ... .max)
    print("seed of \(#function), style \(style): \(seed)")
    var random = RandomInteractions(seed: seed)
    var bodies = (0..<150).map { _ in Array(random.bytes(allowingEmpty: true)) }
    bodies += [
      "null", "~", "true", "1.50", "2024-01-01", "<<", "", " a ", "a\r\nb\r\n", "\n", "- x: y", "#",
    ]
    .map { Array($0.utf8) }
    let script = """
      import base64, json, sys, yaml
      def value(text):
          data = base64.b64decode(text)
          try:
              return data.decode("utf-8")
          except UnicodeDecodeError:
              return data
      bodies = [value(text) for text in json.load(sys.stdin)]
      entries = [{"request": {"method": "POST", "uri": "http://example.com/", "body": body, "headers": {}},
                  "response": {"status": {"code": 200, "message": "OK"}, "headers": {},
                               "body": {"string": body}}} for body in bodies]
      sys.stdout.buffer.write(yaml.dump({"interactions": entries, "version": 1}, encoding="utf-8",
          default_style=\(style), allow_unicode=len(sys.argv) > 1, width=40))
      """
    // Where it writes more than ASCII, PyYAML itself does not read U+0085 back: a line break in YAML 1.1.
    let simple = bodies.filter { body in
      body.withUnsafeBytes { $0.firstOffset(of: [0xC2, 0x85], from: 0) == nil }
    }
    for (arguments, bodies) in [([], bodies), (["unicode"], simple)] as [([String], [[UInt8]])] {
      let input = try JSONEncoder().encode(bodies.map { Data($0).base64EncodedString() })
      let output = try ChildProcess.run(python, ["-c", script] + arguments, input: input)
      try #require(output.isSuccess, "\(output.stderr)")
      let all = try TestFiles.all(
        ImportFixtures.read(output.outputData, format: "vcrpy", in: folder).cassette)
      #expect(all.count == bodies.count)
      for (interaction, body) in zip(all, bodies) {
        #expect(interaction.request.body == Cassette.Body(Data(body)))
        #expect(ImportFixtures.body(interaction) == body)
      }
    }
  }

  @Test func codedContentIsUndone() throws {
    func entry(_ coding: String, _ base64: String) -> String {
      #"{"request":{"uri":"https://example.com/\#(coding)","method":"GET"},"response":{"status":"#
        + #"{"code":200},"headers":{"Content-Encoding":["\#(coding)"]},"#
        + #""body":{"base64_string":"\#(base64)"}}}"#
    }
    let found = try read(
      #"{"http_interactions":["#
        + [
          entry("gzip", "H4sIAAAAAAAC/6tWys9WsiopKk2tBQCQX9SnCwAAAA=="),
          entry("deflate", "eJyrVsrPVrIqKSpNrQUAFuMEEQ=="),
          entry("DEFLATE", "q1bKz1ayKikqTa0FAA=="),
          entry("identity", "eyJvayI6dHJ1ZX0="), entry("gzip", "eyJvayI6dHJ1ZX0="),
          entry("br", "eyJvayI6dHJ1ZX0="), entry("gzip", ""), entry("br", "iVBORw0KGgoA//4="),
          entry("gzip", "iVBORw0KGgoA//4="), entry("deflate", "iVBORw0KGgoA//4="),
        ].joined(separator: ",") + "]}")
    let all = try TestFiles.all(found.cassette)
    #expect(
      all.map(ImportFixtures.body)
        == Array(repeating: ImportFixtures.ok, count: 6) + [
          [], ImportFixtures.png, ImportFixtures.png,
        ]
    )
    #expect(all[0].outcome.response?.headerFields["Content-Encoding"] == "gzip")
    #expect(
      found.warnings == [
        // Once, and not of text, which was uncompressed before it was kept.
        "entry 8: https://example.com/gzip: its content is not in the coding \"gzip\" of its header; "
          + "it is taken as it is; 2 entries are like that"
      ])
    #expect(
      found.skipped == [
        .init(
          position: 7, url: "https://example.com/br",
          reason: "its content is in the coding \"br\", which is not undone here")
      ])
  }

  @Test func whatCannotBeReplayedIsLeftOut() throws {
    let found = try read(
      #"""
      {"http_interactions":[{"request":{"uri":"https://u:p@example.com/a?token=x"}},
      {"request":{},"response":{"status":{"code":200}}},{"response":{}},3,
      {"request":{"uri":"https://example.com/b"},"response":{"status":{"code":0}}},
      {"request":{"uri":"https://example.com/c"},"response":{"status":{"code":200},
      "body":{"base64_string":"!"},"headers":{":status":["200"],"":["x"],"n":[null,7,true,{"a":1}]}},
      "recorded_at":"yesterday"}]}
      """#)
    let noStatus = "it has no response with a status"
    #expect(
      found.skipped == [
        .init(position: 0, url: "https://example.com/a?...", reason: noStatus),
        .init(position: 1, url: nil, reason: "its request has no URL"),
        .init(position: 2, url: nil, reason: "it has no request"),
        .init(position: 3, url: nil, reason: "it has no request"),
        .init(position: 4, url: "https://example.com/b", reason: noStatus),
      ])
    #expect(
      found.warnings == [
        "entry 5: https://example.com/c: the base64_string of its response is no base64; it is taken as text",
        "entry 5: https://example.com/c: recorded_at is no point in time; 1970 is taken",
      ])
    let interaction = try found.cassette.interaction(at: 0)
    #expect(
      interaction.outcome.response?.headerFields == ["n": "", "n": "7", "n": "true"])
  }
}
