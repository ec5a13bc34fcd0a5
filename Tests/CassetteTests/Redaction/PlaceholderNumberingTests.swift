import Foundation
import TestSupport
import Testing

@testable import Cassette

struct PlaceholderNumberingTests {
  private func call(_ token: String, _ body: String = "") -> Cassette.Interaction {
    Cassette.Interaction(
      request: Cassette.Request(url: "http://h/?token=\(token)"),
      outcome: .response(Cassette.Response(status: 200, body: Redacting.json(body))))
  }

  @Test func countsByNameInTheOrderOfEntriesAndNotOfArrival() {
    let redactor = Redactor(nonce: 0xA)
    #expect(redactor.run == "000000000000000a")
    let late = redactor.redact(call("second", #"{"pin":7,"password":"p"}"#))
    let early = redactor.redact(call("first"))
    #expect(late.request.url == "http://h/?token=[redacted:token:000000000000000a-1]")
    var numbering = PlaceholderNumbering()
    let saved = [early, late].map { redactor.finish($0, numbering: &numbering) }
    #expect(
      saved.map(\.request.url) == [
        "http://h/?token=[redacted:token:1]", "http://h/?token=[redacted:token:2]",
      ])
    #expect(
      Redacting.string(saved[1].outcome.response?.body)
        == #"{"pin":1,"password":"[redacted:password:1]"}"#)
    #expect(
      saved[1].redactions == [
        Cassette.Redaction(
          place: "request.url.query[token]", placeholder: "[redacted:token:2]"),
        Cassette.Redaction(
          place: "response.body.json/password", placeholder: "[redacted:password:1]"),
        Cassette.Redaction(place: "response.body.json/pin", placeholder: "[redacted:pin:1]"),
      ])
  }

