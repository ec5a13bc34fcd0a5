import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Shared by the tests of redaction.
enum Redacting {
  /// The interactions as they would be saved after one run.
  static func run(
    _ interactions: [Cassette.Interaction], rules: RedactionRules = .default
  ) -> [Cassette.Interaction] {
    let redactor = Redactor(rules: rules)
    let journal = interactions.map { redactor.redactCounting($0) }
    var numbering = PlaceholderNumbering()
    return journal.map {
      redactor.finish($0.interaction, knownSecretCount: $0.secretCount, numbering: &numbering)
    }
  }

  /// Everything that would be written of an interaction, in one text.
  static func text(of interaction: Cassette.Interaction) -> Data {
    var all = Data()
    var copy = interaction
    InteractionTexts.rewrite(&copy) { _, bytes in
      all += Data(bytes) + Data("\n\n".utf8)
      return nil
    }
    all += Data(interaction.redactions.map { $0.place + " " + $0.placeholder + "\n" }.joined().utf8)
    return all
  }

  static func json(_ text: String) -> Cassette.Body { Cassette.Body(Data(text.utf8)) }

  static func string(_ body: Cassette.Body?) -> String {
    String(decoding: body?.data ?? Data(), as: UTF8.self)
  }
}

struct RedactorTests {
  private func redact(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    Redacting.run([interaction])[0]
  }

  private func redact(json: String) -> (String, [Cassette.Redaction]) {
    let result = redact(
      Cassette.Interaction(
        request: Cassette.Request(
          method: "POST", url: "http://h/p", headerFields: ["Content-Type": "application/json"],
          body: Redacting.json(json)),
        outcome: .response(Cassette.Response(status: 200))))
    return (Redacting.string(result.request.body), result.redactions)
  }

