/// Content of the type `application/x-www-form-urlencoded`, for programs keep only its decoded pairs.
enum FormText {
  /// The pairs as the URL standard's serializer writes them.
  static func encoded(_ pairs: [(name: [UInt8], value: [UInt8])]) -> [UInt8] {
    var result: [UInt8] = []
    for pair in pairs {
      if !result.isEmpty { result.append(UInt8(ascii: "&")) }
      append(pair.name, to: &result)
      result.append(UInt8(ascii: "="))
      append(pair.value, to: &result)
    }
    return result
  }

  // The URL standard's application/x-www-form-urlencoded set.
  private static func append(_ bytes: [UInt8], to result: inout [UInt8]) {
    let digits = Array("0123456789ABCDEF".utf8)
    for byte in bytes {
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, UInt8(ascii: "*"), UInt8(ascii: "-"),
        UInt8(ascii: "."), UInt8(ascii: "_"):
        result.append(byte)
      case 0x20:
        result.append(UInt8(ascii: "+"))
      default:
        result.append(UInt8(ascii: "%"))
        result.append(digits[Int(byte >> 4)])
        result.append(digits[Int(byte & 0x0F)])
      }
    }
  }
}
