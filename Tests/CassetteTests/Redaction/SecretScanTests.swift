import Foundation
import TestSupport
import Testing

@testable import Cassette

struct SecretScanTests {
  /// The text as a cassette has it.
  private func recorded(_ text: String, _ rules: RedactionRules = .default) -> String {
    let names = SecretNames(rules)
    var bytes = Array(text.utf8)
    for secret in SecretScan.secrets(in: bytes, for: .recording, names: names, host: []).reversed()
    {
      bytes.replaceSubrange(secret.range, with: Array(secret.replacement.utf8))
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  @Test(arguments: [
    ("refresh_token=S3CR3T-1 Bearer S3CR3T-2", "refresh_token=* Bearer *"),
    ("bad token: S3CR3T.", "bad token: *."), ("apiKey = \"a b\"; x", "apiKey = \"*\"; x"),
    ("[\"token\": \"a\\\"b\", \"n\": \"c\"]", "[\"token\": \"*\", \"n\": \"c\"]"),
    ("AnyHashable(\"token\"): \"abc\"", "AnyHashable(\"token\"): \"*\""),
    ("{\\\"token\\\":\\\"abc\\\",\\\"n\\\":1}", "{\\\"token\\\":\\\"*\\\",\\\"n\\\":1}"),
    ("\"token\"=>\"abc\", :n=>1", "\"token\"=>\"*\", :n=>1"),
    ("Login(password: Optional(\"abc\"), n: 1)", "Login(password: Optional(\"*\"), n: 1)"),
    ("Login(password: hunter2, n: 1)", "Login(password: *, n: 1)"),
    ("token=a,b;c;n=1,token=d", "token=*;n=1,token=*"), ("(token=a)b)", "(token=*)"),
    ("a&token=x&b=<token=y>", "a&token=*&b=<token=*>"),
    ("a%3Fapi_key=S3CR3T&b=1", "a%3Fapi_key=*&b=1"), ("user[password]=x", "user[password]=*"),
    ("tokens[0]=x", "tokens[0]=*"), ("Cookie: a=1; b=2\nHost: h", "Cookie: *\nHost: h"),
    ("Authorization: Basic dXNlcjpw", "Authorization: Basic *"),
    ("Authorization: Digest a=\"b\", c=d\nn", "Authorization: Digest *\nn"),
    ("'Authorization: Custom abc def' n", "'Authorization: Custom *"),
    ("x-api-key: plain", "x-api-key: *"), ("X-Shop-Key: S3CR3T", "X-Shop-Key: *"),
    ("Basic dXNlcjpwYXNz, Basic dXNlcg==", "Basic *, Basic *"), ("TOKEN 9f8e7d6c5b", "TOKEN *"),
    ("\"Bearer abcDEF\"", "\"Bearer *\""), ("code=abc&state=x", "code=*&state=x"),
    ("tokens: [\"a\", {\"b\": 1}] n", "tokens: * n"), ("pin: 1234", "pin: *"),
    ("token: [redacted:token:1]x", "token: *"), ("token=\"unclosed", "token=\"*"),
    ("password: correct", "password: *"), ("token=null1", "token=*"),
  ])
  func findsSecrets(text: String, expected: String) throws {
    let shown = recorded(text)
    let stars = try Regex("\\[redacted:[a-z_0-9]+\\]")
    #expect(shown.replacing(stars, with: "*") == expected)
  }

  @Test(arguments: [
    "Password: must be 8 characters", "Unexpected token: expired", "Unexpected token < in JSON",
    "token 12 of 20", "Bearer token is missing", "Bearer realm=\"x\", error=\"invalid_token\"",
    "Basic realm=foo", "Basic charset=\"UTF-8\"", "Basic realm=\"\"", "Bearer scope=\"\"",
    "Basic authentication required", "token=null&password=", "next_page_token=abcdefgh",
    "tokens: 128, pass: 3", "code=404", "status: token", "session; token", "Content-Type: a/b",
    "[redacted:token:1] token=[redacted:token:2], Bearer", "Cache-Key: S3CR3T-1", "=:=\"=", "",
    "Invalid token: the value is not known", "a: [", "token", "token:", "token: \"\"",
  ])
  func leavesOtherTexts(text: String) {
    #expect(recorded(text) == text)
  }

  @Test func goesByTheRulesThatAreGiven() {
    let own = RedactionRules([.init(id: "own", names: ["guest"])])
    #expect(
      recorded("guest=a1 token=b2 Bearer c3d4e5", own)
        == "guest=[redacted:guest] token=b2 Bearer c3d4e5")
    #expect(
      recorded("token=b2 Bearer c3d4e5", .unsafelyRecordingSecrets) == "token=b2 Bearer c3d4e5")
  }

