/// Bytes as a POSIX shell takes them.
enum ShellText {
  /// One word that stands for the text, whatever is in it but NUL, which no argument can have.
  static func quoted(_ text: String) -> [UInt8] {
    let bytes = text.utf8.filter { $0 != 0 }
    let isPlain = bytes.allSatisfy { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: true
      default: "-_./:@%+=,".utf8.contains(byte)
      }
    }
    guard bytes.isEmpty || !isPlain else { return Array(bytes) }
    var result: [UInt8] = [UInt8(ascii: "'")]
    for byte in bytes {
      // Within single quotes nothing has a meaning but the closing one.
      if byte == UInt8(ascii: "'") { result += #"'\''"#.utf8 } else { result.append(byte) }
    }
    return result + [UInt8(ascii: "'")]
  }

  /// Commands that print the bytes, each byte that is no letter of ASCII as an octal escape.
  ///
  /// `printf` is part of the shell, so that its arguments may be long; they are kept short all the same.
  static func printing(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var start = 0
    repeat {
      let end = min(start + 4096, bytes.count)
      result += "printf '".utf8
      for (index, byte) in bytes[start..<end].enumerated() {
        switch byte {
        // In front it would begin an option.
        case UInt8(ascii: "-") where index == 0: result += octal(byte)
        case UInt8(ascii: "%"): result += "%%".utf8
        case UInt8(ascii: "\\"): result += #"\\"#.utf8
        case UInt8(ascii: "'"), 0..<0x20, 0x7F...: result += octal(byte)
        default: result.append(byte)
        }
      }
      result += "'".utf8
      start = end
      if start < bytes.count { result += "; ".utf8 }
    } while start < bytes.count
    return result
  }

  private static func octal(_ byte: UInt8) -> [UInt8] {
    let zero = UInt8(ascii: "0")
    return [UInt8(ascii: "\\"), zero + byte >> 6, zero + byte >> 3 & 7, zero + byte & 7]
  }
}
