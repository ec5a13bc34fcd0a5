import Foundation

/// Makes a path of a cassette's name that every file system takes.
///
/// `/` makes folders. In each component, bytes that some system refuses, a leading dot, a trailing dot
/// or space, and `%` itself are percent-encoded, so that different names give different files. A
/// component of more than 180 bytes is cut and given a hash of the whole.
package enum CassetteName {
  private static let refused = Set("<>:\"\\|?*%".utf8)
  private static let longest = 180

  /// The path that the name makes, relative to the folder of cassettes, without `.har.gz`.
  ///
  /// - Throws: `RecorderError.emptyName` where nothing is left to name a file.
  package static func path(for name: String) throws(RecorderError) -> String {
    let slash = UInt8(ascii: "/")
    guard name.utf8.contains(where: { $0 != slash }) else { throw .emptyName(name) }
    let components = name.utf8.split(separator: slash, omittingEmptySubsequences: false)
    return components.map { Array($0) }.map(component).joined(separator: "/")
  }

  private static func component(_ bytes: [UInt8]) -> String {
    // No encoded byte reads so, since two digits follow its percent sign.
    if bytes.isEmpty { return "%" }
    var utf8: [UInt8] = []
    for (index, byte) in bytes.enumerated() {
      let isLast = index == bytes.count - 1
      let isRefused =
        byte < 0x20 || byte == 0x7F || refused.contains(byte)
        || (byte == UInt8(ascii: ".") && (index == 0 || isLast))
        || (byte == UInt8(ascii: " ") && (index == 0 || isLast))
      if isRefused {
        utf8 += "%\(hexadecimal(byte))".utf8
      } else {
        utf8.append(byte)
      }
    }
    if utf8.count > longest {
      let hash = "~" + hash(bytes)
      var end = longest - hash.utf8.count
      while end > 0, utf8[end] & 0xC0 == 0x80 { end -= 1 }
      utf8 = Array(utf8[..<end]) + Array(hash.utf8)
    }
    return String(decoding: utf8, as: UTF8.self)
  }

  private static func hexadecimal(_ byte: UInt8) -> String {
    let digits = String(byte, radix: 16, uppercase: true)
    return digits.utf8.count < 2 ? "0" + digits : digits
  }

  // FNV-1a of 64 bits, over the name's own bytes: the same on every platform and in every run.
  private static func hash(_ bytes: [UInt8]) -> String {
    let value = bytes.reduce(0xCBF2_9CE4_8422_2325 as UInt64) {
      ($0 ^ UInt64($1)) &* 0x0000_0100_0000_01B3
    }
    let text = String(value, radix: 16)
    return String(repeating: "0", count: 16 - text.utf8.count) + text
  }
}
