import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Matching and redaction together: what was recorded is found again with its own secrets and with others.
struct RedactedRecordingTests {
  /// The interaction as a saved cassette has it.
  private func saved(_ interactions: [Cassette.Interaction]) -> [Cassette.Interaction] {
    let redactor = Redactor()
    let recorded = interactions.map { redactor.redact($0) }
    var numbering = PlaceholderNumbering()
    return recorded.map { redactor.finish($0, numbering: &numbering) }
  }

  private func saved(_ request: Cassette.Request) -> Cassette.Interaction {
    saved([Fixture.recorded(request)])[0]
  }

  @Test func otherSecretsMatchAndNoneIsShown() {
    let get = saved(Fixture.get("http://example.com/g?api_key=SENT-31-abcdef&q=paris"))
    let post = saved(
      Fixture.post(
        #"{"token":"SENT-32-abcdef","n":1}"#, "application/json", "http://example.com/p"))
    #expect(get.redactions.map(\.place) == ["request.url.query[api_key]"])
    #expect(post.redactions.map(\.place) == ["request.body.json/token"])
    func asked(_ query: String) -> Cassette.Request {
      Fixture.get("http://example.com/g" + query)
    }
    func asked(n: Int) -> Cassette.Request {
      Fixture.post(
        #"{"token":"OTHER-34","n":\#(n)}"#, "application/json", "http://example.com/p")
    }
    #expect(Fixture.difference(asked("?api_key=OTHER-33&q=paris"), get) == nil)
    #expect(Fixture.difference(asked(n: 1), post) == nil)
    #expect(Fixture.difference(asked("?q=paris"), get) != nil)
    for (request, words) in [
      (asked("?api_key=OTHER-33&q=rome"), [#"query item "q": sent "rome", recorded "paris""#]),
      (asked(n: 2), ["body at $.n: sent 2, recorded 1"]),
    ] {
      let report = MissReport(
        MissReport.Input(
          asked: request, matcher: .default, cassette: "c", mode: "replay", entryCount: 2,
          nearby: Array(0..<2)),
        useCount: { _ in 0 }, interaction: { [get, post][$0] },
        redact: { RedactionRules.default.redactedForDisplay($0) })
      for word in words { #expect(report.text.contains(word)) }
      for secret in ["SENT-31", "SENT-32", "OTHER-33", "OTHER-34"] {
        #expect(!report.text.contains(secret))
      }
    }
  }

  /// What becomes digits in JSON is compared by its place; elsewhere digits would be compared themselves.
  @Test(arguments: [
    (#"{"data":"{\"pin\":PIN,\"n\":1}"}"#, "application/json"),
    (#"{"data":"[{\"a\":{\"pin\":-PIN.5e1}}]"}"#, "application/json"),
    (#"{"pin":PIN,"pin":PIN}"#, "application/json"), (#"{"pin":PIN}"#, "application/json"),
    ("\u{FEFF}{\"pin\":PIN}", "application/json"),
    ("filter=%7B%22pin%22%3APIN%7D", "application/x-www-form-urlencoded"),
    ("login failed: pin=PIN", "text/plain"), (#"{"pin":PIN,"#, "application/json"),
  ])
  func numbersMatchWhereverTheyStand(body: String, type: String) {
    func request(_ pin: String) -> Cassette.Request {
      Fixture.post(body.replacing("PIN", with: pin), type, "http://example.com/p")
    }
    let kept = saved(request("482913"))
    #expect(!Redacting.string(kept.request.body).contains("482913"))
    #expect(Fixture.difference(request("482913"), kept) == nil)
    #expect(Fixture.difference(request("771"), kept) == nil)
    #expect(Fixture.difference(Fixture.post("x", type, "http://example.com/p"), kept) != nil)
  }

  @Test func numbersInQueriesMatchToo() {
    let url = "http://example.com/p?filter=%7B%22pin%22%3A"
    let kept = saved(Fixture.get(url + "1234%7D&n=1"))
    #expect(!kept.request.url.contains("1234"))
    #expect(Fixture.difference(Fixture.get(url + "5678%7D&n=1"), kept) == nil)
    #expect(Fixture.difference(Fixture.get(url + "5678%7D&n=2"), kept) != nil)
  }

  /// The answer's digits stay digits, so that a program can read them.
  @Test func numbersInAnswersStayNumbers() {
    let answer = Cassette.Response(
      status: 200, body: Redacting.json(#"{"data":"{\"pin\":1234}"}"#))
    let kept = saved([
      Cassette.Interaction(
        request: Fixture.get("http://example.com/"), outcome: .response(answer))
    ])[0]
    #expect(Redacting.string(kept.outcome.response?.body) == #"{"data":"{\"pin\":1000}"}"#)
  }

  @Test func aQueryWithinThePathMatchesAndIsNotShown() {
    let kept = saved(Fixture.get("http://example.com/a%3Fapi_key=SENT-41&n=1"))
    #expect(!kept.request.url.contains("SENT"))
    let other = Fixture.get("http://example.com/a%3Fapi_key=OTHER-42&n=1")
    #expect(Fixture.difference(other, kept) == nil)
    let missed = Fixture.get("http://example.com/a%3Fapi_key=OTHER-42&n=2")
    #expect(Fixture.difference(missed, kept) != nil)
    let report = MissReport(
      MissReport.Input(
        asked: missed, matcher: .default, cassette: "c", mode: "replay", entryCount: 1,
        nearby: Array(0..<1)),
      useCount: { _ in 0 }, interaction: { _ in kept },
      redact: { RedactionRules.default.redactedForDisplay($0) })
    #expect(!report.text.contains("OTHER-42") && !report.text.contains("SENT-41"))
  }

  /// A live request and its own recording, whatever was redacted in it.
  @Test func everyRequestMatchesItsOwnRecording() {
    var random = RedactionRandom()
    print("RedactedRecordingTests.everyRequestMatchesItsOwnRecording seed \(random.seed)")
    let secrets = [
      "SECRET-value-01", "x%y &=+/z01", "1234567", "a", "p\u{e9}ss\"w\\ord1", "[]:[]:[]:",
    ]
    let names = ["token", "password", "api_key", "client_secret", "q", "user[password]", "pin"]
    func pick(_ list: [String]) -> String { list[Int.random(in: list.indices, using: &random)] }
    func escaped(_ text: String) -> String {
      String(decoding: PercentCoding.fullyEscaped(Array(text.utf8)), as: UTF8.self)
    }
    func pairs() -> String {
      (0..<Int.random(in: 1...4, using: &random)).map { _ in
        escaped(pick(names)) + "=" + escaped(pick(secrets))
      }.joined(separator: "&")
    }
    func json() -> String {
      let members = names.shuffled(using: &random).prefix(3).map { name -> String in
        let value =
          switch Int.random(in: 0..<4, using: &random) {
          case 0: "4321"
          case 1: "[\(quoted(pick(secrets))),7]"
          case 2: "{\"deep\":\(quoted(pick(secrets)))}"
          default: quoted("a " + pick(secrets))
          }
        return quoted(name) + ": " + value
      }
      return "{" + members.joined(separator: ",") + "}"
    }
    func quoted(_ text: String) -> String {
      "\"" + text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"") + "\""
    }
    var redacted = 0
    for _ in 0..<120 {
      var requests: [Cassette.Request] = []
      for _ in 0..<3 {
        let userInfo = Bool.random(using: &random) ? "" : "u:\(escaped(pick(secrets)))@"
        let url =
          "http://\(userInfo)h/p/\(escaped(pick(secrets)))?\(pairs())"
          + "&back=\(escaped("http://x/?" + pairs()))"
        var request: Cassette.Request
        switch Int.random(in: 0..<5, using: &random) {
        case 0: request = Fixture.get(url)
        case 1: request = Fixture.post(json(), "application/json", url)
        case 2:
          request = Fixture.post(json(), Bool.random(using: &random) ? "text/plain" : nil, url)
        case 3: request = Fixture.post(pairs(), "application/x-www-form-urlencoded", url)
        default:
          request = Fixture.post("", nil, url)
          request.body = .multipart([
            .init(name: pick(names), value: Data(pick(secrets).utf8)),
            .init(name: "j", contentType: "application/json", value: Data(json().utf8)),
            .init(name: "f", fileName: pick(secrets), value: Data(pairs().utf8)),
          ])
        }
        requests.append(request)
      }
      let recorded = saved(requests.map { Fixture.recorded($0) })
      for (request, interaction) in zip(requests, recorded) {
        #expect(
          Fixture.difference(request, interaction) == nil,
          "\(request) \(interaction.request) \(interaction.redactions)")
        let (live, kept) = (MatchKey(request), MatchKey(interaction))
        #expect(kept.route == 0 || kept.route == live.route)
        #expect(kept.full == 0 || kept.full == live.full)
        redacted += interaction.redactions.count
      }
    }
    #expect(redacted > 400)
  }
}
