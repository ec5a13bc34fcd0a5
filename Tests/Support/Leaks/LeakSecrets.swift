import Foundation

/// Sixty secrets of twelve kinds, the same for one seed.
package struct LeakSecrets: Sendable {
  package static let kindCount = 12
  /// The kinds that may stand in a header field.
  static let headerKinds = [0, 1, 2, 3, 6, 7, 8, 9, 10]

  /// All of them.
  package let all: [String]

  package init(seed: UInt64) {
    var random = SplitMix64(seed: seed)
    all = (0..<60).map { index in Self.secret(ofKind: Self.kind(of: index), &random) }
  }

  /// Of three secrets a call, the first stands in a URL, the second in a field, the third in content.
  static func kind(of index: Int) -> Int {
    let call = index / 3
    switch index % 3 {
    case 0: return call % kindCount
    case 1: return headerKinds[call % headerKinds.count]
    default:
      // Where no name tells, its shape has to.
      if call % 10 == 9 { return call < 10 ? 8 : 11 }
      return call % 10 == 4 ? 0 : (call + 5) % kindCount
    }
  }

  private static func secret(ofKind kind: Int, _ random: inout SplitMix64) -> String {
    func text(_ count: Int, _ alphabet: String) -> String {
      let letters = Array(alphabet)
      return String((0..<count).map { _ in letters[Int(random.next() % UInt64(letters.count))] })
    }
    let small = "abcdefghijklmnopqrstuvwxyz"
    let letters = small + small.uppercased() + "0123456789"
    switch kind {
    case 0: return text(32, letters)
    case 1: return text(40, "0123456789abcdef")
    case 2: return Data(random.bytes(25)).base64EncodedString()
    case 3: return text(43, letters + "-_")
    case 4: return "Aa1" + text(24, #"abcXYZ0189"\/+&=?%#<>{}[]:;,~"#) + "z9"
    case 5: return "пароль " + text(16, "абвгдежзиклмн éü") + " ключ"
    case 6: return [8, 4, 4, 4, 12].map { text($0, "0123456789abcdef") }.joined(separator: "-")
    case 7:
      return [#"{"alg":"RS256"}"#, #"{"sub":"\#(text(20, letters))"}"#].map { part in
        Data(part.utf8).base64EncodedString().replacing("=", with: "").replacing("+", with: "-")
          .replacing("/", with: "_") + "."
      }.joined() + text(86, letters + "-_")
    case 8: return "ghp_" + text(36, letters)
    case 9: return "AKIA" + text(16, "ABCDEFGHIJKLMNOPQRSTUVWXYZ234567")
    case 10: return (0..<5).map { _ in text(5, letters) }.joined(separator: "-")
    default:
      let lines = (0..<4).map { _ in Data(random.bytes(48)).base64EncodedString() }
      return "-----BEGIN EC PRIVATE KEY-----\n" + lines.joined(separator: "\n")
        + "\n-----END EC PRIVATE KEY-----"
    }
  }
}
