import Cassette
import Foundation
import TestSupport
import Testing

struct ExportCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  @Test func writesPlainTextToStandardOutputOrAFile() async throws {
    try tool.save([Samples.simple(0), Samples.rich, Samples.large(2)], to: "a.har.gz")
    let output = try await tool("export", "a.har.gz")
    #expect(output.isSuccess && output.stderr.isEmpty)
    try await tool.expect("export", "--output=b.har", "a.har.gz")
    #expect(try tool.folder.read("b.har") == output.outputData)
    let document = try JSONSerialization.jsonObject(with: output.outputData) as? [String: Any]
    let entries = (document?["log"] as? [String: Any])?["entries"] as? [[String: Any]]
    #expect(entries?.count == 3)
    let whole = try tool.interactions(in: "b.har")
    #expect(whole == [Samples.simple(0), Samples.rich, Samples.large(2)])
  }

  @Test func writesBlocksWithoutAnIndex() async throws {
    try tool.save((0..<300).map { Samples.simple($0) } + [Samples.large(2)], to: "a.har.gz")
    let output = try await tool("export", "--no-index", "a.har.gz")
    try await tool.expect("export", "--no-index", "a.har.gz", "--output", "b.har.gz")
    #expect(try tool.folder.read("b.har.gz") == output.outputData)
    let text = try await tool("export", "a.har.gz").outputData
    let zcat = try await ChildProcess.run("gzip", ["-dc", tool.path("b.har.gz")])
    #expect(zcat.outputData == text && zcat.isSuccess)
    let bytes = [UInt8](output.outputData)
    #expect(
      bytes.suffix(28)
        == [
          0x1F, 0x8B, 8, 4, 0, 0, 0, 0, 0, 0xFF, 6, 0, 0x42, 0x43, 2, 0, 0x1B, 0, 3, 0, 0, 0, 0, 0,
          0, 0, 0, 0,
        ])
    // Every block has an extra field of six bytes: that of BGZF, and no other.
    var offset = 0
    while offset < bytes.count {
      #expect(bytes[offset] == 0x1F && bytes[offset + 10] == 6 && bytes[offset + 11] == 0)
      offset += Int(bytes[offset + 16]) + Int(bytes[offset + 17]) << 8 + 1
    }
    #expect(offset == bytes.count)
    #expect(try tool.interactions(in: "b.har.gz").count == 301)
  }

  @Test func writesTextForOtherTools() async throws {
    try tool.save([Samples.simple(0), Samples.failed], to: "a.har.gz")
    let http = """
      ### 0 GitHub.item
      # answered 200 OK
      GET https://api.test/i?n=0
      Accept: application/json

      ### 1
      # failed with NSURLErrorDomain -1001
      PUT https://api.test/slow

      a=1

      """
    try await tool.expect("export", "--format", "http", "a.har.gz", stdout: http)
    try await tool.expect("export", "--format=http", "a.har.gz", "--output", "a.http")
    #expect(try tool.folder.read("a.http") == Data(http.utf8))
    let curl = try await tool("export", "--format", "curl", "a.har.gz")
    #expect(curl.isSuccess && curl.stdout.hasSuffix("--data-raw a=1\n"))
    #expect(
      try await tool("export", "--format", "har", "a.har.gz").stdout
        == tool("export", "a.har.gz").stdout)
    for (arguments, reason) in [
      (["--format", "xml"], "no format \"xml\"; there are har, http, curl"),
      (["--format", "curl", "--no-index"], "--no-index is for HAR alone"),
    ] {
      let output = try await ChildProcess.run(
        Tool.path, ["export", "a.har.gz"] + arguments, in: tool.folder.url)
      #expect(output.status == 2 && output.stderr.hasPrefix("cassette export: \(reason)\n"))
    }
  }

  @Test func aFailureLeavesTheOldFile() async throws {
    try tool.save([Samples.large(0)], to: "a.har.gz")
    try FileManager.default.removeItem(at: tool.folder.file("a.bodies"))
    try tool.folder.write("old".utf8, to: "b.har")
    let output = try await tool("export", "a.har.gz", "--output", "b.har")
    #expect(output.status == 3 && output.stderr.hasSuffix("or record again.\n"))
    #expect(try tool.folder.read("b.har") == Data("old".utf8))
    #expect(try tool.folder.contents() == ["a.har.gz", "b.har"])
    try await tool.expect(
      "export", "a.har.gz", "--output", "none/b.har",
      stderr: """
        \(tool.path("none/b.har")): cannot create, No such file or directory (errno 2). Create the \
        folder first.

        """, status: 3)
  }

  @Test func plainTextGetsNoCompressedName() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    try await tool.expect(
      "export", "a.har.gz", "--output", "b.har.gz",
      stderr:
        "\(tool.path("b.har.gz")): the name of a compressed file, and what is exported is plain "
        + "text. Name it without \".gz\".\n", status: 3)
    #expect(try tool.folder.contents() == ["a.har.gz"])
  }
}
