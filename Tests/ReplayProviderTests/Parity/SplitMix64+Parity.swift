import Foundation
import MoyaCore
import TestSupport

/// Values that calls are made of, odd ones among them.
extension SplitMix64 {
  mutating func below(_ count: Int) -> Int { Int(next() % UInt64(count)) }

  /// Whether what has that many chances in a hundred happens.
  mutating func chance(_ percent: Int) -> Bool { below(100) < percent }

  mutating func pick<Element>(_ elements: [Element]) -> Element { elements[below(elements.count)] }

  /// A short text.
  mutating func word() -> String {
    pick([
      "", "a", "plain", "a b", "a+b", "a%20b", "\u{E9}t\u{E9}", "e\u{301}", "\u{1F600}", "x=y&z",
      "[]", "a/b?c#d", "\"q\"", "line\nbreak", "\\", "<tag>", "0", "true", "null", "~tilde_-.",
      "w\(next() % 100_000)",
    ])
  }

  mutating func parameters() -> [String: any Sendable] {
    var result: [String: any Sendable] = [:]
    for _ in 0...below(4) {
      let name = pick(["a", "b", "page", "t", "\u{FC}", "k y", "q[]"])
      switch below(7) {
      case 0: result[name] = below(1_000)
      case 1: result[name] = chance(50)
      case 2: result[name] = [word(), word()]
      case 3: result[name] = ["x": word()]
      case 4: result[name] = Double(below(1_000)) / 8
      default: result[name] = word()
      }
    }
    return result
  }

  mutating func jsonValue() -> [String: [String]] {
    [word(): [word(), word()], "n": (0..<below(4)).map { _ in word() }]
  }

  /// Content of some length: text or bytes, sometimes nothing, sometimes much.
  mutating func content() -> [UInt8] {
    switch below(40) {
    case 0..<4: return []
    case 4..<8: return Array(word().utf8)
    case 8..<16:
      return Array("{\"\(next())\":[1,2.50,null,true,\"\\u00e9\"],\"a\":{\"b\":\"c\"}}".utf8)
    case 16..<20:
      return Array((0..<below(60)).map { _ in "w\(next() % 5_000)" }.joined(separator: " ").utf8)
    case 20: return [0xEF, 0xBB, 0xBF] + Array("{\"marked\":true}".utf8)
    case 21: return [0xFF, 0xFE, 0x61, 0x00, 0x0D, 0x00]
    case 22: return Array("caf".utf8) + [0xE9]
    case 23: return Array(0...255)
    case 24: return bytes(70_000 + below(200_000))
    case 25: return chance(10) ? bytes(1_100_000 + below(100_000)) : bytes(65_536)
    case 26: return Array(repeating: UInt8(ascii: "a"), count: 4_096 << below(6))
    default: return bytes(below(2_000))
    }
  }

  /// Header fields of an answer.
  mutating func answerFields(isRedacted: Bool) -> [(name: String, value: String)] {
    var fields: [(name: String, value: String)] = []
    func add(_ some: [(name: String, value: String)]) { fields += some }
    for _ in 0...below(4) {
      switch below(isRedacted ? 12 : 13) {
      case 0: add([("X-Twice", "1"), ("X-Twice", "2")])
      case 1: add([("X-Case", "1"), ("x-case", "2")])
      case 2: add([("X-Empty", "")])
      case 3: add([("X-Long", String(repeating: "abc ", count: 500 + below(2_000)))])
      case 4: add([("X-Text", "caf\u{E9} \u{1F600}")])
      case 5: add([("ETag", "\"x\(next() % 100)\""), ("Vary", "Accept"), ("vary", "Origin")])
      case 6: add([("Date", "not a date"), ("X-Colon", ": : :"), ("X-Tab", "a\tb")])
      case 7: add([("x-lower-CASE", word().replacingOccurrences(of: "\n", with: " "))])
      case 8:
        add([("Link", "</a>; rel=\"next\", </b>; rel=last"), ("Via", "1.1 p"), ("Via", "1.0 q")])
      case 9: add([("X-Blank", "  inner  blank  ")])
      case 10: add([("Cache-Control", "no-store"), ("Age", "0"), ("Last-Modified", "0")])
      case 11: add([("Retry-After", "3600"), ("Content-Language", "de"), ("X-Number", "007")])
      default:
        add([
          ("Set-Cookie", "a=1; Path=/; Expires=Wed, 21 Oct 2026 07:28:00 GMT"),
          ("Set-Cookie", "b=2; HttpOnly"),
        ])
      }
    }
    let type = pick([
      "application/json", "text/plain", "text/plain; charset=iso-8859-1", "image/png",
      "application/octet-stream", "application/x-www-form-urlencoded", "application/vnd.api+json",
      "multipart/mixed; boundary=x", "text/html;charset=UTF-8", "",
    ])
    if chance(80) { fields.append(("Content-Type", type)) }
    return fields
  }
}
