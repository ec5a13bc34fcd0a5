/// Base64 (RFC 4648 §4) over bytes.
enum Base64 {
  private static let alphabet: [UInt8] = Array(
    "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)

  /// The value of each letter; 0xFF for a byte that is none.
  private static let values: [UInt8] = {
    var values = [UInt8](repeating: 0xFF, count: 256)
    for (value, letter) in alphabet.enumerated() { values[Int(letter)] = UInt8(value) }
    return values
  }()

  /// Adds the bytes, encoded and padded.
  ///
  /// - Complexity: O(*n*).
  static func append(_ data: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    alphabet.withUnsafeBufferPointer { alphabet in
      var index = 0
      while index + 3 <= data.count {
        let bits =
          UInt32(data[index]) << 16 | UInt32(data[index + 1]) << 8 | UInt32(data[index + 2])
        text.append(alphabet[Int(bits >> 18)])
        text.append(alphabet[Int(bits >> 12 & 63)])
        text.append(alphabet[Int(bits >> 6 & 63)])
        text.append(alphabet[Int(bits & 63)])
        index += 3
      }
      guard index < data.count else { return }
      let isTwo = index + 2 == data.count
      let bits = UInt32(data[index]) << 16 | (isTwo ? UInt32(data[index + 1]) << 8 : 0)
      text.append(alphabet[Int(bits >> 18)])
      text.append(alphabet[Int(bits >> 12 & 63)])
      text.append(isTwo ? alphabet[Int(bits >> 6 & 63)] : UInt8(ascii: "="))
      text.append(UInt8(ascii: "="))
    }
  }

  /// The bytes that a text encodes; nil where it is not base64.
  ///
  /// White space is passed over and padding may be missing, as in what other programs export.
  ///
  /// - Complexity: O(*n*).
  static func decode(_ text: [UInt8]) -> [UInt8]? { text.withUnsafeBytes { decode($0) } }

  /// The bytes that a text encodes; nil where it is not base64.
  ///
  /// - Complexity: O(*n*).
  static func decode(_ text: UnsafeRawBufferPointer) -> [UInt8]? {
    var start = 0
    var result = [UInt8](unsafeUninitializedCapacity: text.count / 4 * 3 + 3) { output, count in
      values.withUnsafeBufferPointer { values in
        // As long as there are four letters in a row, which is all of it but the end.
        while start + 4 <= text.count {
          let (first, second) = (values[Int(text[start])], values[Int(text[start + 1])])
          let (third, fourth) = (values[Int(text[start + 2])], values[Int(text[start + 3])])
          guard first | second | third | fourth < 64 else { break }
          output.initializeElement(at: count, to: first << 2 | second >> 4)
          output.initializeElement(at: count + 1, to: second << 4 | third >> 2)
          output.initializeElement(at: count + 2, to: third << 6 | fourth)
          count += 3
          start += 4
        }
      }
    }
    var bits: UInt32 = 0
    var letters = 0
    var padding = 0
    let isValid = values.withUnsafeBufferPointer { values in
      for byte in text[start...] {
        let value = values[Int(byte)]
        if value != 0xFF {
          guard padding == 0 else { return false }
          bits = bits << 6 | UInt32(value)
          letters += 1
          if letters & 3 == 0 {
            result.append(UInt8(truncatingIfNeeded: bits >> 16))
            result.append(UInt8(truncatingIfNeeded: bits >> 8))
            result.append(UInt8(truncatingIfNeeded: bits))
          }
        } else if byte == UInt8(ascii: "=") {
          padding += 1
        } else if byte != 0x20, byte != 0x0A, byte != 0x0D, byte != 0x09 {
          return false
        }
      }
      return true
    }
    guard isValid, padding == 0 || (letters + padding) & 3 == 0 && padding <= 2 else { return nil }
    switch letters & 3 {
    case 1:
      return nil
    case 2:
      result.append(UInt8(truncatingIfNeeded: bits >> 4))
    case 3:
      result.append(UInt8(truncatingIfNeeded: bits >> 10))
      result.append(UInt8(truncatingIfNeeded: bits >> 2))
    default:
      break
    }
    return result
  }
}
