import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Cassettes as other people's programs read them: gzip, Python, Biopython, pysam and mitmproxy.
struct IndependentReadersTests {
  private let folder: TestFolder
  private let url: URL
  private let interactions: [Cassette.Interaction]

  init() throws {
    folder = try TestFolder()
    url = folder.file("a.har.gz")
    interactions = Self.samples()
    try TestFiles.write(interactions, to: url)
  }

  /// What a recording of real traffic may hold, over several blocks, one entry larger than a block.
  private static func samples() -> [Cassette.Interaction] {
    var all = (0..<150).map { TestFiles.simple($0, padding: 900) }
    let requests: [(String, Cassette.HeaderFields, Cassette.Body)] = [
      ("GET", [:], .empty),
      ("POST", ["Content-Type": "application/json"], .bytes(Data(#"{"é":"\u2028"}"#.utf8))),
      ("PUT", [:], .bytes(Data((0...255).map { UInt8($0) }))),
      (
        "POST", ["Content-Type": "multipart/form-data"],
        .multipart([
          .init(name: "a", value: Data("1".utf8)),
          .init(name: "f", fileName: "x", contentType: "image/png", value: Data([0xFF, 0])),
        ])
      ),
      ("PATCH", ["Cookie": "a=1; b=2"], .bytes(Data("k=v".utf8))),
    ]
    let outcomes: [Cassette.Outcome] = [
      .response(.init(status: 200, statusText: "OK", body: .bytes(Data("ok".utf8)))),
      .response(.init(status: 204)),
      .response(
        .init(
          status: 302, headerFields: ["Location": "/x", "Set-Cookie": "a=1; Path=/"],
          finalURL: "https://api.test/x")),
      .response(
        .init(
          status: 200, headerFields: ["Content-Type": "image/png"],
          body: .bytes(Data([0x89, 0x50, 0x4E, 0x47, 0xFF, 0xFE])))),
      .response(
        .init(
          status: 200, headerFields: ["Content-Encoding": "gzip", "Content-Length": "31"],
          body: .bytes(Data(#"{"ok":true}"#.utf8)))),
      .response(.init(status: 200, body: .bytes(Data(repeating: 0x61, count: 150_000)))),
      .failure(.init(domain: "NSURLErrorDomain", code: -1004, text: "refused"), nil),
    ]
    for (method, fields, body) in requests {
      for outcome in outcomes {
        all.append(
          .init(
            request: .init(
              method: method, url: "https://api.test/p?q=%C3%A9&q=2", headerFields: fields,
              body: body),
            outcome: outcome, startedAt: Date(timeIntervalSince1970: 1_700_000_000),
            duration: .milliseconds(12)))
      }
    }
    // Base64 that does not repeat itself, in blocks of its own.
    var random = SplitMix64(seed: 1)
    for (place, byteCount) in [(10, 20_000), (60, 120_000)] {
      all[place].outcome = .response(
        .init(
          status: 200, headerFields: ["Content-Type": "image/png"],
          body: .bytes(Data([0xFF] + random.bytes(byteCount)))))
    }
    return all
  }

  /// A program of the virtual environment; nil, and a warning that nobody overlooks, without it.
  private func program(_ name: String) -> URL? {
    if let program = VirtualEnvironment.readers.executable(name) { return program }
    Issue.record(
      """
      NOT TESTED with \(name): it is not installed. Run Scripts/setup where a package index is in \
      reach; \(VirtualEnvironment.readers.log.path) says why it failed.
      """, severity: .warning)
    return nil
  }

  private func run(
    _ executable: String, _ arguments: [String]
  ) async throws -> ChildProcess.Output {
    let output = try await ChildProcess.run(executable, arguments, in: folder.url)
    #expect(output.isSuccess, "\(executable): \(output.stdout)\(output.stderr)")
    return output
  }

  @Test func gzipAcceptsIt() async throws {
    let test = try await run("gzip", ["-t", "a.har.gz"])
    #expect(test.stderr.isEmpty, "\(test.stderr)")
    let text = try await run("gzip", ["-dc", "a.har.gz"])
    #expect(try Array(text.outputData) == TestFiles.text(url))
  }

  /// Checks, without a line of ours, all members that HAR 1.2 requires.
  private static let check = """
    import base64, gzip, json, sys
    data = open("a.har.gz", "rb").read()
    assert data[-28:].hex() == "1f8b08040000000000ff0600424302001b0003000000000000000000"
    log = json.loads(gzip.open("a.har.gz").read())["log"]
    assert log["version"] == "1.2" and log["creator"]["name"] == "MoyaCassettes", log["creator"]
    assert log["creator"]["version"] and log["_cassette"] == 1
    def need(thing, **members):
        for name, kind in members.items():
            assert isinstance(thing[name], kind), (name, thing)
    number = (int, float)
    for entry in log["entries"]:
        need(entry, startedDateTime=str, time=number, request=dict, response=dict, cache=dict,
             timings=dict)
        need(entry["timings"], send=number, wait=number, receive=number)
        assert entry["time"] == sum(entry["timings"].values())
        request, response = entry["request"], entry["response"]
        need(request, method=str, url=str, httpVersion=str, cookies=list, headers=list,
             queryString=list, headersSize=int, bodySize=int)
        need(response, status=int, statusText=str, httpVersion=str, cookies=list, headers=list,
             content=dict, redirectURL=str, headersSize=int, bodySize=int)
        need(response["content"], size=int, mimeType=str)
        pairs = request["cookies"] + request["headers"] + request["queryString"]
        for pair in pairs + response["cookies"] + response["headers"]:
            need(pair, name=str, value=str)
        if "postData" in request:
            need(request["postData"], mimeType=str, text=str)
            for part in request["postData"].get("params", []):
                need(part, name=str, value=str)
        content = response["content"]
        text = content.get("text", "")
        body = base64.b64decode(text) if content.get("encoding") else text.encode()
        assert len(body) == content["size"], content
    print(len(log["entries"]))
    """

  @Test func pythonReadsEveryRequiredMember() async throws {
    let output = try await run("python3", ["-c", Self.check])
    #expect(output.stdout == "\(interactions.count)\n")
  }

  @Test func biopythonReadsItFromAnywhere() async throws {
    guard let python = program("python") else { return }
    let script = """
      import gzip, json
      from Bio import bgzf
      text = gzip.open("a.har.gz").read()
      reader = bgzf.BgzfReader("a.har.gz", "rb")
      assert reader.read(len(text) + 1) == text
      # Every entry, from the last to the first, by virtual offset.
      blocks = list(bgzf.BgzfBlocks(open("a.har.gz", "rb")))
      assert blocks[-1][1] == 28 and blocks[-1][3] == 0, blocks[-1]
      offsets = json.load(open("offsets.json"))
      lines = text.split(b"\\n")
      for number, offset in reversed(list(enumerate(offsets))):
          reader.seek(offset)
          line = lines[number + 1]
          assert reader.read(len(line.lstrip(b","))) == line.lstrip(b","), number
      print(len(offsets))
      """
    guard case .file(let file) = try Cassette(contentsOf: url).storage else { return }
    try JSONSerialization.data(withJSONObject: file.table.positions)
      .write(to: folder.file("offsets.json"))
    let output = try await run(python.path, ["-c", script])
    #expect(output.stdout == "\(interactions.count)\n")
  }

  @Test func pysamReadsItFromAnywhere() async throws {
    guard let python = program("python") else { return }
    // It seeks to the virtual offset that the index has for each entry and reads on to the line's end.
    let script = """
      import gzip, json
      import pysam
      text = gzip.open("a.har.gz").read()
      with pysam.BGZFile("a.har.gz", "r") as reader:
          assert reader.read(len(text) + 1) == text
      offsets = json.load(open("offsets.json"))
      lines = text.split(b"\\n")
      with pysam.BGZFile("a.har.gz", "r") as reader:
          for number, offset in reversed(list(enumerate(offsets))):
              reader.seek(offset)
              assert reader.tell() == offset, number
              line = lines[number + 1]
              assert reader.readline().rstrip(b"\\n") == line.lstrip(b","), number
      print(len(offsets))
      """
    guard case .file(let file) = try Cassette(contentsOf: url).storage else { return }
    #expect(file.hasIndex)
    try JSONSerialization.data(withJSONObject: Array(file.table.positions))
      .write(to: folder.file("offsets.json"))
    let output = try await run(python.path, ["-c", script])
    #expect(output.stdout == "\(interactions.count)\n")
  }

  @Test func mitmproxyReadsTheUnzippedText() async throws {
    guard let mitmdump = program("mitmdump") else { return }
    let har = folder.file("a.har")
    try Data(TestFiles.text(url)).write(to: har)
    let output = try await ChildProcess.run(
      mitmdump.path,
      [
        "--set", "confdir=\(folder.url.path)", "--set", "flow_detail=1", "--showhost", "-n", "-r",
        har.path,
      ], in: folder.url, limit: .seconds(120))
    #expect(output.isSuccess, "\(output.stderr)")
    let lines = output.stdout.split(separator: "\n")
    #expect(
      lines.filter { $0.contains(" https://api.test/") }.count == interactions.count,
      "\(output.stdout.suffix(2000))\(output.stderr)")
    #expect(lines.contains { $0.contains("PATCH https://api.test/p") })
    #expect(!(output.stdout + output.stderr).lowercased().contains("error"))
  }
}