  @Test func readsEveryFreeTextOfAnInteraction() {
    let secrets = (1...8).map { "S3CR3T-\($0)-abcd" }
    func text(_ index: Int) -> String { "lost: refresh_token=\(secrets[index]), sorry" }
    let request = Cassette.Request(
      method: "POST", url: "http://h/", headerFields: ["Content-Type": "text/plain"],
      body: Redacting.json(text(0)))
    let response = Cassette.Response(
      status: 500, statusText: text(1),
      headerFields: ["Content-Type": "text/plain", "X-Debug": text(2)],
      body: Redacting.json("Bearer \(secrets[3])"))
    let json = Cassette.Response(
      status: 401, body: Redacting.json("{\"m\":\"say Bearer \(secrets[4])\",\"n\":\"\(text(5))\"}")
    )
    let failure = Cassette.Failure(domain: "d", code: 1, text: text(6))
    let interaction = Cassette.Interaction(
      request: request, outcome: .failure(failure, response),
      attempts: [
        .init(request: request, outcome: .response(json)),
        .init(
          request: request,
          outcome: .failure(Cassette.Failure(domain: "d", code: 1, text: text(7)), nil)),
      ], notes: [text(6)], tags: ["harmless"])
    let saved = Redacting.run([interaction])[0]
    #expect(LeakSearch.find(secrets: secrets, in: Redacting.text(of: saved)).isEmpty)
    #expect(saved.outcome.failure?.text == "lost: refresh_token=[redacted:refresh_token:2], sorry")
    #expect(saved.notes == ["lost: refresh_token=[redacted:refresh_token:2], sorry"])
    let places = Set(saved.redactions.map(\.place))
    #expect(
      places.isSuperset(of: [
        "error.text", "attempts[1].error.text", "note", "response.statusText", "request.body",
        "response.body", "response.header[X-Debug]", "attempts[0].response.body.json/m",
      ]))
  }

  @Test func leavesPagesAndScripts() {
    let page = "<script>var token = getToken(); password=b</script><a href=\"http://h/?token=x\">"
    func saved(_ type: String) -> String {
      Redacting.string(
        Redacting.run([
          Cassette.Interaction(
            request: Cassette.Request(url: "http://h/"),
            outcome: .response(
              Cassette.Response(
                status: 200, headerFields: ["Content-Type": type], body: Redacting.json(page))))
        ])[0].outcome.response?.body)
    }
    #expect(
      saved("text/html; charset=utf-8")
        == page.replacing("?token=x", with: "?token=[redacted:token:1]"))
    #expect(saved("text/plain").contains("password=[redacted:"))
  }

  @Test(arguments: [
    ("http://h/a%3Fapi_key=S3CR3T", "http://h/a%3Fapi_key=*"),
    ("http://h/a%3fn=1%26api_key%3DS%2FX&t=1", "http://h/a%3fn=1%26api_key%3D*&t=1"),
    ("http://h/a%253Fapi_key=S3CR3T", "http://h/a%253Fapi_key=*"),
    ("http://h/a;token=x/b;n=1", "http://h/a;token=*/b;n=1"),
    ("http://h/a%3Btoken=x%3Bn=1", "http://h/a%3Btoken=*%3Bn=1"),
    ("http://h/a%3Fcode=x%26state=y", "http://h/a%3Fcode=*%26state=y"),
    ("http://h/a&key=x", "http://h/a&key=*"),
    ("http://h/key=5/token=x/y", "http://h/key=5/token=*/y"),
    ("http://h/a%3Fpage=2", "http://h/a%3Fpage=2"),
    ("http://h/%3F%3D=%26;", "http://h/%3F%3D=%26;"),
    ("/a%3Fapi_key=S?b=%3F", "/a%3Fapi_key=*?b=%3F"), ("token=S", "token=*"),
  ])
  func readsQueriesWithinPaths(url: String, expected: String) throws {
    let stars = try Regex("\\[redacted:[a-z_0-9:]+\\]")
    let saved = Redacting.run([
      Cassette.Interaction(
        request: Cassette.Request(url: url), outcome: .response(Cassette.Response(status: 200)))
    ])[0]
    #expect(saved.request.url.replacing(stars, with: "*") == expected)
    #expect(saved.redactions.map(\.place) == (url == expected ? [] : ["request.url.path"]))
    #expect(
      RedactionRules.default.redactedForDisplay(url).replacing(stars, with: "*") == expected)
  }
}
