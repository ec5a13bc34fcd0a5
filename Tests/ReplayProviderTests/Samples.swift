import Foundation

/// Byte strings that several tests share.
enum Samples {
  /// `{"ok":true}`.
  static let ok11 = hex("7b226f6b223a747275657d")
  /// `ok11` in gzip.
  static let gz31 = hex("1f8b08000000000002ffab56cacf56b22a292a4dad0500905fd4a70b000000")
  /// `ok11` in deflate with zlib's wrapping.
  static let zl19 = hex("789cab56cacf56b22a292a4dad050016e30411")
  /// `ok11` in deflate without wrapping.
  static let rw13 = hex("ab56cacf56b22a292a4dad0500")
  /// Every byte once, in order.
  static let all256 = [UInt8](0...255)
  /// The beginning of a PNG, and bytes that are not UTF-8.
  static let png11 = hex("89504e470d0a1a0a00fffe")

  /// The bytes that the digits mean.
  static func hex(_ digits: String) -> [UInt8] {
    let digits = Array(digits.utf8)
    return stride(from: 0, to: digits.count, by: 2).map {
      UInt8(String(decoding: digits[$0..<($0 + 2)], as: UTF8.self), radix: 16)!
    }
  }
}
