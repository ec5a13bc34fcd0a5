import Foundation
import TestSupport
import Testing

@testable import Cassette

struct RedactionFuzzTests {
  private static let seeds = [
    #"{"token":"a\\u0062c","x":[1,{"password":-1.5e3}],"d":"{\\"pin\\":\\"1\\"}"}"#,
    "a=b&password=%41+c&user[token]=x&u=http%3A%2F%2Fu%3Ap%40h%2F%3Fsig%3Dx",
    "https://u:p%40@h:80/p;x?token=a&&=b#access_token=c&d",
    "--b\r\nContent-Disposition: form-data; name=\"token\"\r\n\r\nabcdefghi\r\n--b--\r\n",
    "a=1; Path=/; Expires=Wed, 21 Oct 2015 07:28:00 GMT, b=\"2\", c",
    "Basic dXNlcjpwYXNzd29yZA==", "Digest username=\"u\", response=\"abcdefgh\", token=",
    "</p?token=x>; rel=next, <http://h/?sig=y", "{\"token\":\"abc\\", "\u{FEFF}{\"token\":\"x\"}",
    "lost: refresh_token=abc1, \"token\": \\\"a\\\" Bearer abc12== password: [\"a\"",
    "/a%3Fapi_key=S%26b;token=x,n Authorization: Digest a=b X-Shop-Key: 'c",
    "abcdefghi%2561bcdefghi\\u0061bcdefghi YWJjZGVmZ2hp 616263646566676869",
    "[redacted:token:1] %5Bredacted%3Atoken%3A0123456789abcdef-1%5D a.b.W3JlZGFjdGVkOng6MV0",
  ].map { Array($0.utf8) }

  private func mutated(_ random: inout RedactionRandom) -> [UInt8] {
    func pick() -> [UInt8] { Self.seeds[Int.random(in: Self.seeds.indices, using: &random)] }
    var bytes = pick()
    for _ in 0..<Int.random(in: 0...6, using: &random) {
      let index = Int.random(in: 0...bytes.count, using: &random)
      switch Int.random(in: 0..<5, using: &random) {
      case 0: bytes.removeSubrange(index...)
      case 1: bytes.insert(UInt8.random(in: 0...255, using: &random), at: index)
      case 2: bytes.insert(contentsOf: pick(), at: index)
      case 3:
        bytes.insert(
          Array("\"\\%:=&;,.[]{}<>@?#/".utf8).randomElement(using: &random) ?? 0, at: index)
      default: if index < bytes.count { bytes.remove(at: index) }
      }
    }
    return bytes
  }

  /// Whatever comes: no trap, every placeholder is named by a place, and every place's placeholder stands.
  @Test func anyBytesAnywhere() {
    var random = RedactionRandom()
    let types = [
      "application/json", "application/x-www-form-urlencoded", "multipart/form-data; boundary=b",
      "text/html", "image/png",
    ]
    for _ in 0..<400 {
      func text() -> String { String(decoding: mutated(&random), as: UTF8.self) }
      let fields = [
        "Authorization", "Cookie", "Set-Cookie", "Location", "Link", "X-Any",
      ].map { Cassette.HeaderFields.Field(name: $0, value: text()) }
      let type = Cassette.HeaderFields.Field(
        name: "Content-Type", value: types[Int.random(in: types.indices, using: &random)])
      let interaction = Cassette.Interaction(
        request: Cassette.Request(
          url: text(), headerFields: Cassette.HeaderFields(fields + [type]),
          body: .bytes(Data(mutated(&random)))),
        outcome: .failure(
          Cassette.Failure(domain: "d", code: 1, text: text()),
          Cassette.Response(
            status: 200, headerFields: Cassette.HeaderFields([type]),
            body: .bytes(Data(mutated(&random))), finalURL: text())),
        notes: [text()])
      let redactor = Redactor()
      let written = redactor.redact(interaction)
      var standing = Set<String>()
      var copy = written
      InteractionTexts.rewrite(&copy) { _, bytes in
        for occurrence in Placeholder.occurrences(in: Array(bytes))
        where occurrence.placeholder.run == redactor.run {
          standing.insert(occurrence.spelled(occurrence.placeholder))
        }
        return nil
      }
      let named = Set(written.redactions.map(\.placeholder))
      #expect(standing.isSubset(of: named), "seed \(random.seed)")
      // What is named and does not stand in a text is a number's.
      for placeholder in named.subtracting(standing) {
        #expect(placeholder.hasPrefix("[redacted:p"), "seed \(random.seed)")
      }
      var numbering = PlaceholderNumbering()
      let saved = redactor.finish(written, numbering: &numbering)
      #expect(!Redacting.text(of: saved).contains(Data(redactor.run.utf8)), "seed \(random.seed)")
      #expect(redactor.redact(interaction) == written, "seed \(random.seed)")
    }
  }
}

extension Data {
  fileprivate func contains(_ other: Data) -> Bool { range(of: other) != nil }
}
