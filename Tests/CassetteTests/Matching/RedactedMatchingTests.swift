import Foundation
import Testing

@testable import Cassette

/// The case SE-03, and wildcards at every kind of place.
struct RedactedMatchingTests {
  private let json = "application/json"
  private let form = "application/x-www-form-urlencoded"

  private func check(
    _ asked: Cassette.Request, _ recorded: Cassette.Request, _ redactions: [(String, String)],
    _ expected: String?
  ) {
    #expect(Fixture.difference(asked, Fixture.recorded(recorded, redactions)) == expected)
    // As the request was built, where that is another.
    var interaction = Fixture.recorded(
      Fixture.get("http://other/"),
      redactions.map { ($0.0.replacing("request.", with: "built."), $0.1) })
    interaction.built = recorded
    #expect(Fixture.difference(asked, interaction) == expected)
    #expect(MatchKey(interaction) == MatchKey(Fixture.recorded(recorded, redactions)))
  }

  @Test(arguments: [
    "http://h/g?key=[redacted:key:1]&q=paris", "http://h/g?key=%5Bredacted:key:1%5D&q=paris",
    "http://h/g?q=paris&key=%5bredacted%3Akey%3A1%5d",
  ])
  func queryItem(url: String) {
    let places = [("request.url.query[key]", "[redacted:key:1]")]
    let kept = Fixture.get(url)
    check(Fixture.get("http://h/g?key=OTHER-33&q=paris"), kept, places, nil)
    check(Fixture.get("http://h/g?q=paris&key=%5B%20"), kept, places, nil)
    check(
      Fixture.get("http://h/g?key=OTHER-33&q=rome"), kept, places,
      #"query item "q": sent "rome", recorded "paris""#)
    check(
      Fixture.get("http://h/g?q=paris"), kept, places,
      #"query item "key": sent nothing, recorded "[redacted:key:1]""#)
    check(
      Fixture.get("http://h/g?key=&q=paris"), kept, places,
      #"query item "key": sent "", recorded "[redacted:key:1]""#)
    check(
      Fixture.get("http://h/g?key&q=paris"), kept, places,
      #"query item "key": sent no value, recorded "[redacted:key:1]""#)
    check(
      Fixture.get("http://h/g?key=a&key=b&q=paris"), kept, places,
      #"query item "key": sent (redacted), recorded nothing"#)
    // Not listed, it is a text like any other.
    check(
      Fixture.get("http://h/g?key=OTHER-33&q=paris"), kept, [("request.url.query[k]", "x")],
      #"query item "key": sent "OTHER-33", recorded "[redacted:key:1]""#)
  }

  @Test func queryNames() {
    check(
      Fixture.get("http://h/?t%5Bk%5D=1&a+b=2"),
      Fixture.get("http://h/?t%5Bk%5D=[redacted:x:1]&a+b=[redacted:x:2]"),
      [
        ("request.url.query[t[k]]", "[redacted:x:1]"), ("request.url.query[a b]", "[redacted:x:2]"),
      ],
      nil)
    // Where a secret stands in a name.
    let places = [("request.url.query", "[redacted:x:1]")]
    let kept = Fixture.get("http://h/?a=1&k-[redacted:x:1]=2")
    check(Fixture.get("http://h/?k-secret=2&a=1"), kept, places, nil)
    check(
      Fixture.get("http://h/?a=1&k-secret=3"), kept, places,
      "query item (redacted): sent (redacted), recorded nothing")
    check(
      Fixture.get("http://h/?a=1"), kept, places,
      #"query item "k-[redacted:x:1]": sent nothing, recorded "2""#)
  }

  @Test func userInfoAndPath() {
    let encoded = "%5Bredacted%3Auser%3A1%5D"
    let kept = Fixture.get("http://\(encoded):%5Bredacted%3Apassword%3A1%5D@h/u/[redacted:t:1]/x")
    let places = [
      ("request.url.user", encoded),
      ("request.url.password", "%5Bredacted%3Apassword%3A1%5D"),
      ("request.url.path", "[redacted:t:1]"),
    ]
    check(Fixture.get("http://me:pw@h/u/SECRET%2f/x"), kept, places, nil)
    check(
      Fixture.get("http://h/u/SECRET/x"), kept, places,
      #"user: sent nothing, recorded "%5Bredacted%3Auser%3A1%5D""#)
    check(
      Fixture.get("http://me:pw@h/u/SECRET/y"), kept, places,
      #"path: sent (redacted), recorded "/u/%5Bredacted:t:1%5D/x""#)
    check(
      Fixture.get("http://h:x/a?t=SECRET"), Fixture.get("http://h:x/a?t=[redacted:t:1]"),
      [("request.url.query[t]", "[redacted:t:1]")], nil)
  }

  @Test func jsonLeaves() {
    let places = [("request.body.json/token", "[redacted:token:1]")]
    let kept = Fixture.post(#"{"token":"[redacted:token:1]","n":1}"#, json)
    check(Fixture.post(#"{"token":"OTHER-34","n":1}"#, json), kept, places, nil)
    check(
      Fixture.post(#"{"token":"OTHER-34","n":2}"#, json), kept, places,
      "body at $.n: sent 2, recorded 1")
    check(
      Fixture.post(#"{"n":1}"#, json), kept, places,
      #"body at $.token: sent nothing, recorded "[redacted:token:1]""#)
    check(
      Fixture.post(#"{"token":"","n":1}"#, json), kept, places,
      #"body at $.token: sent (redacted), recorded "[redacted:token:1]""#)
    check(
      Fixture.post(#"{"token":5,"n":1}"#, json), kept, places,
      #"body at $.token: sent (redacted), recorded "[redacted:token:1]""#)
    // The redactor goes by what content looks like, not by its type.
    let plain = Fixture.post(#"{"token":"[redacted:token:1]","n":1}"#, "text/plain")
    check(Fixture.post(#"{"token":"OTHER-34","n":1}"#, "text/plain"), plain, places, nil)
    check(
      Fixture.post(#"{"a/b":[{"~":"x SECRET y"}]}"#, json),
      Fixture.post(#"{"a/b":[{"~":"x <1> y"}]}"#, json), [("request.body.json/a~1b/0/~0", "<1>")],
      nil)
    check(
      Fixture.post(#"{"pin":1234}"#, json), Fixture.post(#"{"pin":5678}"#, json),
      [("request.body.json/pin", "[redacted:pin:1]")], nil)
    check(
      Fixture.post("\"SECRET\"", json), Fixture.post("\"<1>\"", json),
      [("request.body.json", "<1>")], nil)
  }

  @Test func formFieldsPartsAndRawBodies() {
    let places = [("request.body.form[a b]", "[redacted:p:1]")]
    let kept = Fixture.post("a+b=x[redacted:p:1]&n=1", form)
    check(Fixture.post("n=1&a%20b=xSECRET", form), kept, places, nil)
    check(
      Fixture.post("n=1&a%20b=ySECRET", form), kept, places,
      #"body field "a b": sent (redacted), recorded "x[redacted:p:1]""#)
    // Without a type, it is the place that says that it is a form.
    check(
      Fixture.post("n=1&a%20b=xSECRET", nil), Fixture.post("a+b=x[redacted:p:1]&n=1", nil), places,
      nil)

    let raw = [("request.body", "<1>")]
    check(Fixture.post("x SECRET y", "text/plain"), Fixture.post("x <1> y", "text/plain"), raw, nil)
    check(
      Fixture.post("x SECRET z", "text/plain"), Fixture.post("x <1> y", "text/plain"), raw,
      #"body at byte 2: sent (redacted), recorded "x <1> y""#)
    check(Fixture.post(#"{"SECRET":1}"#, json), Fixture.post(#"{"<1>":1}"#, json), raw, nil)
    check(Fixture.post("SECRET=1&a=2", form), Fixture.post("a=2&<1>=1", form), raw, nil)

    var parts = Cassette.Request(method: "POST", url: "http://h/")
    parts.body = .multipart([
      .init(name: "j]", fileName: "<2>.txt", value: Data(#"{"t":"<1>","n":1}"#.utf8)),
      .init(name: "v", value: Data("<3>".utf8)),
    ])
    let listed = [
      ("request.body.part[j]].json/t", "<1>"), ("request.body.part[j]].fileName", "<2>"),
      ("request.body.part[v]", "<3>"),
    ]
    var asked = parts
    asked.body = .multipart([
      .init(name: "j]", fileName: "me.txt", value: Data(#"{"n":1, "t":"SECRET"}"#.utf8)),
      .init(name: "v", value: Data([0xFF])),
    ])
    check(asked, parts, listed, nil)
    asked.body = .multipart([
      .init(name: "j]", fileName: "me.txt", value: Data(#"{"n":2, "t":"SECRET"}"#.utf8)),
      .init(name: "v", value: Data([0xFF])),
    ])
    check(asked, parts, listed, #"body part "j]" at $.n: sent 2, recorded 1"#)
  }

  @Test func contentNotAtHand() {
    var kept = Fixture.post("", nil)
    kept.body = .digest(byteCount: 9, sha256: "00")
    check(Fixture.post("SECRET", nil), kept, [("request.body", "<1>")], nil)
    check(
      Fixture.post("", nil), kept, [("request.body", "<1>")],
      "body: sent nothing, recorded 9 bytes")
  }

  @Test func headerFields() {
    var kept = Fixture.get("http://h/")
    kept.headerFields = ["authorization": "Bearer [redacted:t:1]"]
    var asked = Fixture.get("http://h/")
    asked.headerFields = ["Authorization": "Bearer SECRET"]
    let interaction = Fixture.recorded(kept, [("request.header[Authorization]", "[redacted:t:1]")])
    let matcher = RequestMatcher.default.adding(.header("AUTHORIZATION"))
    #expect(Fixture.difference(asked, interaction, by: matcher) == nil)
    asked.headerFields = ["Authorization": "Basic SECRET"]
    #expect(
      Fixture.difference(asked, interaction, by: matcher)
        == #"header "AUTHORIZATION": sent (redacted), recorded "Bearer [redacted:t:1]""#)
    asked.headerFields = [:]
    #expect(
      Fixture.difference(asked, interaction, by: matcher)
        == #"header "AUTHORIZATION": sent nothing, recorded "Bearer [redacted:t:1]""#)
  }

  @Test func hashesThatCoverARedactedPlaceAreZero() {
    let request = Fixture.post("a", nil, "http://h/p?q=1#f")
    let key = MatchKey(request)
    #expect(key.route != 0 && key.full != 0)
    for (place, isRouteKept, isFullKept) in [
      ("request.url.path", false, false), ("request.url.query", true, false),
      ("request.url.query[q]", true, false), ("request.url.fragment", true, true),
      ("request.url.user", true, true), ("request.header[X]", true, true),
      ("request.body", true, false), ("request.body.json/a", true, false),
      ("request.body.form[a]", true, false), ("request.body.part[a]", true, false),
      ("request.body.part[a].fileName", true, false), ("request.body.part[a].json/x", true, false),
      ("response.body", true, true), ("attempts[0].request.body", true, true),
      ("built.body", true, true), ("request.of.tomorrow", false, false), ("target", true, true),
    ] {
      let found = MatchKey(Fixture.recorded(request, [(place, "x")]))
      #expect(found.route == (isRouteKept ? key.route : 0), "\(place)")
      #expect(found.full == (isFullKept ? key.full : 0), "\(place)")
    }
  }

  @Test func bindingsTellCandidatesApart() throws {
    let run = LiveBinding.Key()
    var table = BindingTable()
    func bindings(_ live: String, _ number: Int) throws -> [LiveBinding] {
      let placeholder = "[redacted:t:\(number)]"
      return try #require(
        RequestMatcher.default.match(
          MatchSubject(Fixture.get("http://h/me?t=\(live)")),
          Fixture.recorded(
            Fixture.get("http://h/me?t=\(placeholder)"),
            [("request.url.query[t]", placeholder)]), key: run))
    }
    #expect(table.rank(of: []) == .exact)
    #expect(table.rank(of: try bindings("%5Bredacted:t:1%5D", 1)) == .exact)
    #expect(table.rank(of: try bindings("[redacted:t:1]", 2)) == .open)
    #expect(table.rank(of: try bindings("A", 1)) == .open)
    table.adopt(try bindings("A", 1))
    #expect(table.rank(of: try bindings("A", 1)) == .consistent)
    #expect(table.rank(of: try bindings("%41", 1)) == .consistent)
    #expect(table.rank(of: try bindings("B", 1)) == .inconsistent)
    #expect(table.rank(of: try bindings("A", 2)) == .inconsistent)
    #expect(table.rank(of: try bindings("B", 2)) == .open)
    #expect(
      [BindingTable.Rank.inconsistent, .open, .exact, .consistent].sorted()
        == [.exact, .consistent, .open, .inconsistent])
    // One placeholder twice in a request, for two values.
    let twice = try #require(
      RequestMatcher.default.match(
        MatchSubject(Fixture.get("http://h/?t=X&t=Y")),
        Fixture.recorded(
          Fixture.get("http://h/?t=<9>&t=<9>"), [("request.url.query[t]", "<9>")]), key: run))
    #expect(table.rank(of: twice) == .inconsistent)
    // The same secret in a URL and in content is one value.
    let both = try #require(
      RequestMatcher.default.match(
        MatchSubject(Fixture.post(#"{"t":"a/b"}"#, json, "http://h/?t=a%2Fb")),
        Fixture.recorded(
          Fixture.post(#"{"t":"<9>"}"#, json, "http://h/?t=<9>"),
          [("request.url.query[t]", "<9>"), ("request.body.json/t", "<9>")]), key: run))
    #expect(both.count == 2 && both[0].valueHash == both[1].valueHash)
    // Keyed: another run hashes the same value otherwise.
    let other = try #require(
      RequestMatcher.default.match(
        MatchSubject(Fixture.get("http://h/?t=A")),
        Fixture.recorded(Fixture.get("http://h/?t=<9>"), [("request.url.query[t]", "<9>")]),
        key: LiveBinding.Key()))
    #expect(try other[0].valueHash != bindings("A", 1)[0].valueHash)
  }
}
