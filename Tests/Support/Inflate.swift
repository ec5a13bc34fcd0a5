/// A small decoder of deflate (RFC 1951), so that the search for leaks needs no library of ours.
///
/// Lenient: of damaged data it gives what came before the damage.
enum Inflate {
  /// The contents of all gzip members (RFC 1952) that begin anywhere in the bytes, one after the other.
  static func allMembers(of bytes: [UInt8]) -> [UInt8] {
    var output: [UInt8] = []
    var index = 0
    while index + 18 <= bytes.count {
      if bytes[index] == 0x1F, bytes[index + 1] == 0x8B, bytes[index + 2] == 8,
        bytes[index + 3] & 0xE0 == 0, let start = bodyStart(bytes, index)
      {
        var reader = Reader(bytes: bytes, index: start)
        let content = reader.inflate()
        output += content
        index = content.isEmpty ? index + 1 : reader.index
      } else {
        index += 1
      }
    }
    return output
  }

  private static func bodyStart(_ bytes: [UInt8], _ start: Int) -> Int? {
    let flags = bytes[start + 3]
    var index = start + 10
    if flags & 4 != 0 {
      guard index + 2 <= bytes.count else { return nil }
      index += 2 + Int(bytes[index]) + Int(bytes[index + 1]) << 8
    }
    for flag: UInt8 in [8, 16] where flags & flag != 0 {
      while index < bytes.count, bytes[index] != 0 { index += 1 }
      index += 1
    }
    if flags & 2 != 0 { index += 2 }
    return index < bytes.count ? index : nil
  }

  private struct Code {
    // By length: how many codes there are; and all symbols by code.
    var counts = [Int](repeating: 0, count: 16)
    var symbols: [Int] = []

    init(lengths: [Int]) {
      for length in lengths { counts[length] += 1 }
      counts[0] = 0
      for length in 1..<16 {
        for (symbol, own) in lengths.enumerated() where own == length { symbols.append(symbol) }
      }
    }
  }

  private struct Reader {
    let bytes: [UInt8]
    var index: Int
    var bit = 0
    var failed = false

    init(bytes: [UInt8], index: Int) {
      self.bytes = bytes
      self.index = index
    }

    mutating func bits(_ count: Int) -> Int {
      var value = 0
      for position in 0..<count {
        guard index < bytes.count else {
          failed = true
          return 0
        }
        value |= Int(bytes[index] >> UInt8(bit) & 1) << position
        bit += 1
        if bit == 8 {
          bit = 0
          index += 1
        }
      }
      return value
    }

    mutating func symbol(_ code: Code) -> Int {
      var value = 0
      var first = 0
      var offset = 0
      for length in 1..<16 {
        value = value << 1 | bits(1)
        if failed { return 0 }
        let count = code.counts[length]
        if value - first < count { return code.symbols[offset + value - first] }
        offset += count
        first = (first + count) << 1
      }
      failed = true
      return 0
    }

    mutating func inflate() -> [UInt8] {
      var output: [UInt8] = []
      var isLast = false
      while !isLast, !failed {
        isLast = bits(1) == 1
        switch bits(2) {
        case 0: stored(&output)
        case 1:
          let lengths = (0..<288).map { $0 < 144 ? 8 : $0 < 256 ? 9 : $0 < 280 ? 7 : 8 }
          block(Code(lengths: lengths), Code(lengths: [Int](repeating: 5, count: 30)), &output)
        case 2: dynamic(&output)
        default: failed = true
        }
      }
      if bit > 0 {
        bit = 0
        index += 1
      }
      return output
    }

    private mutating func stored(_ output: inout [UInt8]) {
      if bit > 0 {
        bit = 0
        index += 1
      }
      let count = bits(16)
      guard !failed, count ^ 0xFFFF == bits(16), index + count <= bytes.count else {
        failed = true
        return
      }
      output += bytes[index..<(index + count)]
      index += count
    }

    private mutating func dynamic(_ output: inout [UInt8]) {
      let literals = bits(5) + 257
      let distances = bits(5) + 1
      let order = [16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]
      var lengths = [Int](repeating: 0, count: 19)
      for position in 0..<(bits(4) + 4) { lengths[order[position]] = bits(3) }
      let code = Code(lengths: lengths)
      var all: [Int] = []
      while all.count < literals + distances, !failed {
        let symbol = symbol(code)
        switch symbol {
        case 16: all += [Int](repeating: all.last ?? 0, count: bits(2) + 3)
        case 17: all += [Int](repeating: 0, count: bits(3) + 3)
        case 18: all += [Int](repeating: 0, count: bits(7) + 11)
        default: all.append(symbol)
        }
      }
      guard !failed, all.count == literals + distances else {
        failed = true
        return
      }
      block(Code(lengths: Array(all[..<literals])), Code(lengths: Array(all[literals...])), &output)
    }

    private mutating func block(_ literals: Code, _ distances: Code, _ output: inout [UInt8]) {
      while true {
        let symbol = symbol(literals)
        if failed || symbol == 256 { return }
        if symbol < 256 {
          output.append(UInt8(symbol))
          continue
        }
        guard symbol < 286 else { break }
        let length = Self.lengthBases[symbol - 257] + bits(Self.lengthBits[symbol - 257])
        let code = self.symbol(distances)
        guard !failed, code < 30 else { break }
        let distance = Self.distanceBases[code] + bits(max(0, code / 2 - 1))
        guard !failed, distance <= output.count else { break }
        for _ in 0..<length { output.append(output[output.count - distance]) }
      }
      failed = true
    }

    private static let lengthBits = (0..<29).map { $0 < 8 || $0 == 28 ? 0 : $0 / 4 - 1 }
    private static let lengthBases: [Int] = {
      var base = 3
      return (0..<29).map { index in
        defer { base += 1 << lengthBits[index] }
        return index == 28 ? 258 : base
      }
    }()
    private static let distanceBases: [Int] = {
      var base = 1
      return (0..<30).map { index in
        defer { base += 1 << max(0, index / 2 - 1) }
        return base
      }
    }()
  }
}
