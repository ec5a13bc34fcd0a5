public import Foundation

/// Looks for secrets in bytes, as they are and in whatever simple encoding they may hide.
///
/// Written without regard to how redaction works, so that it can hold redaction to account.
public enum LeakSearch {
  /// Every secret that can be read out of the bytes, and by which decodings, outermost first.
  ///
  /// Decodings tried: gzip members anywhere, percent-encoding and JSON escapes up to three deep and mixed,
  /// base64 and base64url at every phase, hexadecimal; also percent and JSON inside base64 and gzip.
  ///
  /// - Parameters:
  ///   - secrets: What to look for, each at least four bytes long.
  ///   - data: A file, a message, a body.
  /// - Returns: A pair for each secret and way; empty where nothing leaks.
  public static func find(secrets: [String], in data: Data) -> [(secret: String, how: String)] {
    var search = Search(secrets: secrets.map { ($0, Array($0.utf8)) })
    search.visit(Array(data), how: [], depth: 0)
    return search.found
  }

  private struct Search {
    let secrets: [(text: String, bytes: [UInt8])]
    var found: [(secret: String, how: String)] = []

    mutating func visit(_ bytes: [UInt8], how: [String], depth: Int) {
      look(bytes, how)
      guard depth < 5 else { return }
      let texts = how.reversed().prefix { ["percent", "form", "json"].contains($0) }.count
      if texts < 3 {
        if let decoded = percentDecoded(bytes) {
          visit(decoded, how: how + ["percent"], depth: depth + 1)
        }
        if bytes.contains(0x2B), how.last != "base64", how.last != "hex" {
          let spaced = bytes.map { $0 == 0x2B ? 0x20 : $0 }
          look(percentDecoded(spaced) ?? spaced, how + ["form"])
        }
        if let decoded = unescaped(bytes) {
          visit(decoded, how: how + ["json"], depth: depth + 1)
        }
      }
      if !how.contains("base64"), !how.contains("hex") {
        for phase in 0..<4 {
          let decoded = runs(bytes, phase: phase, of: 4, base64Value, bitsEach: 6)
          if !decoded.isEmpty {
            visit(decoded, how: how + ["base64"], depth: depth + 1)
          }
        }
        for phase in 0..<2 {
          let decoded = runs(bytes, phase: phase, of: 2, hexadecimalValue, bitsEach: 4)
          if !decoded.isEmpty { visit(decoded, how: how + ["hex"], depth: depth + 1) }
        }
      }
      if how.filter({ $0 == "gzip" }).count < 2 {
        let inflated = Inflate.allMembers(of: bytes)
        if !inflated.isEmpty { visit(inflated, how: how + ["gzip"], depth: depth + 1) }
      }
    }

    private mutating func look(_ bytes: [UInt8], _ how: [String]) {
      let label = how.isEmpty ? "raw" : how.joined(separator: ", ")
      for secret in secrets where contains(bytes, secret.bytes) {
        if !found.contains(where: { $0.secret == secret.text && $0.how == label }) {
          found.append((secret.text, label))
        }
      }
    }

    private func contains(_ bytes: [UInt8], _ wanted: [UInt8]) -> Bool {
      guard let first = wanted.first, bytes.count >= wanted.count else { return false }
      return bytes.withUnsafeBufferPointer { bytes in
        wanted.withUnsafeBufferPointer { wanted in
          var index = 0
          while index + wanted.count <= bytes.count {
            if bytes[index] == first {
              var length = 1
              while length < wanted.count, bytes[index + length] == wanted[length] { length += 1 }
              if length == wanted.count { return true }
            }
            index += 1
          }
          return false
        }
      }
    }

    private func percentDecoded(_ bytes: [UInt8]) -> [UInt8]? {
      guard bytes.contains(0x25) else { return nil }
      var output: [UInt8] = []
      var index = 0
      var changed = false
      while index < bytes.count {
        if bytes[index] == 0x25, index + 2 < bytes.count,
          let high = hexadecimalValue(bytes[index + 1]),
          let low = hexadecimalValue(bytes[index + 2])
        {
          output.append(high << 4 | low)
          index += 3
          changed = true
        } else {
          output.append(bytes[index])
          index += 1
        }
      }
      return changed ? output : nil
    }

    private func unescaped(_ bytes: [UInt8]) -> [UInt8]? {
      guard bytes.contains(0x5C) else { return nil }
      let simple: [UInt8: UInt8] = [
        0x22: 0x22, 0x5C: 0x5C, 0x2F: 0x2F, 0x62: 8, 0x66: 12, 0x6E: 10, 0x72: 13, 0x74: 9,
      ]
      var output: [UInt8] = []
      var units: [UInt16] = []
      func flush() {
        output += String(decoding: units, as: UTF16.self).utf8
        units = []
      }
      var index = 0
      while index < bytes.count {
        if bytes[index] == 0x5C, index + 1 < bytes.count {
          if bytes[index + 1] == 0x75, index + 6 <= bytes.count {
            let digits = bytes[(index + 2)..<(index + 6)].compactMap(hexadecimalValue)
            if digits.count == 4 {
              units.append(digits.reduce(0) { $0 << 4 | UInt16($1) })
              index += 6
              continue
            }
          } else if let value = simple[bytes[index + 1]] {
            flush()
            output.append(value)
            index += 2
            continue
          }
        }
        flush()
        output.append(bytes[index])
        index += 1
      }
      flush()
      return output
    }

    /// The bytes that runs of digits stand for, a zero byte between runs.
    private func runs(
      _ bytes: [UInt8], phase: Int, of phases: Int, _ value: (UInt8) -> UInt8?, bitsEach: Int
    ) -> [UInt8] {
      var output: [UInt8] = []
      var run: [UInt8] = []
      func flush() {
        guard run.count * bitsEach >= 32 + phases * bitsEach else {
          run = []
          return
        }
        var bits = 0
        var accumulator = 0
        for digit in run.dropFirst(phase) {
          accumulator = (accumulator << bitsEach | Int(digit)) & 0xFFFF
          bits += bitsEach
          if bits >= 8 {
            bits -= 8
            output.append(UInt8(truncatingIfNeeded: accumulator >> bits))
          }
        }
        output.append(0)
        run = []
      }
      for byte in bytes {
        if let digit = value(byte) {
          run.append(digit)
        } else if byte != 0x0A && byte != 0x0D || run.count < 40 {
          flush()
        }
      }
      flush()
      return output
    }

    private func base64Value(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x41...0x5A: byte - 0x41
      case 0x61...0x7A: byte - 0x61 + 26
      case 0x30...0x39: byte - 0x30 + 52
      case 0x2B, 0x2D: 62
      case 0x2F, 0x5F: 63
      default: nil
      }
    }

    private func hexadecimalValue(_ byte: UInt8) -> UInt8? {
      switch byte {
      case 0x30...0x39: byte - 0x30
      case 0x41...0x46: byte - 0x37
      case 0x61...0x66: byte - 0x57
      default: nil
      }
    }
  }
}
