import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What must not be readable in a cassette, and what must stay so.
struct SecretsCaseTests {
  private func named(_ number: ClosedRange<Int>) -> [String] {
    number.map { "SENT-" + ($0 < 10 ? "0" : "") + "\($0)" }
  }

  @Test("SE-01: default redaction matrix")
  func theDefaultRules() async throws {
    let studio = try Studio { request in
      guard request.path == "/one" else { return Reply(text: "ok") }
      return Reply(
        fields: [
          ("Content-Type", "application/json"), ("Set-Cookie", "sid=SENT-06; Path=/"),
          // Of two spellings of one name, URLSession on Linux keeps either.
          ("set-cookie", "t=SENT-07; Path=/"),
        ],
        text:
          #"{"access_token":"SENT-12","refresh_token":"SENT-13","nested":{"id_token":"SENT-14"},"ok":true}"#
      )
    }
    var one = Probe(
      .post, url: "https://api.test/one?api_key=SENT-08&access_token=SENT-09&page=2",
      task: .requestData(Data(#"{"client_secret":"SENT-10","password":"SENT-11","n":1}"#.utf8)))
    one.headers = [
      "Content-Type": "application/json", "Authorization": "Bearer SENT-01",
      "Cookie": "sid=SENT-03", "X-Api-Key": "SENT-04", "Proxy-Authorization": "Basic SENT-05",
    ]
    var two = Probe(
      .post, "/two", "application/x-www-form-urlencoded",
      "grant_type=password&username=user1&password=SENT-15")
    two.headers?["authorization"] = "Token SENT-02"
    let reports = Reports()
    let live = try await studio.replay([one, two], .once, reports: reports)
    #expect(live.map(\.status) == [200, 200])
    try studio.expectNoLeak(of: named(1...15), in: reports.text)
    let text = try studio.text()
    for word in [
      "Authorization", "X-Api-Key", "api_key", "access_token", "page=2", #"\"n\":1"#,
      #"\"ok\":true"#, "grant_type=password", "username=user1", "Path=/", "client_secret",
      "refresh_token",
      "id_token", "Cookie", "Set-Cookie", "sid=", "Proxy-Authorization", "Bearer ", "Token ",
      "Basic ",
    ] {
      #expect(text.contains(word), "\(word)")
    }
    let seen = try await studio.replay([one, two], reports: reports)
    #expect(seen.map(\.status) == [200, 200])
    // What a miss says of such a request.
    one.method = .put
    let provider = studio.provider(.replay, reports: reports)
    let error = await #expect(throws: MoyaError.self) { try await provider.request(one) }
    try await provider.finish()
    #expect(reports.failures.count == 1)
    try studio.expectNoLeak(
      of: named(1...15),
      in: reports.text + "\(String(describing: error))\n"
        + (error?.localizedDescription ?? ""))
  }

  @Test("SE-02: the running app is not affected")
  func theRunningProgramIsNotAffected() async throws {
    struct Token: Decodable { var access_token: String }
    let studio = try Studio { request in
      if request.path == "/token" { return .json(#"{"access_token":"SENT-21"}"#) }
      return Reply(request.value(of: "Authorization") == "Bearer SENT-21" ? 200 : 401)
    }
    for mode in [RecordMode.once, .replay] {
      let provider = studio.provider(mode)
      let token = try await provider.request(Probe(.post, "/token")).map(Token.self).access_token
      #expect(token.isEmpty == false && (token == "SENT-21") == (mode == .once))
      let me = await provider.seen(
        Probe(.get, "/me", headers: ["Authorization": "Bearer \(token)"]))
      #expect(me.status == 200)
      try await provider.finish()
    }
    try studio.expectNoLeak(of: ["SENT-21"])
    #expect(studio.server.requestCount == 2)
  }

  @Test("SE-03: a redacted value does not take part in matching, the rest does")
  func aReplacedValueDoesNotMatterAndTheRestDoes() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    func get(_ query: String) -> Probe { Probe(.get, url: "https://api.test/g?\(query)") }
    func post(_ body: String) -> Probe { Probe(.post, "/p", "application/json", body) }
    try await studio.record([
      get("key=SENT-31&q=paris"), post(#"{"token":"SENT-32","n":1}"#),
    ])
    let hits = try await studio.replay([
      get("key=OTHER-33&q=paris"), post(#"{"token":"OTHER-34","n":1}"#),
    ])
    #expect(hits.map(\.summary) == ["200 x", "200 x"])
    let reports = Reports()
    let misses = try await studio.replay(
      [
        get("key=OTHER-33&q=rome"), post(#"{"token":"OTHER-34","n":2}"#), get("q=paris"),
        get("key=&q=paris"), post(#"{"n":1}"#),
      ], reports: reports)
    #expect(misses.map(\.isMiss) == Array(repeating: true, count: 5))
    for word in ["q", "paris", "rome"] { #expect(reports.failures[0].contains(word)) }
    for word in ["n", "1", "2"] { #expect(reports.failures[1].contains(word)) }
    let secrets = ["SENT-31", "SENT-32", "OTHER-33", "OTHER-34"]
    try studio.expectNoLeak(of: secrets, in: reports.text)
    let provider = studio.provider(.replay)
    let error = await #expect(throws: MoyaError.self) {
      try await provider.request(get("key=OTHER-33&q=rome"))
    }
    try await provider.finish()
    let told = "\(String(describing: error))\n\(error?.localizedDescription ?? "")"
    #expect(told.contains("rome"))
    try studio.expectNoLeak(of: secrets, in: told)
  }

  @Test("SE-04: bodies of every method and type")
  func bodiesOfEveryMethodAndType() async throws {
    let body = #"{"secret":"SENT-41-a-rather-long-value","n":1}"#
    let studio = try Studio { request in
      let type = request.value(of: "Content-Type") ?? "none"
      var fields = [("X-Type", type)]
      if request.value(of: "X-No-Type") == nil { fields.append(("Content-Type", type)) }
      if request.method == "PATCH" {
        fields.append(("Content-Encoding", "gzip"))
        return Reply(fields: fields, body: Zlib.deflate(request.body, as: .gzip))
      }
      return Reply(fields: fields, body: request.body)
    }
    let types: [String?] = [
      "application/json", "application/json; charset=utf-8", "application/vnd.api+json", nil,
    ]
    var targets: [Probe] = []
    for method in [Moya.Method.put, .patch, .delete, .post] {
      for type in types {
        var target = Probe(method, "/r", type, body)
        if type == nil { target.headers = ["X-No-Type": "1"] }
        targets.append(target)
      }
    }
    let live = try await studio.record(targets)
    #expect(live.allSatisfy { $0.text == body })
    try studio.expectNoLeak(of: ["SENT-41"])
    let seen = try await studio.replay(targets)
    for (number, answer) in seen.enumerated() {
      #expect(answer.status == 200, "\(targets[number])")
      let json = try JSONSerialization.jsonObject(with: answer.body) as? [String: Any]
      #expect(json?["n"] as? Int == 1 && json?["secret"] is String, "\(targets[number])")
      if let length = answer["content-length"], live[number]["content-encoding"] == nil {
        #expect(length == "\(answer.body.count)", "\(targets[number])")
      }
    }
    for interaction in try studio.interactions() {
      let data = try #require(interaction.request.body.data)
      let json = try JSONSerialization.jsonObject(with: data) as? [String: Any]
      #expect(json?["n"] as? Int == 1)
    }
  }

  @Test func secretsInErrorsRedirectionsAndEchoes() async throws {
    let secret = "SENT-51-a-rather-long-value"
    let studio = try Studio { request in
      switch request.path {
      case "/echo": Reply(text: "you sent \(request.value(of: "Authorization") ?? "")")
      case "/page": Reply(302, fields: [("Location", "/end?access_token=\(secret)")])
      case "/reset": .reset
      default: Reply(text: request.target)
      }
    }
    let bearer = ["Authorization": "Bearer \(secret)"]
    var failing = Probe(.get, url: "https://api.test/reset?access_token=\(secret)")
    failing.headers = bearer
    let targets = [
      Probe(.get, "/echo", headers: bearer), Probe(.get, "/page"), failing,
      Probe(.post, "/odd", "text/plain", "say \(secret) twice, \(secret)"),
    ]
    let live = try await studio.record(targets)
    try studio.expectNoLeak(of: [secret])
    let seen = try await studio.replay(targets)
    #expect(seen[2].error != nil && seen.map(\.error) == live.map(\.error))
    #expect(seen.map(\.status) == live.map(\.status))
  }
}
