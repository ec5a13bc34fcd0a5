extension SecretScan {
  /// Reads the value that begins at an offset.
  ///
  /// - Parameters:
  ///   - start: Where it begins, white space skipped.
  ///   - separator: The colon or equals sign before it.
  ///   - entry: What its name says.
  ///   - isProse: Whether name and value may be words of a sentence.
  /// - Returns: The value; nil where it is empty or no secret.
  func value(
    from start: Int, after separator: UInt8, _ entry: SecretNames.Entry, isProse: Bool
  ) -> Secret? {
    var start = start
    if bytes[start...].starts(with: "Optional(".utf8) { start += "Optional(".utf8.count }
    guard start < bytes.count else { return nil }
    var open = start
    if skipQuote(&open) {
      let range = open..<quotedEnd(from: open, backslashes: open - start - 1)
      return secret(range, entry, isQuoted: true)
    }
    if let end = placeholderEnd(at: start) {
      // What follows at once would be the rest of a secret.
      let rest = wordEnd(from: end, after: separator)
      return rest > end ? secret(start..<rest, entry) : nil
    }
    if bytes[start] == UInt8(ascii: "{") || bytes[start] == UInt8(ascii: "[") {
      return secret(
        start..<(purpose == .display ? lineEnd(from: start) : bracketEnd(from: start)), entry)
    }
    if purpose == .display { return secret(start..<displayEnd(from: start, separator), entry) }
    return word(from: start, after: separator, entry, isProse: isProse)
  }

  /// A value without quotes that goes into a cassette.
  private func word(
    from start: Int, after separator: UInt8, _ entry: SecretNames.Entry, isProse: Bool
  ) -> Secret? {
    let end = wordEnd(from: start, after: separator)
    guard end > start, !isStatus(start..<end) else { return nil }
    if !entry.places.contains(.jsonFields), entry.places.contains(.jsonStrings),
      bytes[start..<end].allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E })
    {
      return nil
    }
    if isProse, end - start < 16, isPlainWord(start..<end), isFollowedByWord(end) { return nil }
    let isField = separator == UInt8(ascii: ":")
    if entry.holdsCookies, isField { return secret(start..<unquotedLineEnd(from: start), entry) }
    guard end < bytes.count, bytes[end] == 0x20 else { return secret(start..<end, entry) }
    // `authorization: Bearer x`: the scheme is a word of its own.
    let scheme = bytes[start..<end].map(SecretNames.lowered)
    let next = skippingSpaces(from: end, lineEndsToo: false)
    if SecretFinder.schemes.contains(scheme), next < bytes.count {
      let hasParameters = !Self.bareSchemes.contains(scheme)
      let last =
        hasParameters && isField
        ? unquotedLineEnd(from: next) : wordEnd(from: next, after: separator)
      return secret(start..<max(last, end), entry)
    }
    if entry.label.hasSuffix("authorization"), isField {
      return secret(start..<unquotedLineEnd(from: start), entry)
    }
    return secret(start..<end, entry)
  }

  private static let bareSchemes: Set<[UInt8]> = Set(
    ["basic", "bearer", "token", "negotiate", "ntlm", "dpop", "ssws", "apikey", "jwt", "key"]
      .map { Array($0.utf8) })

  private func secret(
    _ whole: Range<Int>, _ entry: SecretNames.Entry, isQuoted: Bool = false
  ) -> Secret? {
    guard !whole.isEmpty else { return nil }
    var start = whole.lowerBound
    // The scheme of credentials is no secret.
    if entry.label.hasSuffix("authorization"),
      let space = bytes[whole].prefix(17).firstIndex(of: 0x20),
      space > start, bytes[start..<space].allSatisfy(Self.isLetter), space + 1 < whole.upperBound
    {
      start = space + 1
    }
    return Secret(
      range: start..<whole.upperBound, whole: whole, entry: entry, isQuoted: isQuoted)
  }

  // MARK: Ends

  /// The end of a value that began with a quotation mark after so many backslashes.
  private func quotedEnd(from start: Int, backslashes: Int) -> Int {
    let quote = bytes[start - 1]
    var end = start
    var run = 0
    while end < bytes.count, !Self.isLineEnd(bytes[end]) {
      if bytes[end] == UInt8(ascii: "\\") {
        run += 1
      } else {
        // Of a text that is not within another, two backslashes are one and escape nothing.
        let closes = backslashes == 0 ? run.isMultiple(of: 2) : run <= backslashes
        if bytes[end] == quote, closes { return max(start, end - (backslashes == 0 ? 0 : run)) }
        run = 0
      }
      end += 1
    }
    return end
  }

  /// The end of a value in a message: all of the line that may belong to it.
  private func displayEnd(from start: Int, _ separator: UInt8) -> Int {
    let ends = Array((separator == UInt8(ascii: ":") ? "},]" : "&;, <>)").utf8)
    var end = start
    while end < bytes.count, !Self.isLineEnd(bytes[end]), !Self.isQuote(bytes[end]),
      !ends.contains(bytes[end])
    {
      end += 1
    }
    return end
  }

  /// The end of a value that is one word.
  private func wordEnd(from start: Int, after separator: UInt8) -> Int {
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      if byte <= 0x20 || byte == 0x7F || Self.isQuote(byte) || byte == UInt8(ascii: "<")
        || byte == UInt8(ascii: "&") && separator == UInt8(ascii: "=")
        || byte == UInt8(ascii: "\\") && quoteFollows(end)
      {
        break
      }
      switch byte {
      case UInt8(ascii: ","), UInt8(ascii: ";"):
        if isBoundary(end + 1) || nameFollows(end + 1) { return end }
      case UInt8(ascii: ")"), UInt8(ascii: "]"), UInt8(ascii: "}"), UInt8(ascii: ">"):
        if isBoundary(end + 1) { return end }
      default: break
      }
      end += 1
    }
    // What ends a sentence is none of the value.
    while end > start, [0x2E, 0x2C, 0x3B, 0x3A, 0x21].contains(bytes[end - 1]) { end -= 1 }
    return end
  }

  private func quoteFollows(_ index: Int) -> Bool {
    var index = index
    return skipQuote(&index)
  }

  /// Whether no word goes on there.
  func isBoundary(_ index: Int) -> Bool {
    guard index < bytes.count else { return true }
    let byte = bytes[index]
    return byte <= 0x20 || Self.isQuote(byte) || ".,;:)]}<>".utf8.contains(byte)
  }

  /// Whether another name and its separator begin there.
  private func nameFollows(_ index: Int) -> Bool {
    var end = index
    while end < bytes.count, end - index < 40, Self.isNameByte(bytes[end]) { end += 1 }
    return end > index && end < bytes.count
      && (bytes[end] == UInt8(ascii: "=") || bytes[end] == UInt8(ascii: ":"))
  }

  private func isFollowedByWord(_ end: Int) -> Bool {
    end + 1 < bytes.count && bytes[end] == 0x20 && Self.isLetter(bytes[end + 1])
  }

  private func lineEnd(from start: Int) -> Int {
    bytes[start...].firstIndex(where: Self.isLineEnd) ?? bytes.count
  }

  private func unquotedLineEnd(from start: Int) -> Int {
    let end = lineEnd(from: start)
    // A field within quotes ends with them.
    guard Self.isQuote(bytes[end - 1]), bytes[start..<end].count(where: Self.isQuote) % 2 == 1
    else { return end }
    return end - 1
  }

  /// The end of an array or object, or of the text where nothing closes it.
  private func bracketEnd(from start: Int) -> Int {
    var depth = 0
    var quote: UInt8?
    var end = start
    while end < bytes.count {
      let byte = bytes[end]
      end += 1
      if let open = quote {
        if byte == UInt8(ascii: "\\") { end += 1 } else if byte == open { quote = nil }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""): quote = byte
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return end }
      default: break
      }
    }
    return min(end, bytes.count)
  }
}
