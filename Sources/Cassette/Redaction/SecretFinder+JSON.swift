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
      if let entry {
        add(
          Found(
            range: (start + node.range.lowerBound)..<(start + node.range.upperBound),
            label: entry.label, value: Array(document.source(of: node)), style: .number,
            spreads: false))
      }
    case .string(let isEscaped):
      string(node.range, isEscaped: isEscaped, of: document, from: start, under: entry)
    case .array(let elements):
      for element in elements { value(element, of: document, from: start, under: entry) }
    case .object(let members):
      let named = entry == nil ? namedValueEntry(members, of: document) : nil
      for member in members {
        let inner = entry ?? self.entry(member, of: document)
        value(
          member.value, of: document, from: start,
          under: inner ?? (named.flatMap { isKey(member, "value", of: document) ? $0 : nil }))
      }
    }
  }

  private func entry(
    _ member: JSONNode.Member, of document: JSONDocument
  ) -> SecretNames.Entry? {
    member.isKeyEscaped
      ? entry(document.key(member)[...], at: .jsonFields)
      : entry(
        document.bytes[(member.keyRange.lowerBound + 1)..<(member.keyRange.upperBound - 1)],
        at: .jsonFields)
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
    return entry(text[...], at: .jsonFields)
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

  // Most strings are neither JSON nor URLs with anything but a path; to see that must cost less than
  // to read them.
  private func mayHoldSecrets(_ text: ArraySlice<UInt8>) -> Bool {
    switch text[text.startIndex] {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\\"): true
    default:
      text.withUnsafeBufferPointer { text in
        text.contains { byte in
          byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#") || byte == UInt8(ascii: "@")
        }
      }
    }
  }
}