  @Test("SE-01 default redaction matrix") func matrix() {
    let first = Cassette.Interaction(
      request: Cassette.Request(
        method: "POST",
        url: "http://127.0.0.1/g?api_key=SENT-08&access_token=SENT-09&page=2",
        headerFields: [
          "Authorization": "Bearer SENT-01", "Cookie": "sid=SENT-03", "X-Api-Key": "SENT-04",
          "Proxy-Authorization": "Basic SENT-05", "Content-Type": "application/json",
        ], body: Redacting.json(#"{"client_secret":"SENT-10","password":"SENT-11","n":1}"#)),
      outcome: .response(
        Cassette.Response(
          status: 200,
          headerFields: ["Set-Cookie": "sid=SENT-06; Path=/", "set-cookie": "t=SENT-07"],
          body: Redacting.json(
            #"{"access_token":"SENT-12","refresh_token":"SENT-13","#
              + #""nested":{"id_token":"SENT-14"},"ok":true}"#))))
    let second = Cassette.Interaction(
      request: Cassette.Request(
        method: "POST", url: "http://127.0.0.1/f",
        headerFields: [
          "authorization": "Token SENT-02", "Content-Type": "application/x-www-form-urlencoded",
        ], body: Redacting.json("grant_type=password&username=user1&password=SENT-15")),
      outcome: .response(Cassette.Response(status: 204)))
    let saved = Redacting.run([first, second])
    let secrets = (1...15).map { ($0 < 10 ? "SENT-0" : "SENT-") + String($0) }
    for interaction in saved {
      #expect(LeakSearch.find(secrets: secrets, in: Redacting.text(of: interaction)).isEmpty)
    }
    let unsafe = Redacting.run([first, second], rules: .unsafelyRecordingSecrets)
    #expect(unsafe == [first, second])
    let all = unsafe.map(Redacting.text).reduce(Data(), +)
    #expect(Set(LeakSearch.find(secrets: secrets, in: all).map(\.secret)) == Set(secrets))

    let request = saved[0].request
    #expect(
      request.url == "http://127.0.0.1/g?api_key=[redacted:api_key:1]"
        + "&access_token=[redacted:access_token:1]&page=2")
    #expect(request.headerFields["Authorization"] == "Bearer [redacted:authorization:1]")
    #expect(request.headerFields["Cookie"] == "sid=[redacted:cookie:1]")
    #expect(request.headerFields["X-Api-Key"] == "[redacted:api_key:2]")
    #expect(
      request.headerFields["Proxy-Authorization"] == "Basic [redacted:proxy_authorization:1]")
    #expect(
      Redacting.string(request.body)
        == #"{"client_secret":"[redacted:client_secret:1]","password":"[redacted:password:1]","n":1}"#
    )
    let response = saved[0].outcome.response
    #expect(
      response?.headerFields.values(of: "Set-Cookie") == [
        "sid=[redacted:cookie:2]; Path=/", "t=[redacted:cookie:3]",
      ])
    #expect(
      Redacting.string(response?.body)
        == #"{"access_token":"[redacted:access_token:2]","#
        + #""refresh_token":"[redacted:refresh_token:1]","#
        + #""nested":{"id_token":"[redacted:id_token:1]"},"ok":true}"#)
    #expect(saved[1].request.headerFields["authorization"] == "Token [redacted:authorization:2]")
    #expect(
      Redacting.string(saved[1].request.body)
        == "grant_type=password&username=user1&password=[redacted:password:2]")
    #expect(
      saved[0].redactions.map(\.place) == [
        "request.body.json/client_secret", "request.body.json/password",
        "request.header[Authorization]", "request.header[Cookie]",
        "request.header[Proxy-Authorization]", "request.header[X-Api-Key]",
        "request.url.query[access_token]", "request.url.query[api_key]",
        "response.body.json/access_token", "response.body.json/nested/id_token",
        "response.body.json/refresh_token", "response.header[Set-Cookie]",
        "response.header[set-cookie]",
      ])
    #expect(
      saved[1].redactions == [
        Cassette.Redaction(
          place: "request.body.form[password]", placeholder: "[redacted:password:2]"),
        Cassette.Redaction(
          place: "request.header[authorization]", placeholder: "[redacted:authorization:2]"),
      ])
  }

  @Test("SE-02 one placeholder for one secret, in a body and in a later header field")
  func sameSecret() {
    let saved = Redacting.run([
      Cassette.Interaction(
        request: Cassette.Request(method: "POST", url: "http://h/token"),
        outcome: .response(
          Cassette.Response(
            status: 200, body: Redacting.json(#"{"access_token":"SENT-21-long"}"#)))),
      Cassette.Interaction(
        request: Cassette.Request(
          url: "http://h/me/SENT-21-long", headerFields: ["Authorization": "Bearer SENT-21-long"]),
        outcome: .response(Cassette.Response(status: 200))),
    ])
    #expect(
      Redacting.string(saved[0].outcome.response?.body)
        == #"{"access_token":"[redacted:access_token:1]"}"#)
    #expect(saved[1].request.headerFields["Authorization"] == "Bearer [redacted:access_token:1]")
    #expect(saved[1].request.url == "http://h/me/[redacted:access_token:1]")
    #expect(
      saved[1].redactions.map(\.place) == ["request.header[Authorization]", "request.url.path"])
  }

  @Test("SE-04 bodies of every method and type", arguments: ["PUT", "PATCH", "DELETE", "POST"])
  func everyMethodAndType(method: String) {
    let body = Data(#"{"secret":"SENT-41-a-rather-long-value","n":1}"#.utf8)
    let types: [String?] = [
      "application/json", "application/json; charset=utf-8", "application/vnd.api+json", nil,
      "text/plain",
    ]
    for type in types {
      var fields: Cassette.HeaderFields = ["Content-Length": "\(body.count)"]
      fields["Content-Type"] = type
      var coded = fields
      coded["content-length"] = "44"
      for answer in [fields, coded] {
        let saved = redact(
          Cassette.Interaction(
            request: Cassette.Request(
              method: method, url: "http://h/r", headerFields: fields, body: .bytes(body)),
            outcome: .response(
              Cassette.Response(status: 200, headerFields: answer, body: .bytes(body)))))
        #expect(
          LeakSearch.find(
            secrets: ["SENT-41-a-rather-long-value"], in: Redacting.text(of: saved)
          ).isEmpty)
        let expected = #"{"secret":"[redacted:secret:1]","n":1}"#
        #expect(Redacting.string(saved.request.body) == expected)
        #expect(Redacting.string(saved.outcome.response?.body) == expected)
        #expect(saved.request.headerFields["Content-Length"] == "\(expected.utf8.count)")
        // That of a coded body was another number, and stays.
        #expect(
          saved.outcome.response?.headerFields["Content-Length"]
            == (answer == fields ? "\(expected.utf8.count)" : "44"))
      }
    }
  }

  @Test(
    arguments: [
      (
        #"{"token": null, "password": true, "secret": "", "pin": -120.5e3 }"#,
        #"{"token": null, "password": true, "secret": "", "pin": -100.0e0 }"#,
        ["request.body.json/pin"]
      ),
      (
        #"{"credentials": {"a": ["x", 42, {}], "b": {"c": "y"}}, "token_type": "bearer"}"#,
        #"{"credentials": {"a": ["[redacted:credentials:1]", 10, {}], "#
          + #""b": {"c": "[redacted:credentials:2]"}}, "token_type": "bearer"}"#,
        [
          "request.body.json/credentials/a/0", "request.body.json/credentials/a/1",
          "request.body.json/credentials/b/c",
        ]
      ),
      (
        #"[{"accessToken":"a/b"},{"Access-Token":"a\/b"},{"access\u005ftoken":"a\u002fb"}]"#,
        #"[{"accessToken":"[redacted:access_token:1]"},{"Access-Token":"[redacted:access_token:1]"},"#
          + #"{"access\u005ftoken":"[redacted:access_token:1]"}]"#,
        [
          "request.body.json/0/accessToken", "request.body.json/1/Access-Token",
          "request.body.json/2/access_token",
        ]
      ),
      (
        #"{"next_page_token":"abcdefghij","tokens":1,"page":"p","key":"k","code":"c","sig~/":"s"}"#,
        #"{"next_page_token":"abcdefghij","tokens":1,"page":"p","key":"k","code":"c","sig~/":"s"}"#,
        []
      ),
      (
        #"{"headers":{"Authorization":"Bearer abc","Cookie":"a=1; b=2"},"args":{"api_key":"k"}}"#,
        #"{"headers":{"Authorization":"Bearer [redacted:authorization:1]","#
          + #""Cookie":"a=[redacted:cookie:1]; b=[redacted:cookie:2]"},"args":{"api_key":"[redacted:api_key:1]"}}"#,
        [
          "request.body.json/args/api_key", "request.body.json/headers/Authorization",
          "request.body.json/headers/Cookie", "request.body.json/headers/Cookie",
        ]
      ),
      (
        #"{"data":"{\"password\": \"p\\u0041\"}","url":"http:\/\/h\/?token=t&a=1","rel":"/x?sig=s"}"#,
        #"{"data":"{\"password\": \"[redacted:password:1]\"}","#
          + #""url":"http:\/\/h\/?token=[redacted:token:1]&a=1","rel":"/x?sig=[redacted:sig:1]"}"#,
        ["request.body.json/data", "request.body.json/rel", "request.body.json/url"]
      ),
      (
        #"[{"name":"Authorization","value":"Token x"},{"name":"n","value":"x"}]"#,
        #"[{"name":"Authorization","value":"Token [redacted:authorization:1]"},{"name":"n","value":"x"}]"#,
        ["request.body.json/0/value"]
      ),
      (
        #"{"a/b~c":{"token":"t"}}"#, #"{"a/b~c":{"token":"[redacted:token:1]"}}"#,
        ["request.body.json/a~1b~0c/token"]
      ),
      // Cut off, or several.
      (#"{"a":1,"token":"abc\"d"#, #"{"a":1,"token":"[redacted:token:1]"#, ["request.body"]),
      (
        "{\"token\" : \"a\"}\n{\"token\":12}\n",
        "{\"token\" : \"[redacted:token:1]\"}\n{\"token\":[redacted:token:2]}\n",
        ["request.body", "request.body"]
      ),
    ] as [(String, String, [String])])
  func redactsJSON(text: String, expected: String, places: [String]) {
    let (result, redactions) = redact(json: text)
    #expect(result == expected)
    #expect(redactions.map(\.place) == places)
  }

  @Test(
    arguments: [
      (
        "http://user1:pass1@h/p",
        "http://%5Bredacted%3Auser%3A1%5D:%5Bredacted%3Apassword%3A1%5D@h/p",
        ["request.url.password", "request.url.user"]
      ),
      (
        "https://h/?X-Amz-Signature=ab&X-Amz-Credential=AK%2F1&X-Amz-Date=2026",
        "https://h/?X-Amz-Signature=[redacted:x_amz_signature:1]&X-Amz-Credential=[redacted:x_amz_credential:1]&X-Amz-Date=2026",
        ["request.url.query[X-Amz-Credential]", "request.url.query[X-Amz-Signature]"]
      ),
      (
        "https://h/?sv=2020&sig=a%3D&se=1", "https://h/?sv=2020&sig=[redacted:sig:1]&se=1",
        ["request.url.query[sig]"]
      ),
      (
        "https://h/cb?code=c&state=s", "https://h/cb?code=[redacted:code:1]&state=s",
        ["request.url.query[code]"]
      ),
      ("https://h/cb?code=de", "https://h/cb?code=de", []),
      (
        "https://h/cb#access_token=x&n=1",
        "https://h/cb#access_token=[redacted:access_token:1]&n=1",
        ["request.url.fragment"]
      ),
      (
        "https://h/cb#/r?token=x", "https://h/cb#/r?token=[redacted:token:1]",
        ["request.url.fragment"]
      ),
      (
        "https://h/?u=https%3A%2F%2Fi%2F%3Ftoken%3Dx%26a%3D1",
        "https://h/?u=https%3A%2F%2Fi%2F%3Ftoken%3D[redacted:token:1]%26a%3D1",
        ["request.url.query[u]"]
      ),
      (
        "https://h/?user%5Bpassword%5D=x&token=&token",
        "https://h/?user%5Bpassword%5D=[redacted:password:1]&token=&token",
        ["request.url.query[user[password]]"]
      ),
      ("/relative?token=x", "/relative?token=[redacted:token:1]", ["request.url.query[token]"]),
      ("", "", []), ("?", "?", []), ("http://", "http://", []),
      ("http://@/?=&&=", "http://@/?=&&=", []),
    ] as [(String, String, [String])])
  func redactsURLs(url: String, expected: String, places: [String]) {
    let saved = redact(
      Cassette.Interaction(
        request: Cassette.Request(url: url), outcome: .response(Cassette.Response(status: 200))))
    #expect(saved.request.url == expected)
    #expect(saved.redactions.map(\.place) == places)
  }

  @Test(arguments: [
    (
      "Set-Cookie",
      "a=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT, b=\"2\"; HttpOnly, c=; Max-Age=1",
      "a=[redacted:cookie:1]; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT, b=\"[redacted:cookie:2]\"; HttpOnly, c=; Max-Age=1"
    ),
    (
      "Cookie", "a=1;b=x=y; lone",
      "a=[redacted:cookie:1];b=[redacted:cookie:2]; [redacted:cookie:3]"
    ),
    ("Location", "/cb?token=x#t", "/cb?token=[redacted:token:1]#t"),
    (
      "Referer", "https://u:p@h/",
      "https://%5Bredacted%3Auser%3A1%5D:%5Bredacted%3Apassword%3A1%5D@h/"
    ),
    (
      "Link", "</p?token=x>; rel=\"next\", <http://h/?sig=y>",
      "</p?token=[redacted:token:1]>; rel=\"next\", <http://h/?sig=[redacted:sig:1]>"
    ),
    ("X-Original", "see http://h/?token=x.", "see http://h/?token=[redacted:token:1]."),
    ("Authorization", "SharedSecret x", "[redacted:authorization:1]"),
    ("authorization", "  Basic  dXNlcjpwYXNz", "  Basic  [redacted:authorization:1]"),
    ("x-auth-token", "x", "[redacted:auth_token:1]"),
    ("X-Request-Id", "9f8e7d6c5b4a", "9f8e7d6c5b4a"),
    ("Authorization", "Digest username=\"u\", response=\"r\"", "Digest [redacted:authorization:1]"),
  ])
  func redactsHeaderFields(name: String, value: String, expected: String) {
    let saved = redact(
      Cassette.Interaction(
        request: Cassette.Request(
          url: "http://h/", headerFields: Cassette.HeaderFields([.init(name: name, value: value)])),
        outcome: .response(Cassette.Response(status: 200))))
    #expect(saved.request.headerFields[0].value == expected)
    #expect(
      saved.redactions.map(\.place).allSatisfy { $0 == "request.header[\(name)]" }
        && saved.redactions.isEmpty == (value == expected))
  }

  @Test func redactsPartsErrorsAndAttempts() {
    let parts = [
      Cassette.Body.Part(name: "password", value: Data("p".utf8)),
      Cassette.Body.Part(
        name: "meta", contentType: "application/json", value: Data(#"{"token":"secret-0001"}"#.utf8)
      ),
      Cassette.Body.Part(name: "file", fileName: "secret-0001.txt", value: Data([0xFF, 0x00])),
    ]
    let request = Cassette.Request(method: "POST", url: "http://h/", body: .multipart(parts))
    let saved = redact(
      Cassette.Interaction(
        request: request, built: request,
        outcome: .failure(
          Cassette.Failure(domain: "d", code: 1, text: "lost http://h/?sig=abc, secret-0001"), nil),
        target: Cassette.TargetIdentity(type: "T", name: "secret-0001"),
        attempts: [
          Cassette.Attempt(
            request: request,
            outcome: .response(Cassette.Response(status: 401, statusText: "secret-0001")))
        ], notes: ["secret-0001"], tags: ["secret-0001"]))
    guard case .multipart(let result) = saved.request.body else {
      Issue.record("no parts")
      return
    }
    #expect(String(decoding: result[0].value, as: UTF8.self) == "[redacted:password:1]")
    #expect(String(decoding: result[1].value, as: UTF8.self) == #"{"token":"[redacted:token:1]"}"#)
    #expect(result[2].fileName == "[redacted:token:1].txt")
    #expect(result[2].value == parts[2].value)
    #expect(
      saved.outcome.failure?.text == "lost http://h/?sig=[redacted:sig:1], [redacted:token:1]")
    let parts3 = [
      "body.part[file].fileName", "body.part[meta].json/token", "body.part[password]",
    ]
    var places: [String] = parts3.map { "attempts[0].request." + $0 }
    places += ["attempts[0].response.statusText"]
    places += parts3.map { "built." + $0 }
    places += ["error.text", "error.text", "note"]
    places += parts3.map { "request." + $0 }
    places += ["tag", "target"]
    #expect(saved.redactions.map(\.place) == places)
  }

  @Test func readsMultipartThatCameAsBytes() {
    let text =
      "--b\r\nContent-Disposition: form-data; filename=\"password\"; name=\"token\"\r\n\r\nabc\r\n"
      + "--b\r\nContent-Disposition: form-data; name=\"n\"\r\nContent-Type: application/json\r\n\r\n"
      + "{\"pin\":\"1\"}\r\n--b--\r\n"
    let saved = redact(
      Cassette.Interaction(
        request: Cassette.Request(
          method: "POST", url: "http://h/",
          headerFields: ["content-type": "multipart/form-data; boundary=\"b\""],
          body: Redacting.json(text)), outcome: .response(Cassette.Response(status: 200))))
    #expect(
      Redacting.string(saved.request.body)
        == text.replacing("abc", with: "[redacted:token:1]")
        .replacing("{\"pin\":\"1\"}", with: "{\"pin\":\"[redacted:pin:1]\"}"))
    #expect(
      saved.redactions.map(\.place) == [
        "request.body.part[n].json/pin", "request.body.part[token]",
      ])
  }
}
