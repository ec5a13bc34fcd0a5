extension SecretFinder {
  /// Reads the content of a message or of a multipart's part.
  ///
  /// - Parameter contentType: The value of the field `Content-Type`, where there is one. What it says
  ///   is believed for forms only; JSON is told by its look, since many servers call it something else.
  mutating func body(contentType: String?) {
    let kind = BodyKind(bytes, contentType: contentType)
    switch kind {
    case .json(let start):
      // Truncated JSON, or several in one body.
      if !json(from: start) { looseFields(isProgram: false) }
    case .form:
      items(0..<bytes.count, at: .formFields)
    case .multipart(let boundary):
      multipart(boundary)
    case .text:
      // In a page or a script, `token=` is as a rule no value's name but a part of a program.
      looseFields(isProgram: BodyKind.isProgram(contentType))
    case .binary:
      break
    }
  }

  /// Reads a window of content, which begins and ends anywhere.
  ///
  /// - Parameter contentType: As for `body(contentType:)`.
  mutating func window(contentType: String?) {
    guard !looksBinary else { return }
    if case .form = BodyKind(bytes, contentType: contentType) {
      items(0..<bytes.count, at: .formFields)
    } else {
      looseFields(isProgram: BodyKind.isProgram(contentType), keepingNumbers: true)
    }
  }

  /// Whether it is no UTF-8, and so rich in control characters that it is no other text either.
  private var looksBinary: Bool {
    guard !UTF8Validation.isValid(bytes) else { return false }
    return bytes.count { $0 < 0x20 && !(0x09...0x0D).contains($0) } > bytes.count / 64
  }

  /// Reads a text in which members of JSON objects may stand, and URLs: JSON cut off, JSON in lines, a
  /// script, a page; in all but these two also values after their names in any other way.
  private mutating func looseFields(isProgram: Bool, keepingNumbers: Bool = false) {
    var index = 0
    var seen = 0
    while let quote = first("\"", in: index..<bytes.count) {
      let open = quote + 1
      var close = open
      while close < bytes.count, bytes[close] != UInt8(ascii: "\""),
        bytes[close] != UInt8(ascii: "\\"), close - open <= 80
      {
        close += 1
      }
      index = open
      guard close < bytes.count, bytes[close] == UInt8(ascii: "\"") else { continue }
      guard let start = valueStart(after: close + 1),
        let entry = entry(bytes[open..<close], at: .jsonFields)
      else {
        // The quote that closes this text may open the next.
        index = close
        continue
      }
      let end = valueEnd(from: start)
      text(seen..<open, namesToo: !isProgram)
      let isString = bytes[start] == UInt8(ascii: "\"")
      let inside = isString ? (start + 1)..<end : start..<end
      let raw = DecodedText(Array(bytes[inside]))
      if keepingNumbers, !isString {
        // So that what is cut into windows stays the JSON that it is.
        add(Found(range: inside, label: entry.label, value: raw.bytes, style: .number))
      } else {
        secretValue(raw.unescaped() ?? raw, from: inside.lowerBound, entry)
      }
      seen = end
      index = min(isString ? end + 1 : end, bytes.count)
    }
    text(min(seen, bytes.count)..<bytes.count, namesToo: !isProgram)
  }

  /// Where the value of a member begins whose key ends before that offset: a string or a number.
  private func valueStart(after index: Int) -> Int? {
    var index = index
    func skipWhiteSpace() {
      while index < bytes.count, [0x20, 0x09, 0x0A, 0x0D].contains(bytes[index]) { index += 1 }
    }
    skipWhiteSpace()
    guard index < bytes.count, bytes[index] == UInt8(ascii: ":") else { return nil }
    index += 1
    skipWhiteSpace()
    guard index < bytes.count else { return nil }
    let byte = bytes[index]
    let isValue =
      byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "-") || (0x30...0x39).contains(byte)
    return isValue ? index : nil
  }

  private func valueEnd(from start: Int) -> Int {
    var index = start + 1
    if bytes[start] == UInt8(ascii: "\"") {
      while index < bytes.count, bytes[index] != UInt8(ascii: "\"") {
        index += bytes[index] == UInt8(ascii: "\\") ? 2 : 1
      }
      return min(index, bytes.count)
    }
    while index < bytes.count,
      (0x2B...0x39).contains(bytes[index]) && bytes[index] != 0x2C
        || bytes[index] | 0x20 == UInt8(ascii: "e")
    {
      index += 1
    }
    return index
  }

  private mutating func multipart(_ boundary: [UInt8]) {
    for part in MultipartText.parts(of: bytes, boundary: boundary) {
      readInner(
        DecodedText(Array(bytes[part.value])), from: part.value.lowerBound, hasPlaces: true
      ) { inner in
        inner.part(name: part.name, contentType: part.contentType)
      }
    }
  }

  /// Reads the value of a part of that name.
  mutating func part(name: String, contentType: String?) {
    if let entry = fieldEntry(Array(name.utf8)[...], at: .formFields) {
      secretValue(0..<bytes.count, entry)
    } else {
      body(contentType: contentType)
    }
  }
}
