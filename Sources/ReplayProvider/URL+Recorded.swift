import Foundation

extension URL {
  /// The URL that a recording spells, with what RFC 3986 does not allow percent-encoded.
  ///
  /// Where Foundation finds one such byte, it encodes the percent signs of the others a second time; a
  /// placeholder's brackets are such bytes.
  init?(recorded text: String) {
    guard !text.utf8.allSatisfy(Self.isAllowed) else {
      self.init(string: text)
      return
    }
    var bytes: [UInt8] = []
    // Brackets are allowed around an address, so not before the authority ends.
    var slashes = 0
    for byte in text.utf8 {
      if byte == UInt8(ascii: "/") { slashes += 1 }
      let isBracket = byte == UInt8(ascii: "[") || byte == UInt8(ascii: "]")
      if isBracket ? slashes < 3 : Self.isAllowed(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(Self.digits[Int(byte >> 4)])
        bytes.append(Self.digits[Int(byte & 15)])
      }
    }
    self.init(string: String(decoding: bytes, as: UTF8.self))
  }

  private static let digits = Array("0123456789ABCDEF".utf8)

  /// Unreserved and reserved characters and the percent sign (RFC 3986 §2), brackets aside.
  private static func isAllowed(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "?")...UInt8(ascii: "Z"),
      UInt8(ascii: "&")...UInt8(ascii: ";"), UInt8(ascii: "#")...UInt8(ascii: "%"),
      UInt8(ascii: "!"), UInt8(ascii: "="), UInt8(ascii: "_"), UInt8(ascii: "~"):
      true
    default: false
    }
  }
}
