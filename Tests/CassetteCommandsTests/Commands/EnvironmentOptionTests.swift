import Cassette
import Foundation
import TestSupport
import Testing

/// `--environment NAME`, which names a variable whose value is a secret.
struct EnvironmentOptionTests {
  private static let value = "correct horse/battery+staple"

  private let tool: Tool

  init() throws { tool = try Tool() }

  private func call(_ number: Int, _ body: Data) -> Cassette.Interaction {
    var interaction = Samples.simple(number)
    interaction.outcome = .response(.init(status: 200, body: .bytes(body)))
    return interaction
  }

  /// Runs the tool with the variable set; what it prints holds no value.
  private func run(_ arguments: String) async throws -> ChildProcess.Output {
    let output = try await tool.shell("SHOP_KEY='\(Self.value)' \"$0\" \(arguments)")
    for text in [output.outputData, output.errorData] {
      #expect(LeakSearch.find(secrets: [Self.value], in: text).isEmpty)
    }
    return output
  }

  @Test func verifyTellsWhereAValueStands() async throws {
    var header = Samples.simple(1)
    header.request.headerFields["X-Odd"] = "id \(Self.value)"
    let filler = Data(repeating: 0x20, count: 1 << 20)
    try tool.save(
      [
        call(0, Data("in base64 \(Data("x\(Self.value)".utf8).base64EncodedString())".utf8)),
        header, header, call(2, Data("nothing".utf8)),
        call(3, filler + Data(Self.value.utf8) + filler),
      ], to: "a.har.gz")
    try await tool.expect(
      "verify", "a.har.gz", stdout: "a.har.gz: whole; 5 interactions; 1 body beside it\n")
    let before = try tool.folder.contents()
    let output = try await run("verify --environment SHOP_KEY a.har.gz")
    #expect(output.status == 1 && output.stderr.isEmpty)
    #expect(
      output.stdout == """
        a.har.gz: whole; 5 interactions; 1 body beside it
        a.har.gz: 2 places look as if a secret stood there:
          variable:SHOP_KEY@request.header[X-Odd] in 2 entries
          variable:SHOP_KEY@response.body in 2 entries

        """)
    #expect(try tool.folder.contents() == before)
    let allowed = try await run(
      "verify --environment SHOP_KEY --allow 'variable:*@*' a.har.gz")
    #expect(allowed.isSuccess)
  }

  @Test func verifySaysWhatItCannotLookFor() async throws {
    try tool.save([Samples.simple(0)], to: "a.har.gz")
    let output = try await tool.shell(
      "A=12345678 B=short EMPTY= \"$0\" verify --environment A --environment B --environment EMPTY "
        + "--environment NO_SUCH_VARIABLE a.har.gz")
    #expect(output.isSuccess && output.stdout == "a.har.gz: whole; 1 interaction\n")
    #expect(
      output.stderr == """
        the value of A is too short, a number or a common word, so it is not looked for.
        the value of B is too short, a number or a common word, so it is not looked for.
        EMPTY is not set, so nothing is looked for.
        NO_SUCH_VARIABLE is not set, so nothing is looked for.

        """)
  }

  @Test func importTakesAValueOut() async throws {
    let json = """
      {"http_interactions":[{"request":{"uri":"https://example.com/a?q=correct+horse%2Fbattery%2Bstaple",\
      "method":"get"},"response":{"status":{"code":200,"message":"OK"},"headers":{},"body":{"string":\
      "say \(Self.value)"}}}]}
      """
    try tool.folder.write(json.utf8, to: "a.json")
    #expect(try await run("import a.json plain.har.gz").isSuccess)
    let plain = try await tool("textconv", "plain.har.gz")
    #expect(LeakSearch.find(secrets: [Self.value], in: plain.outputData).isEmpty == false)
    #expect(try await run("import a.json b.har.gz --environment SHOP_KEY").isSuccess)
    let text = try await tool("textconv", "b.har.gz")
    #expect(LeakSearch.find(secrets: [Self.value], in: text.outputData).isEmpty)
    let interaction = try tool.interactions(in: "b.har.gz")[0]
    #expect(interaction.outcome.response?.body.data == Data("say [redacted:shop_key:1]".utf8))
    #expect(
      interaction.redactions.map(\.place) == ["request.url.query[q]", "response.body"],
      "\(interaction.redactions)")
    #expect(try await run("verify --environment SHOP_KEY b.har.gz").isSuccess)
  }
}
