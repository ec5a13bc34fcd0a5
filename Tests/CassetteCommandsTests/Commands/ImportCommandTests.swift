import Cassette
import Foundation
import TestSupport
import Testing

struct ImportCommandTests {
  private let tool: Tool

  init() throws { tool = try Tool() }

  private static let json = """
    {"http_interactions":[{"request":{"uri":"https://example.com/a","method":"get","headers":
    {"Authorization":["Bearer SENT-123456789-secret"]}},"response":{"status":{"code":200,
    "message":"OK"},"headers":{"Content-Encoding":["gzip"]},"body":{"string":"ok"}}},
    {"request":{"uri":"https://example.com/b?key=SENT-2"}}]}
    """

  @Test func makesACassette() async throws {
    try tool.folder.write(Self.json.utf8, to: "a.json")
    let stderr = """
      a.json: entry 1 (https://example.com/b?...) is left out, it has no response with a status

      """
    try await tool.expect(
      "import", "a.json", "b.har.gz", stdout: "b.har.gz: 1 interaction of a.json (vcr)\n",
      stderr: stderr)
    try await tool.expect(
      "import", "a.json", "b.har.gz", "--format=vcr",
      stdout: "b.har.gz: held the same already, 1 interaction of a.json (vcr)\n", stderr: stderr)
    let interaction = try tool.interactions(in: "b.har.gz")[0]
    #expect(
      interaction.request.headerFields["Authorization"] == "Bearer [redacted:authorization:1]")
    #expect(try await tool("verify", "b.har.gz").isSuccess)
    try await tool.expect(
      "import", "--unsafe-keep-secrets", "a.json", "c.har.gz",
      stdout: "c.har.gz: 1 interaction of a.json (vcr)\n", stderr: stderr)
    #expect(
      try tool.interactions(in: "c.har.gz")[0].request.headerFields["Authorization"]
        == "Bearer SENT-123456789-secret")
    #expect(try tool.folder.contents() == ["a.json", "b.har.gz", "c.har.gz"])
  }

  @Test func replacesOtherContentOnlyWhenTold() async throws {
    try tool.folder.write(Self.json.utf8, to: "a.json")
    try tool.save([Samples.large(0)], to: "b.har.gz")
    let before = try tool.folder.read("b.har.gz")
    let refused = try await tool("import", "a.json", "b.har.gz")
    #expect(refused.status == 3 && refused.stdout.isEmpty)
    #expect(
      refused.stderr
        == "\(tool.path("b.har.gz")): is there, and holds something other than "
        + "\(tool.path("a.json")). Nothing was written. To put it in the file's place: `cassette "
        + "import --replace`, or `save(to:replacing: true)`.\n")
    #expect(try tool.folder.read("b.har.gz") == before)
    #expect(try await tool("verify", "b.har.gz").isSuccess)
    let replaced = try await tool("import", "--replace", "a.json", "b.har.gz")
    #expect(replaced.isSuccess)
    #expect(try tool.folder.contents() == ["a.json", "b.har.gz"])
  }

  @Test func saysWhichFormatAFileLooksLike() async throws {
    try tool.folder.write(Self.json.utf8, to: "a.json")
    try await tool.expect(
      "import", "a.json", "b.har.gz", "--format", "vcrpy",
      stderr:
        "\(tool.path("a.json")): not of the format vcrpy; it looks like vcr. Name that one, or "
        + "none.\n", status: 3)
    let betamax = try await tool("import", "a.json", "b.har.gz", "--format", "betamax")
    #expect(betamax.stdout == "b.har.gz: 1 interaction of a.json (betamax)\n")
  }

  @Test func largeBodiesOfAnExportGoBesideTheCassette() async throws {
    try tool.save([Samples.large(0)], to: "a.har.gz")
    #expect(try await tool("export", "a.har.gz", "--output", "a.har").isSuccess)
    #expect(try await tool("import", "a.har", "b.har.gz").isSuccess)
    guard case .sideFile? = try tool.interactions(in: "b.har.gz")[0].outcome.response?.body else {
      Issue.record("it lies in the cassette")
      return
    }
    #expect(try await tool("show", "--body", "b.har.gz", "0").isSuccess)
  }

  @Test func readsYAMLByAPythonOfItsOwn() async throws {
    let yaml = """
      interactions:
      - request: {body: null, headers: {}, method: GET, uri: 'http://example.com/'}
        response: {body: {string: ok}, headers: {}, status: {code: 200, message: OK}}
      version: 1

      """
    try tool.folder.write(yaml.utf8, to: "a.yaml")
    let missing =
      "\(tool.path("a.yaml")): YAML, which is read by Python with PyYAML, and /none/python cannot be "
      + "run: No such file or directory. Install Python 3, or name one that is there: `cassette "
      + "import --python FILE`, or CASSETTE_PYTHON in the environment.\n"
    try await tool.expect(
      "import", "a.yaml", "b.har.gz", "--python", "/none/python", stderr: missing, status: 3)
    let output = try await ChildProcess.run(
      Tool.path, ["import", "a.yaml", "b.har.gz"], in: tool.folder.url,
      environment: ["CASSETTE_PYTHON": "/none/python"])
    #expect(output.stderr == missing && output.status == 3)
    #expect(try tool.folder.contents() == ["a.yaml"])
    guard let python = VirtualEnvironment.yaml.executable("python") else {
      Issue.record(
        "NOT TESTED with PyYAML: \(VirtualEnvironment.yaml.log.path) says why it is not installed.",
        severity: .warning)
      return
    }
    try await tool.expect(
      "import", "a.yaml", "b.har.gz", "--python", python.path,
      stdout: "b.har.gz: 1 interaction of a.yaml (vcrpy)\n")
    // The tool finds the one of the checkout that it was built in.
    try await tool.expect(
      "import", "a.yaml", "c.har.gz", stdout: "c.har.gz: 1 interaction of a.yaml (vcrpy)\n")
  }

  @Test func saysWhatIsWrong() async throws {
    let usage = """

      Usage: cassette import [--format NAME] [--python FILE] [--replace] [--unsafe-keep-secrets]
             [--allow RULE@PLACE]... [--redact RULE@PLACE]... [--environment NAME]... IN OUT
      See `cassette import --help`.

      """
    try tool.folder.write("{}".utf8, to: "a.json")
    try await tool.expect(
      "import", "a.json", "b.har",
      stderr: "cassette import: the output \"b.har\" has to be named "
        + "NAME.har.gz" + usage, status: 2)
    try await tool.expect(
      "import", "a.json", "b.har.gz", "--format", "pcap",
      stderr: "cassette import: no format \"pcap\"; there are har, vcr, betamax, vcrpy, go-vcr"
        + usage,
      status: 2)
    try await tool.expect(
      "import", "a.json", "b.har.gz",
      stderr:
        "\(tool.path("a.json")): nothing that can be imported; it is none of har, vcr, betamax, "
        + "vcrpy, go-vcr.\n", status: 3)
    try await tool.expect(
      "import", "none", "b.har.gz",
      stderr:
        "\(tool.path("none")): no such file. Check its name and folder.\n", status: 3)
    #expect(try tool.folder.contents() == ["a.json"])
  }
}
