/// Where in a text placeholders stand, as `Cassette.Redaction.place` names it.
///
/// Read off the finished text, so that names and pointers are those that a reader of the cassette sees.
struct PlaceholderPlaces {
  private let bytes: [UInt8]
  private let occurrences: [Placeholder.Occurrence]
  private(set) var redactions: [Cassette.Redaction] = []

  /// The places of those placeholders of a text.
  ///
  /// - Parameters:
  ///   - site: Which text it is.
  ///   - bytes: The text.
  ///   - occurrences: The placeholders, in order.
  /// - Returns: A place for each placeholder.
  static func redactions(
    of site: InteractionTexts.Site, _ bytes: [UInt8], _ occurrences: [Placeholder.Occurrence]
  ) -> [Cassette.Redaction] {
    guard !occurrences.isEmpty else { return [] }
    var places = PlaceholderPlaces(bytes: bytes, occurrences: occurrences)
    let all = 0..<bytes.count
    switch site.kind {
    case .url:
      places.url(site.side + ".url")
    case .headerName:
      places.add("\(site.side).header[\(String(decoding: bytes, as: UTF8.self))]", in: all)
    case .headerField(let name):
      places.add("\(site.side).header[\(name)]", in: all)
    case .body(let contentType):
      places.body(site.side + ".body", contentType)
    case .part(let name, let contentType):
      places.body("\(site.side).body.part[\(name)]", contentType, isPart: true)
    case .partName:
      places.add("\(site.side).body.part[\(String(decoding: bytes, as: UTF8.self))]", in: all)
    case .fileName(let part):
      places.add("\(site.side).body.part[\(part)].fileName", in: all)
    case .other:
      places.add(site.side, in: all)
    }
    return places.redactions
  }

  private init(bytes: [UInt8], occurrences: [Placeholder.Occurrence]) {
    self.bytes = bytes
    self.occurrences = occurrences
  }

  private func firstIndex(from offset: Int) -> Int {
    var (low, high) = (0, occurrences.count)
    while low < high {
      let middle = (low + high) / 2
      if occurrences[middle].range.lowerBound < offset { low = middle + 1 } else { high = middle }
    }
    return low
  }

  private func holdsAny(_ range: Range<Int>) -> Bool {
    let index = firstIndex(from: range.lowerBound)
    return index < occurrences.count && occurrences[index].range.lowerBound < range.upperBound
  }

  private mutating func add(_ place: @autoclosure () -> String, in range: Range<Int>) {
    var index = firstIndex(from: range.lowerBound)
    guard index < occurrences.count, occurrences[index].range.lowerBound < range.upperBound else {
      return
    }
    let place = place()
    while index < occurrences.count, occurrences[index].range.lowerBound < range.upperBound {
      let occurrence = occurrences[index]
      redactions.append(
        Cassette.Redaction(place: place, placeholder: occurrence.spelled(occurrence.placeholder)))
      index += 1
    }
  }

  // MARK: URLs and forms

  private mutating func url(_ place: String) {
    let parts = URLParts(bytes, in: 0..<bytes.count)
    if let user = parts.user { add(place + ".user", in: user) }
    if let password = parts.password { add(place + ".password", in: password) }
    add(place + ".path", in: parts.path)
    if let query = parts.query { items(query, names: place + ".query", values: place + ".query") }
    if let fragment = parts.fragment { add(place + ".fragment", in: fragment) }
  }

  private mutating func items(_ range: Range<Int>, names: String, values: String) {
    for item in URLParts.items(bytes, in: range) {
      add(names, in: item.name)
      guard let value = item.value else { continue }
      let name = DecodedText.formDecoded(Array(bytes[item.name])).bytes
      add("\(values)[\(String(decoding: name, as: UTF8.self))]", in: value)
    }
  }

  // MARK: Bodies

  private mutating func body(_ place: String, _ contentType: String?, isPart: Bool = false) {
    switch BodyKind(bytes, contentType: contentType) {
    case .json:
      guard let document = (try? JSONDocument(bytes)) else { fallthrough }
      // A placeholder in a key is in no leaf: then the text is what is compared.
      json(document.root, of: document, place, pointer: "")
    case .form where !isPart:
      items(0..<bytes.count, names: place, values: place + ".form")
    case .multipart(let boundary) where !isPart:
      multipart(place, boundary)
    case .form, .multipart, .text, .binary:
      add(place, in: 0..<bytes.count)
    }
  }

  private mutating func multipart(_ place: String, _ boundary: [UInt8]) {
    let before = redactions.count
    for part in MultipartText.parts(of: bytes, boundary: boundary) {
      add("\(place).part[\(part.name)].fileName", in: part.header)
      let own = occurrences.filter {
        part.value.lowerBound <= $0.range.lowerBound && $0.range.upperBound <= part.value.upperBound
      }
      var inner = PlaceholderPlaces(
        bytes: Array(bytes[part.value]),
        occurrences: own.map { $0.moved(by: -part.value.lowerBound) })
      inner.body("\(place).part[\(part.name)]", part.contentType, isPart: true)
      redactions += inner.redactions
    }
    // What is outside of all parts is in no place but the raw text.
    if redactions.count - before < occurrences.count { add(place, in: 0..<bytes.count) }
  }

  private mutating func json(
    _ node: JSONNode, of document: JSONDocument, _ place: String, pointer: String
  ) {
    guard holdsAny(node.range) else { return }
    switch node.kind {
    case .null, .bool:
      break
    case .number, .string:
      add("\(place).json\(pointer)", in: node.range)
    case .array(let elements):
      for (index, element) in elements.enumerated() {
        json(element, of: document, place, pointer: "\(pointer)/\(index)")
      }
    case .object(let members):
      for member in members {
        add(place, in: member.keyRange)
        guard holdsAny(member.value.range) else { continue }
        json(
          member.value, of: document, place,
          pointer: pointer + "/" + Self.pointerToken(document.key(member)))
      }
    }
  }

  /// A key as RFC 6901 §3 writes it.
  static func pointerToken(_ key: [UInt8]) -> String {
    var token: [UInt8] = []
    for byte in key {
      switch byte {
      case UInt8(ascii: "~"): token += "~0".utf8
      case UInt8(ascii: "/"): token += "~1".utf8
      default: token.append(byte)
      }
    }
    return String(decoding: token, as: UTF8.self)
  }
}
