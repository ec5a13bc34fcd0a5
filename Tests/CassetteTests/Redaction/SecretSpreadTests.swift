import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Encoders written apart from the decoders that they test.
private enum Encoding: CaseIterable {
  case raw, percentMinimal, percentAll, percentLower, percentTwice, form
  case json, jsonSlashes, jsonUnicode, jsonUnicodeUpper, jsonTwice, jsonUnicodeTwice, jsonOfPercent
  case base64, base64Offset1, base64Offset2, base64URL, base64URLOffset1, base64Lines
  case percentOfBase64, jsonOfBase64, hex, hexUpper, hexOffset

  func encode(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    switch self {
    case .raw: return bytes
    case .percentMinimal: return Self.percent(bytes, keeping: "-._~!$'()*,:;@/?")
    case .percentAll: return Self.percent(bytes, keeping: "")
    case .percentLower:
      return Self.percent(bytes, keeping: "-._~").map { (0x41...0x46).contains($0) ? $0 : $0 }
        .lowercasingEscapes()
    case .percentTwice:
      return Self.percent(Self.percent(bytes, keeping: "-._~"), keeping: "-._~")
    case .form: return Self.percent(bytes, keeping: "-._* ").map { $0 == 0x20 ? 0x2B : $0 }
    case .json: return Self.json(bytes)
    case .jsonSlashes: return Self.json(bytes, slashes: true)
    case .jsonUnicode: return Self.unicode(text, format: "\\u%04x")
    case .jsonUnicodeUpper: return Self.unicode(text, format: "\\u%04X")
    case .jsonTwice: return Self.json(Self.json(bytes))
    case .jsonUnicodeTwice: return Self.json(Self.unicode(text, format: "\\u%04x"))
    case .jsonOfPercent: return Self.json(Self.percent(bytes, keeping: "-._~/"), slashes: true)
    case .base64: return Self.base64(bytes)
    case .base64Offset1: return Self.base64([0x7A] + bytes + [1, 2, 3, 0xFF])
    case .base64Offset2: return Self.base64([0x7A, 0xF3] + bytes + [0x10])
    case .base64URL: return Self.base64URL(bytes)
    case .base64URLOffset1: return Self.base64URL([0xFF] + bytes)
    case .base64Lines:
      let all = Self.base64(
        [UInt8](repeating: 0x21, count: 50) + bytes + [UInt8](repeating: 0x22, count: 70))
      return stride(from: 0, to: all.count, by: 76)
        .map { Array(all[$0..<min($0 + 76, all.count)]) }.joined(separator: [13, 10]).map { $0 }
    case .percentOfBase64: return Self.percent(Self.base64([0xFB, 0xFF] + bytes), keeping: "")
    case .jsonOfBase64: return Self.json(Self.base64([0xFF, 0xFF, 0xFE] + bytes), slashes: true)
    case .hex: return bytes.flatMap { Array(String(format: "%02x", Int($0)).utf8) }
    case .hexUpper: return bytes.flatMap { Array(String(format: "%02X", Int($0)).utf8) }
    case .hexOffset: return Array("0".utf8) + Encoding.hex.encode(text)
    }
  }

  private static func percent(_ bytes: [UInt8], keeping: String) -> [UInt8] {
    let kept = Set(keeping.utf8)
    return bytes.flatMap { byte -> [UInt8] in
      let isPlain =
        kept.contains(byte)
        || (!keeping.isEmpty && (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || !keeping.isEmpty && (0x61...0x7A).contains(byte | 0x20) && byte < 0x80)
      return isPlain ? [byte] : Array(String(format: "%%%02X", Int(byte)).utf8)
    }
  }

  private static func json(_ bytes: [UInt8], slashes: Bool = false) -> [UInt8] {
    bytes.flatMap { byte -> [UInt8] in
      byte == 0x22 || byte == 0x5C || (slashes && byte == 0x2F) ? [0x5C, byte] : [byte]
    }
  }

  private static func unicode(_ text: String, format: String) -> [UInt8] {
    text.utf16.flatMap { Array(String(format: format, Int($0)).utf8) }
  }

  private static func base64(_ bytes: [UInt8]) -> [UInt8] {
    Array(Data(bytes).base64EncodedString().utf8)
  }

  private static func base64URL(_ bytes: [UInt8]) -> [UInt8] {
    base64(bytes).compactMap { $0 == 0x3D ? nil : $0 == 0x2B ? 0x2D : $0 == 0x2F ? 0x5F : $0 }
  }
}

extension [UInt8] {
  fileprivate func lowercasingEscapes() -> [UInt8] {
    var result = self
    for index in indices where self[index] == 0x25 {
      for offset in 1...2 where (0x41...0x46).contains(self[index + offset]) {
        result[index + offset] |= 0x20
      }
    }
    return result
  }
}

struct SecretSpreadTests {
  private static let alphabet =
    "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._~+/=\"\\&%é€😀 :;"

