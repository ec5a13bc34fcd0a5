import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Further places and kinds of secrets, after the cases SE-01 to SE-04.
struct FurtherSecretsCaseTests {
  @Test("SE-01: secrets in links, in JSON within JSON, in lists and beside a fragment")
  func furtherPlaces() async throws {
    let inner = #"{\"access_token\":\"SENT-73-inner\"}"#
    let studio = try Studio { request in
      Reply(
        fields: [
          ("Content-Type", "application/json"),
          ("Link", "<https://cdn.test/f?X-Amz-Signature=SENT-71-signed&part=1>; rel=next"),
          ("X-Auth-Token", "SENT-72-field"),
        ],
        text: #"{"event":"\#(inner)","all":[{"password":"SENT-74-in-a-list"}],"n":1}"#)
    }
    let target = Probe(
      .get, url: "https://api.test/a?page=2#access_token=SENT-75-fragment&state=x")
    let reports = Reports()
    let live = try await studio.replay([target], .once, reports: reports)
    #expect(live[0].text.contains("SENT-73-inner"))
    try studio.expectNoLeak(of: (71...75).map { "SENT-\($0)" }, in: reports.text)
    let text = try studio.text()
    for word in ["page=2", "part=1", "rel=next", #"\"n\":1"#, "X-Amz-Signature", "X-Auth-Token"] {
      #expect(text.contains(word), "\(word)")
    }
    let seen = try await studio.replay([target])
    #expect(seen.map(\.status) == [200])
    let json = try JSONSerialization.jsonObject(with: seen[0].body) as? [String: Any]
    #expect(json?["n"] as? Int == 1)
  }

  @Test("SE-02: a token of a form and a cookie go on working, live and in replay")
  func tokensOfOtherKinds() async throws {
    let studio = try Studio { request in
      switch request.path {
      case "/token":
        Reply(
          fields: [
            ("Content-Type", "application/x-www-form-urlencoded"),
            ("Set-Cookie", "sid=SENT-82-cookie; Path=/; HttpOnly"),
          ], text: "access_token=SENT-81-form&token_type=bearer")
      case "/query": Reply(request.query == "access_token=SENT-81-form&n=1" ? 200 : 401)
      default: Reply(request.value(of: "Cookie") == "sid=SENT-82-cookie" ? 200 : 401)
      }
    }
    for mode in [RecordMode.once, .replay] {
      let provider = studio.provider(mode)
      let first = await provider.seen(Probe(.post, "/token"))
      let token = try #require(
        first.text.split(separator: "&").first?.split(separator: "=", maxSplits: 1).last)
      #expect((token == "SENT-81-form") == (mode == .once))
      let escaped = token.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? ""
      let query = await provider.seen(
        Probe(
          .get,
          url: "https://api.test/query?access_token=\(mode == .once ? String(token) : escaped)&n=1")
      )
      let cookie = try #require(first["set-cookie"]?.split(separator: ";").first)
      let session = await provider.seen(
        Probe(.get, "/session", headers: ["Cookie": String(cookie)]))
      #expect([query.status, session.status] == [200, 200], "\(mode)")
      try await provider.finish()
    }
    try studio.expectNoLeak(of: ["SENT-81", "SENT-82"])
    #expect(studio.server.requestCount == 3)
  }

  @Test("SE-03: the rest of forms, multipart content and lists takes part in matching")
  func theRestMatters() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    func form(_ password: String, _ user: String) -> Probe {
      Probe(
        .post, "/f", "application/x-www-form-urlencoded", "user=\(user)&password=\(password)")
    }
    func parts(_ password: String, _ user: String) -> Probe {
      func part(_ name: String, _ value: String) -> MultipartFormData {
        MultipartFormData(provider: .data(Data(value.utf8)), name: name)
      }
      return Probe(
        .post, "/m",
        task: .uploadMultipart([part("user", user), part("password", password)]))
    }
    func list(_ secret: String, _ user: String) -> Probe {
      Probe(
        .put, "/l", "application/json",
        #"[{"user":"\#(user)","secret":"\#(secret)"},{"secret":"\#(secret)"}]"#)
    }
    try await studio.record([
      form("SENT-91", "ash"), parts("SENT-92", "ash"), list("SENT-93", "ash"),
    ])
    let hits = try await studio.replay([
      form("OTHER-94", "ash"), parts("OTHER-95", "ash"), list("OTHER-96", "ash"),
    ])
    #expect(hits.map(\.summary) == ["200 x", "200 x", "200 x"])
    let reports = Reports()
    let misses = try await studio.replay(
      [form("OTHER-94", "oak"), parts("OTHER-95", "oak"), list("OTHER-96", "oak")],
      reports: reports)
    #expect(misses.allSatisfy(\.isMiss) && reports.failures.count == 3)
    for failure in reports.failures {
      #expect(failure.contains("ash") && failure.contains("oak"), "\(failure)")
    }
    try studio.expectNoLeak(
      of: (91...93).map { "SENT-\($0)" } + (94...96).map { "OTHER-\($0)" }, in: reports.text)
  }

  @Test(
    "SE-04: JSON by whatever name",
    arguments: [
      "Application/JSON", "text/json", "application/problem+json; charset=UTF-8",
      "application/graphql+json", "text/plain",
    ])
  func jsonByOtherNames(type: String) async throws {
    let secret = "SENT-61-a-rather-long-value"
    let body = #"{"secret":"\#(secret)","n":1}"#
    let studio = try Studio { request in
      Reply(fields: [("Content-Type", type)], body: request.body)
    }
    let target = Probe(.patch, "/r", type, body)
    let live = try await studio.record([target])
    #expect(live[0].text == body)
    try studio.expectNoLeak(of: ["SENT-61"])
    let seen = try await studio.replay([target])
    let json = try JSONSerialization.jsonObject(with: seen[0].body) as? [String: Any]
    #expect(json?["n"] as? Int == 1 && json?["secret"] is String)
    #expect(seen[0]["content-length"].map { $0 == "\(seen[0].body.count)" } ?? true)
  }

  @Test("SE-04: lines of JSON, and JSON after a byte order mark")
  func linesAndAMark() async throws {
    let studio = try Studio { request in
      Reply(
        fields: [("Content-Type", request.value(of: "Content-Type") ?? "")], body: request.body)
    }
    let lines = "{\"secret\":\"SENT-62-first-line\",\"n\":1}\n{\"secret\":\"SENT-63-next-line\"}\n"
    let marked = "\u{FEFF}{\"secret\":\"SENT-64-after-a-mark\",\"n\":1}"
    let targets = [
      Probe(.post, "/l", "application/x-ndjson", lines),
      Probe(.put, "/m", "application/json", marked),
    ]
    let live = try await studio.record(targets)
    #expect(live.map(\.body) == [Data(lines.utf8), Data(marked.utf8)])
    try studio.expectNoLeak(of: ["SENT-62", "SENT-63", "SENT-64"])
    let seen = try await studio.replay(targets)
    #expect(seen.map(\.status) == [200, 200])
    #expect(seen[0].body.split(separator: 0x0A).count == 2)
    #expect(seen[1].body.starts(with: [0xEF, 0xBB, 0xBF]))
  }
}
