/// Undoes the codings of `Content-Encoding` (RFC 9110 §8.4), as clients do before anybody sees a body.
enum ContentCoding {
  /// What became of a body.
  enum Result: Hashable {
    /// The content without its codings.
    case decoded([UInt8])
    /// The content is not coded as the field says: it was uncompressed before it was kept.
    case notCoded(String)
    /// Nothing here undoes that coding.
    case unknown(String)
    /// The content takes more than the limit.
    case tooLarge
  }

  /// Undoes codings.
  ///
  /// - Parameters:
  ///   - bytes: The content as it was sent.
  ///   - fields: The values of `Content-Encoding`, in order.
  ///   - limit: How many bytes to take in.
  /// - Returns: What became of the content.
  static func decode(_ bytes: [UInt8], codings fields: [String], limit: Int) -> Result {
    var content = bytes
    let codings = fields.flatMap { Array($0.utf8).split(separator: UInt8(ascii: ",")) }
      .map { $0.trimmingWhiteSpace().map(\.asciiLowercased) }
      .filter { !$0.isEmpty && !$0.elementsEqual("identity".utf8) }
    // A body that never came, such as that of an answer to HEAD, is in no coding.
    guard !content.isEmpty else { return .decoded(content) }
    for coding in codings.reversed() {
      let name = String(decoding: coding, as: UTF8.self)
      let result: Inflation
      if coding.elementsEqual("gzip".utf8) || coding.elementsEqual("x-gzip".utf8) {
        result = inflate(content, [.gzip], limit: limit)
      } else if coding.elementsEqual("deflate".utf8) {
        // Servers send it with zlib's header, as they should, and without.
        result = inflate(content, [.zlib, .raw], limit: limit)
      } else {
        // Text cannot be the output of any of these coders, but by a miracle.
        return UTF8Validation.isValid(content) ? .notCoded(name) : .unknown(name)
      }
      switch result {
      case .content(let bytes): content = bytes
      case .damaged: return .notCoded(name)
      case .tooLarge: return .tooLarge
      }
    }
    return .decoded(content)
  }

  private enum Inflation {
    case content([UInt8])
    case damaged
    case tooLarge
  }

  private static func inflate(
    _ bytes: [UInt8], _ formats: [Inflater.Format], limit: Int
  ) -> Inflation {
    for format in formats {
      let result = inflate(bytes, format, limit: limit)
      if case .damaged = result { continue }
      return result
    }
    return .damaged
  }

  private static func inflate(
    _ bytes: [UInt8], _ format: Inflater.Format, limit: Int
  ) -> Inflation {
    let inflater = Inflater(format)
    var content: [UInt8] = []
    var output = [UInt8](repeating: 0, count: 1 << 16)
    var offset = 0
    var isWithin = false
    // What is left within the inflater comes without further input.
    while offset < bytes.count || isWithin {
      if !isWithin {
        // What follows the last member is passed over, as clients do.
        guard offset == 0 || format == .gzip && bytes[offset...].starts(with: [0x1F, 0x8B]),
          inflater.reset()
        else { break }
        isWithin = true
      }
      let step = bytes[offset...].withUnsafeBytes { input in
        output.withUnsafeMutableBytes { inflater.step(input: input, output: $0) }
      }
      offset += step.consumed
      content.append(contentsOf: output[..<step.produced])
      guard content.count <= limit else { return .tooLarge }
      switch step.status {
      case .ended: isWithin = false
      case .damaged: return .damaged
      case .more:
        if step.consumed == 0, step.produced == 0 { return .damaged }
      }
    }
    return isWithin ? .damaged : .content(content)
  }
}