  private func learning(_ secret: String) -> Cassette.Interaction {
    let escaped = secret.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    return Cassette.Interaction(
      request: Cassette.Request(
        method: "POST", url: "http://h/", body: Redacting.json("{\"password\":\"\(escaped)\"}")),
      outcome: .response(Cassette.Response(status: 200)))
  }

  private func echoing(_ body: [UInt8]) -> Cassette.Interaction {
    Cassette.Interaction(
      request: Cassette.Request(
        url: "http://h/p", headerFields: ["X-Echo": String(decoding: body, as: UTF8.self)]),
      outcome: .response(Cassette.Response(status: 200, body: .bytes(Data(body)))))
  }

  @Test(.timeLimit(.minutes(5))) func everyEncodingEverywhere() throws {
    var random = RedactionRandom()
    for round in 0..<12 {
      let count = [8...8, 9...11, 12...60][round % 3]
      let secret = "x" + random.text(count, of: Self.alphabet) + "y"
      for encoding in Encoding.allCases {
        let comment: Comment = "seed \(random.seed), \(encoding) of \(secret.debugDescription)"
        let before = Array("é \u{1F600} {\"a\": \"".utf8)
        let after = Array("\", 100% [1] \\ +}".utf8)
        let encoded = encoding.encode(secret)
        let echo = echoing(before + encoded + after)
        #expect(
          !LeakSearch.find(secrets: [secret], in: Redacting.text(of: echo)).isEmpty, comment)
        // Learned first, and learned last.
        for order in [[learning(secret), echo], [echo, learning(secret)]] {
          let saved = Redacting.run(order)
          for interaction in saved {
            let leaks = LeakSearch.find(secrets: [secret], in: Redacting.text(of: interaction))
            #expect(leaks.isEmpty, "\(comment): \(leaks)")
          }
          let result = order[0] == echo ? saved[0] : saved[1]
          let body = try #require(result.outcome.response?.body.data)
          #expect(
            body.starts(with: before) && body.reversed().starts(with: after.reversed()), comment)
          #expect(body.count { $0 == UInt8(ascii: "[") } == 2, comment)
          #expect(
            Set(result.redactions.map(\.place)) == ["request.header[X-Echo]", "response.body"],
            comment)
          #expect(
            Set(result.redactions.map(\.placeholder)) == ["[redacted:password:1]"], comment)
        }
      }
    }
  }

  @Test func whatIsNoSecretStays() {
    var random = RedactionRandom()
    let harmless = (0..<200).map { _ in
      "{\"id\":\"\(UUID())\",\"next_page_token\":\"\(random.text(12...40, of: Self.alphabet).filter { $0 != "\"" && $0 != "\\" })\",\"etag\":\"W/\\\"\(random.next())\\\"\"}"
    }
    let interactions = harmless.map {
      Cassette.Interaction(
        request: Cassette.Request(
          url:
            "http://h/items?page=\(random.next())&cursor=\(random.text(9...30, of: "abcdef012"))",
          headerFields: [
            "If-None-Match": "\"\(random.next())\"", "Date": "Mon, 30 Nov 2026 08:17:30 GMT",
          ]),
        outcome: .response(Cassette.Response(status: 200, body: Redacting.json($0))))
    }
    #expect(
      Redacting.run([learning("hunter2hunter2")] + interactions).dropFirst() == interactions[...])
  }

  @Test func shortAndDecimalValuesAndNamesDoNotSpread() {
    for value in ["seven77", "12345678", "1234.5678", "password", "authorization"] {
      let saved = Redacting.run([learning(value), echoing(Array("a \(value) b".utf8))])
      #expect(Redacting.string(saved[1].outcome.response?.body) == "a \(value) b")
      #expect(saved[0].redactions.map(\.place) == ["request.body.json/password"])
    }
  }

  @Test func overlappingSecretsLeaveNothing() {
    let saved = Redacting.run([
      learning("abcdefghijklmnop"), learning("ijklmnopqrstuvwx"), learning("efghijklm"),
      echoing(Array("-abcdefghijklmnopqrstuvwx- -efghijklmnopq-".utf8)),
    ])
    #expect(
      Redacting.string(saved[3].outcome.response?.body)
        == "-[redacted:password:2]- -[redacted:password:3]nopq-")
  }

  @Test func longSecretsThatBeginAlikeAreToldApart() {
    let head = (0..<200).map { String($0 * 7919) }.joined(separator: "x")
    let (first, second) = (head + "-first-one", head + "-second-one")
    let saved = Redacting.run([
      learning(first), learning(second), echoing(Array("<\(second)> <\(first)>".utf8)),
    ])
    #expect(
      Redacting.string(saved[2].outcome.response?.body)
        == "<[redacted:password:2]> <[redacted:password:1]>")
  }

  @Test func basicCredentialsAreKnownDecoded() {
    let saved = Redacting.run([
      Cassette.Interaction(
        request: Cassette.Request(
          url: "http://h/", headerFields: ["Authorization": "Basic b2N0b2NhdDpzM2NyZXQtcGFzcw=="]),
        outcome: .response(
          Cassette.Response(
            status: 200, body: Redacting.json("octocat:s3cret-pass octocat s3cret-pass"))))
    ])
    #expect(
      Redacting.string(saved[0].outcome.response?.body)
        == "[redacted:authorization:1] octocat [redacted:password:1]")
  }

  @Test func aKeyThatHoldsASecretIsReplacedInTheRawText() {
    let saved = Redacting.run([
      learning("key-of-the-house"),
      Cassette.Interaction(
        request: Cassette.Request(
          method: "POST", url: "http://h/?key-of-the-house=1&b=2",
          body: Redacting.json(#"{"key-of-the-house":{"a":1}}"#)),
        outcome: .response(Cassette.Response(status: 200))),
    ])
    #expect(Redacting.string(saved[1].request.body) == #"{"[redacted:password:1]":{"a":1}}"#)
    #expect(saved[1].redactions.map(\.place) == ["request.body", "request.url.query"])
  }

  @Test func wideCharactersHideNothing() {
    let wide = "<name>käse hunter2hunter2!</name>".utf16.flatMap {
      [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)]
    }
    let body = Redacting.run([learning("hunter2hunter2"), echoing(wide)])[1].outcome.response?.body
    let narrow = (body?.data ?? Data()).filter { $0 != 0 }
    #expect(
      String(decoding: narrow, as: UTF8.self)
        == String(decoding: wide.filter { $0 != 0 }, as: UTF8.self)
        .replacing("hunter2hunter2", with: "[redacted:password:1]"))
  }

  @Test func aHostIsNoPlaceForAPlaceholder() {
    let saved = Redacting.run([
      learning("api.example.com"),
      Cassette.Interaction(
        request: Cassette.Request(url: "https://api.example.com/api.example.com"),
        outcome: .response(Cassette.Response(status: 200))),
    ])
    #expect(saved[1].request.url == "https://api.example.com/[redacted:password:1]")
  }

  @Test func speedIsLinear() {
    var random = RedactionRandom()
    let redactor = Redactor()
    for _ in 0..<200 {
      _ = redactor.redact(
        learning(random.text(20...40, of: Self.alphabet.filter { $0 != "\"" && $0 != "\\" })))
    }
    func time(_ copies: Int) -> Double {
      let item =
        #"{"id":123,"name":"octo\/cat","url":"https://api.test/users/octocat?page=2","ok":true}"#
      let body = "[" + [String](repeating: item, count: copies).joined(separator: ",") + "]"
      let echo = echoing(Array(body.utf8))
      return (0..<3).map { _ in
        let start = DispatchTime.now().uptimeNanoseconds
        _ = redactor.redact(
          Cassette.Interaction(
            request: Cassette.Request(url: "http://h/"), outcome: echo.outcome))
        return Double(DispatchTime.now().uptimeNanoseconds - start) / Double(body.utf8.count)
      }.min() ?? 0
    }
    let (small, large) = (time(230), time(2300))
    print("redaction: \(small) ns a byte of 20 KB, \(large) ns of 200 KB")
    #expect(large < 6 * small)
  }
}
