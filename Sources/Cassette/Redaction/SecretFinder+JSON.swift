extension SecretFinder {
  /// Reads the JSON text that begins at that offset and takes the rest; false where it is none.
  mutating func json(from start: Int) -> Bool {
    let text = start == 0 ? bytes : Array(bytes[start...])
    // A text that does not parse is no failure: the caller goes on to read it as another kind.
    guard let document = (try? JSONDocument(text, maximumDepth: maximumJSONDepth)) else {
      return false
    }
    value(document.root, of: document, from: start, under: nil)
    return true
  }

  private mutating func value(
    _ node: JSONNode, of document: JSONDocument, from start: Int, under entry: SecretNames.Entry?
  ) {
    switch node.kind {
    case .null, .bool:
      break
    case .number:
      if let entry, entry.places.contains(.jsonFields) {
        add(
          Found(
            range: (start + node.range.lowerBound)..<(start + node.range.upperBound),
            label: entry.label, value: Array(document.source(of: node)), style: .number,
            spreads: false))
      }
    case .string(let isEscaped):
      string(node.range, isEscaped: isEscaped, of: document, from: start, under: entry)
    case .array(let elements):
      for element in elements {
        value(
          element, of: document, from: start,
          under: entry.flatMap { $0.reaches(element, isDirect: false) ? $0 : nil })
      }
    case .object(let members):
      let named = entry == nil ? namedValueEntry(members, of: document) : nil
      for member in members {
        var inner = entry.flatMap { $0.reaches(member.value, isDirect: false) ? $0 : nil }
        if inner == nil {
          let own =
            self.entry(member, of: document)
            ?? named.flatMap { isKey(member, "value", of: document) ? $0 : nil }
          inner = own.flatMap { $0.reaches(member.value, isDirect: true) ? $0 : nil }
        }
        value(member.value, of: document, from: start, under: inner)
      }
    }
  }

  private static let places: RedactionRules.Places = [
    .jsonFields, .jsonStrings, .jsonDictionaries,
  ]

  private func entry(
    _ member: JSONNode.Member, of document: JSONDocument
  ) -> SecretNames.Entry? {
    member.isKeyEscaped
      ? entry(document.key(member)[...], at: Self.places)
      : entry(
        document.bytes[(member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)],
        at: Self.places)
  }

  /// The entry of `{"name": "Authorization", "value": …}`, as servers list fields.
  private func namedValueEntry(
    _ members: [JSONNode.Member], of document: JSONDocument
  ) -> SecretNames.Entry? {
    guard members.count <= 8, members.contains(where: { isKey($0, "value", of: document) }),
      let name = members.first(where: {
        isKey($0, "name", of: document) || isKey($0, "key", of: document)
      }),
      let text = document.stringBytes(name.value)
    else { return nil }
    return entry(text[...], at: Self.places)
  }

  private func isKey(
    _ member: JSONNode.Member, _ name: StaticString, of document: JSONDocument
  ) -> Bool {
    let key = document.bytes[(member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)]
    return name.withUTF8Buffer { key.elementsEqual($0) }
  }

  private mutating func string(
    _ range: Range<Int>, isEscaped: Bool, of document: JSONDocument, from start: Int,
    under entry: SecretNames.Entry?
  ) {
    let inside = (range.lowerBound + 1)..<(range.upperBound - 1)
    guard !inside.isEmpty else { return }
    let source = document.bytes[inside]
    if entry == nil, !mayHoldSecrets(source) { return }
    let raw = DecodedText(Array(source))
    let text = isEscaped ? raw.unescaped() ?? raw : raw
    if let entry {
      secretValue(text, from: start + inside.lowerBound, entry)
    } else {
      readInner(text, from: start + inside.lowerBound) { $0.innerText() }
    }
  }

  // Most strings are neither JSON nor URLs with anything but a path, and name nothing; to see that
  // must cost less than to read them.
  private func mayHoldSecrets(_ text: ArraySlice<UInt8>) -> Bool {
    switch text[text.startIndex] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default:
      text.withUnsafeBufferPointer { text in
        var last: UInt32 = 0
        for (index, byte) in text.enumerated() {
          switch byte {
          case UInt8(ascii: "?"), UInt8(ascii: "#"), UInt8(ascii: "@"), UInt8(ascii: "="):
            return true
          case UInt8(ascii: "%"):
            // `%3D`
            if index + 1 < text.count, text[index + 1] == UInt8(ascii: "3") { return true }
          case UInt8(ascii: ":"):
            // Neither a time's nor that of a URL, which has one of the above where it matters.
            if !(0x30...0x39).contains(last & 255), index + 1 < text.count,
              text[index + 1] != UInt8(ascii: "/")
            {
              return true
            }
          case 0x20:
            // `Bearer x`
            if Self.schemeEnds.contains(last & 0xFFFFFF) { return true }
          default: break
          }
          last = last << 8 | UInt32(SecretNames.lowered(byte))
        }
        return false
      }
    }
  }

  // The last three letters of the words after which credentials may follow.
  private static let schemeEnds: [UInt32] = SecretScan.schemes.keys.map {
    $0.suffix(3).reduce(0) { $0 << 8 | UInt32($1) }
  }
}
