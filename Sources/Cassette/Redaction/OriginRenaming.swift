/// Renames origins in the texts of an interaction, all bytes around them kept.
struct OriginRenaming {
  private let names: [Origin: Origin]

  init(_ names: [Origin: Origin]) {
    self.names = names
  }

  // MARK: Messages

  func rename(_ interaction: inout Cassette.Interaction) {
    rename(&interaction.request)
    if var built = interaction.built {
      rename(&built)
      interaction.built = built
    }
    rename(&interaction.outcome)
    for index in interaction.attempts.indices {
      rename(&interaction.attempts[index].request)
      rename(&interaction.attempts[index].outcome)
    }
  }

  func rename(_ request: inout Cassette.Request) {
    let scheme = request.url.utf8.prefix { URLParts.isSchemeCharacter($0) }
    rename(&request.headerFields, scheme: Array(scheme))
    request.url = url(request.url)
  }

  func rename(_ outcome: inout Cassette.Outcome) {
    switch outcome {
    case .response(var response):
      rename(&response)
      outcome = .response(response)
    case .failure(var failure, var response):
      failure.text = text(failure.text)
      if var partial = response {
        rename(&partial)
        response = partial
      }
      outcome = .failure(failure, response)
    }
  }

  private func rename(_ response: inout Cassette.Response) {
    rename(&response.headerFields, scheme: [])
    response.finalURL = response.finalURL.map(url)
  }

  private func rename(_ fields: inout Cassette.HeaderFields, scheme: [UInt8]) {
    for index in fields.indices {
      let field = fields[index]
      let value: String
      switch String(decoding: Cassette.HeaderFields.canonical(field.name), as: UTF8.self) {
      case "host": value = host(field.value, scheme: scheme)
      case "location", "content-location", "referer", "origin", "link", "refresh",
        "access-control-allow-origin":
        value = urls(in: field.value)
      default: continue
      }
      if !value.utf8.elementsEqual(field.value.utf8) { fields[index].value = value }
    }
  }

  // MARK: Texts

  /// An absolute URL.
  func url(_ url: String) -> String {
    let bytes = Array(url.utf8)
    return edited(bytes, renaming(bytes, in: 0..<bytes.count).map { [$0] } ?? []) ?? url
  }

  /// The value of a Host field, which has no scheme of its own.
  private func host(_ value: String, scheme: [UInt8]) -> String {
    guard let origin = Origin(scheme: scheme[...], hostAndPort: Array(value.utf8)[...]),
      let other = names[origin]
    else { return value }
    return String(decoding: other.hostAndPort, as: UTF8.self)
  }

  private func urls(in text: String) -> String {
    let bytes = Array(text.utf8)
    return edited(bytes, urlEdits(in: bytes)) ?? text
  }

  /// A text for people: URLs in it, `host:port`, and `host port N`, as curl writes it.
  func text(_ text: String) -> String {
    let bytes = Array(text.utf8)
    var edits = urlEdits(in: bytes)
    for (origin, other) in names.sorted(by: { $0.key.text.lexicographicallyPrecedes($1.key.text) })
    {
      let port = Array("\(origin.port)".utf8)
      let plain = origin.host + [UInt8(ascii: ":")] + port
      edits += occurrences(of: plain, in: bytes)
        .map { ByteEdit(range: $0, replacement: other.host + Array(":\(other.port)".utf8)) }
      edits += occurrences(of: origin.host + Array(" port ".utf8) + port, in: bytes)
        .map { ByteEdit(range: $0, replacement: other.host + Array(" port \(other.port)".utf8)) }
      if origin.hasDefaultPort {
        edits += occurrences(of: origin.host, in: bytes)
          .map { ByteEdit(range: $0, replacement: other.hostAndPort) }
      }
    }
    return edited(bytes, edits) ?? text
  }

  private func edited(_ bytes: [UInt8], _ edits: [ByteEdit]) -> String? {
    // Where edits overlap, the longest that begins first is the one that saw most of the text.
    let sorted = edits.sorted { left, right in
      left.range.lowerBound != right.range.lowerBound
        ? left.range.lowerBound < right.range.lowerBound
        : left.range.count > right.range.count
    }
    var kept: [ByteEdit] = []
    for edit in sorted where edit.range.lowerBound >= kept.last?.range.upperBound ?? 0 {
      kept.append(edit)
    }
    return ByteEdit.apply(kept, to: bytes).map { String(decoding: $0, as: UTF8.self) }
  }

  private func urlEdits(in bytes: [UInt8]) -> [ByteEdit] {
    var edits: [ByteEdit] = []
    var index = 0
    while let colon = bytes[index...].firstIndex(of: UInt8(ascii: ":")) {
      index = colon + 1
      guard bytes[index...].starts(with: "//".utf8) else { continue }
      var start = colon
      while start > 0, URLParts.isSchemeCharacter(bytes[start - 1]) { start -= 1 }
      let end =
        bytes[(colon + 3)...].firstIndex { byte in
          byte <= 0x20 || [0x22, 0x27, 0x3C, 0x3E, 0x5C, 0x60, 0x29, 0x2C, 0x3B].contains(byte)
            || byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?") || byte == UInt8(ascii: "#")
        } ?? bytes.endIndex
      var stop = end
      while stop > colon + 3, bytes[stop - 1] == 0x2E || bytes[stop - 1] == 0x3A { stop -= 1 }
      if let edit = renaming(bytes, in: start..<stop) { edits.append(edit) }
      index = max(index, stop)
    }
    return edits
  }

  /// The edits that rename the origin of the URL in a range; user-info before the host stays.
  private func renaming(_ bytes: [UInt8], in range: Range<Int>) -> ByteEdit? {
    let parts = URLParts(bytes, in: range)
    guard let scheme = parts.scheme, let hostAndPort = parts.hostAndPort,
      let origin = Origin(scheme: bytes[scheme], hostAndPort: bytes[hostAndPort]),
      let other = names[origin]
    else { return nil }
    let between = bytes[scheme.upperBound..<hostAndPort.lowerBound]
    return ByteEdit(
      range: scheme.lowerBound..<hostAndPort.upperBound,
      replacement: other.scheme + between + other.hostAndPort)
  }

  /// Where a host stands by itself: not within a longer name, nor before a longer number.
  private func occurrences(of wanted: [UInt8], in bytes: [UInt8]) -> [Range<Int>] {
    guard let first = wanted.first else { return [] }
    func isPart(_ byte: UInt8) -> Bool {
      let byte = SecretNames.lowered(byte)
      return (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte) || byte == 0x2D
    }
    var found: [Range<Int>] = []
    var index = 0
    while index + wanted.count <= bytes.count {
      let end = index + wanted.count
      if SecretNames.lowered(bytes[index]) == first,
        index == 0 || !(isPart(bytes[index - 1]) || bytes[index - 1] == UInt8(ascii: ".")),
        end == bytes.count || !isPart(bytes[end]),
        // `api.test.example` is another host, `api.test.` may end a sentence.
        end + 1 >= bytes.count || bytes[end] != UInt8(ascii: ".") || !isPart(bytes[end + 1]),
        bytes[index..<end].map(SecretNames.lowered) == wanted
      {
        found.append(index..<end)
        index = end
      } else {
        index += 1
      }
    }
    return found
  }
}