  @Test func goesOnAfterKeptEntriesAndSearchesThem() {
    var kept = call("[redacted:token:4]", "later-learned [redacted:token:9]")
    kept.redactions = [
      Cassette.Redaction(place: "request.url.query[token]", placeholder: "[redacted:token:4]")
    ]
    let redactor = Redactor()
    let new = redactor.redact(call("later-learned"))
    var numbering = PlaceholderNumbering()
    numbering.reserve(kept)
    let saved = [kept, new].map { redactor.finish($0, numbering: &numbering) }
    #expect(saved[0].request.url == kept.request.url)
    // The text that only looks like a placeholder is left, and counts for nothing.
    #expect(
      Redacting.string(saved[0].outcome.response?.body)
        == "[redacted:token:5] [redacted:token:9]")
    #expect(saved[0].redactions.map(\.placeholder) == ["[redacted:token:4]", "[redacted:token:5]"])
    #expect(saved[1].request.url == "http://h/?token=[redacted:token:5]")
  }

  @Test func aCrashedRunIsNumberedWithoutItsSecrets() {
    let redactor = Redactor()
    let journal = [
      call("one-secret"), call("two-secret", "one-secret"),
      Cassette.Interaction(
        request: Cassette.Request(url: "http://one-secret:two-secret@h/"),
        outcome: .response(Cassette.Response(status: 200))),
    ].map(redactor.redact)
    var numbering = PlaceholderNumbering()
    let saved = journal.map { numbering.renumber($0) }
    #expect(saved[1].request.url == "http://h/?token=[redacted:token:2]")
    #expect(Redacting.string(saved[1].outcome.response?.body) == "[redacted:token:1]")
    #expect(
      saved[2].request.url == "http://%5Bredacted%3Atoken%3A1%5D:%5Bredacted%3Atoken%3A2%5D@h/")
    #expect(
      saved[2].redactions == [
        Cassette.Redaction(
          place: "request.url.password", placeholder: "%5Bredacted%3Atoken%3A2%5D"),
        Cassette.Redaction(place: "request.url.user", placeholder: "%5Bredacted%3Atoken%3A1%5D"),
      ])
    #expect(saved.map { numbering.renumber($0) } == saved)
  }

  private func saved(_ token: String, number: Int) -> Cassette.Interaction {
    let placeholder = "[redacted:\(token):\(number)]"
    var interaction = call(placeholder, #"{"echo":"\#(placeholder)"}"#)
    interaction.redactions = [
      Cassette.Redaction(place: "request.url.query[token]", placeholder: placeholder),
      Cassette.Redaction(place: "response.body.json/echo", placeholder: placeholder),
    ]
    return interaction
  }

  @Test func anotherCassettesPlaceholdersGoOnAfterTheHighest() {
    var numbering = PlaceholderNumbering()
    numbering.reserve(saved("token", number: 3))
    // In both cassettes, so the same secret.
    numbering.identify(saved("token", number: 2))
    let adopted = [
      saved("token", number: 1), saved("token", number: 2), saved("key", number: 1),
      saved("token", number: 1), saved("token", number: 9),
    ].map { numbering.adopt($0) }
    #expect(
      adopted == [
        saved("token", number: 4), saved("token", number: 2), saved("key", number: 1),
        saved("token", number: 4), saved("token", number: 5),
      ])
    let plain = call("[redacted:token:1]")
    #expect(numbering.adopt(plain) == plain)
  }

  @Test func theHighestNumberThereIsDoesNotOverflow() {
    var numbering = PlaceholderNumbering()
    numbering.reserve(saved("token", number: .max))
    let other = saved("token", number: 1)
    #expect(numbering.adopt(other) == other)
  }

  @Test func aPlaceholderThatTheTrafficHoldsIsTextLikeAnyOther() {
    let echo = call("x", "[redacted:token:0123456789abcdef-1] [redacted:token:3]")
    let saved = Redacting.run([echo])
    #expect(
      Redacting.string(saved[0].outcome.response?.body)
        == "[redacted:token:0123456789abcdef-1] [redacted:token:3]")
    #expect(saved[0].redactions.map(\.placeholder) == ["[redacted:token:1]"])
  }

  @Test func aWebTokenStaysOne() throws {
    func part(_ text: String) -> String { Base64Text.encodeURL(Array(text.utf8)) }
    let header = part(#"{"alg":"HS256","typ":"JWT"}"#)
    let token =
      header + "." + part(#"{"sub":"octocat","exp":1700000000,"role":"admin","iat":1.5}"#)
      + "." + part("the signature is 32 bytes long..")
    let interaction = Cassette.Interaction(
      request: Cassette.Request(
        url: "http://h/\(token)/x?u=\(token)", headerFields: ["Authorization": "Bearer \(token)"]),
      outcome: .response(
        Cassette.Response(status: 200, body: Redacting.json("{\"id_token\":\"\(token)\"}"))))
    let saved = Redacting.run([interaction])[0]
    let expected =
      header + "." + part(#"{"exp":1700000000,"iat":1.5}"#) + "."
      + part("[redacted:authorization:1]")
    #expect(saved.request.headerFields["Authorization"] == "Bearer " + expected)
    #expect(saved.request.url == "http://h/\(expected)/x?u=\(expected)")
    #expect(Redacting.string(saved.outcome.response?.body) == "{\"id_token\":\"\(expected)\"}")
    #expect(saved.redactions.count == 4)
    #expect(saved.redactions.allSatisfy { $0.placeholder == expected })
    for part in token.split(separator: ".").dropFirst() {
      #expect(
        LeakSearch.find(
          secrets: [String(part), "octocat", "admin", "the signature"],
          in: Redacting.text(of: saved)
        ).isEmpty)
    }
    var numbering = PlaceholderNumbering()
    numbering.reserve(saved)
    let next = Redactor().redact(call("x", #"{"authorization":"y"}"#))
    #expect(
      Redacting.string(numbering.renumber(next).outcome.response?.body)
        == #"{"authorization":"[redacted:authorization:2]"}"#)
  }
}
