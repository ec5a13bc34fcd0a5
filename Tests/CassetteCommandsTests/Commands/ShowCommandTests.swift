import Cassette
import Foundation
import TestSupport
import Testing

struct ShowCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func showsWholeInteractions() async throws {
    try tool.save([Samples.simple(0), Samples.failed, Samples.rich], to: "a.har.gz")
    try await tool.expect(
      "show", "a.har.gz",
      stdout: """
        entry 0: GET https://api.test/i?n=0
        target: GitHub.item
        started: 2023-11-14T22:13:20.000Z, took 0 ms

        request:
          GET https://api.test/i?n=0 HTTP/1.1
          Accept: application/json

        response:
          HTTP/1.1 200 OK
          Content-Type: application/json

          {
            "n": 0,
            "of": []
          }

        entry 1: PUT https://api.test/slow
        started: 2023-11-14T22:13:20.250Z, took 2000 ms

        request:
          PUT https://api.test/slow HTTP/1.1

          a=1

        error:
          NSURLErrorDomain -1001
          The request timed out.

        entry 2: POST https://api.test/upload
        target: Files
        started: 1970-01-01T00:00:00.000Z, took 7 ms
        progress: 12 of an unknown number of bytes
        from cache: disk
        redacted: request.header[Authorization] as [redacted:authorization:1]
        note: two calls could not be told apart

        attempt 0, request:
          POST https://api.test/upload HTTP/1.1

        attempt 0, response:
          HTTP/1.1 503 Busy

        request as built:
          POST https://api.test/upload HTTP/1.1

        request as sent:
          POST https://api.test/upload?sent=1 HTTP/1.1
          Authorization: Bearer [redacted:authorization:1]

          part "text":
            line 1
            line 2
          part "file", file "a.png", image/png:
            (4 bytes that are no text)

        response:
          HTTP/2 201
          from https://cdn.test/u
          Content-Type: text/plain; charset=utf-8

          caf\u{e9} \\u{1b}[31mred\\r


        """)
  }

  @Test func showsThoseThatAreNamed() async throws {
    try tool.save((0..<3).map { Samples.simple($0) }, to: "a.har.gz")
    let output = try await tool("show", "a.har.gz", "2", "0")
    let headings = output.stdout.split(separator: "\n").filter { $0.hasPrefix("entry ") }
    #expect(
      headings == ["entry 2: GET https://api.test/i?n=2", "entry 0: GET https://api.test/i?n=0"])
    #expect(output.isSuccess && output.stderr.isEmpty)
    try await tool.expect(
      "show", "a.har.gz", "3", stderr: "there is no entry 3: the cassette has 3, counted from 0.\n",
      status: 3)
    try await tool.expect(
      "show", "a.har.gz", "x",
      stderr: """
        cassette show: "x" is no number of an entry
        Usage: cassette show [--body] FILE [N...]
        See `cassette show --help`.

        """, status: 2)
  }

  @Test func writesBodiesByteForByte() async throws {
    let bytes = Data((0...255).map { UInt8($0) })
    var binary = Samples.simple(0)
    binary.outcome = .response(.init(status: 200, body: .bytes(bytes)))
    var unkept = Samples.simple(0)
    unkept.outcome = .response(
      .init(
        status: 200, body: .digest(byteCount: 5, sha256: String(repeating: "0", count: 64))))
    var empty = Samples.simple(0)
    empty.outcome = .response(.init(status: 204))
    try tool.save([binary, Samples.large(1), Samples.failed, unkept, empty], to: "a.har.gz")
    #expect(try await tool("show", "--body", "a.har.gz", "0").outputData == bytes)
    #expect(try await tool("show", "a.har.gz", "1", "--body").outputData == Samples.largeBody(1))
    #expect(
      try await tool("show", "a.har.gz", "1").stdout.contains(".gz; `--body` writes them)\n"))
    let path = tool.path("a.har.gz")
    try await tool.expect(
      "show", "a.har.gz", "2", "--body",
      stderr: "a.har.gz: entry 2 has no body to write, for it failed without an answer.\n",
      status: 3)
    try await tool.expect(
      "show", path, "3", "--body",
      stderr: "\(path): entry 3 has no body to write, for only its size and hash were kept.\n",
      status: 3)
    try await tool.expect("show", path, "4", "--body")
    try await tool.expect(
      "show", "a.har.gz", "--body",
      stderr: """
        cassette show: --body needs one entry: FILE N
        Usage: cassette show [--body] FILE [N...]
        See `cassette show --help`.

        """, status: 2)
  }
}
