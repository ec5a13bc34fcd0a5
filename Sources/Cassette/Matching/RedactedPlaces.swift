/// The places of one request whose values were replaced before it was written, ready for comparing.
///
/// A place holds the placeholders that are wildcards there. It may hold none: then nothing is a wildcard,
/// but what a live request has there is still not to be shown.
struct RedactedPlaces: Hashable, Sendable {
  /// The placeholders that stand at one place.
  typealias Placeholders = [[UInt8]]

  private(set) var user: Placeholders?
  private(set) var password: Placeholders?
  private(set) var path: Placeholders?
  /// By the name's decoded bytes.
  private(set) var query: [[UInt8]: Placeholders] = [:]
  /// Where a secret stands in the name of a query's item.
  private(set) var rawQuery: Placeholders?
  /// By the name in small letters.
  private(set) var headers: [[UInt8]: Placeholders] = [:]
  /// The raw bytes or text of the content.
  private(set) var body: Placeholders?
  private(set) var json = JSONPlaces()
  private(set) var form: [[UInt8]: Placeholders] = [:]
  private(set) var parts: [[UInt8]: PartPlaces] = [:]
  /// A place of the request that this version does not know.
  private(set) var hasUnknown = false

  /// The places within a multipart part.
  struct PartPlaces: Hashable, Sendable {
    var value: Placeholders?
    var fileName: Placeholders?
    var json = JSONPlaces()
  }

  /// No places.
  init() {}

  /// The places of one side of an interaction: `request` or `built`.
  init(_ redactions: [Cassette.Redaction], side: String = "request") {
    let prefix = Array(side.utf8) + [UInt8(ascii: ".")]
    for redaction in redactions {
      let place = Array(redaction.place.utf8)
      guard place.starts(with: prefix) else { continue }
      add(place[prefix.count...], Array(redaction.placeholder.utf8))
    }
  }

  /// The places of the request that matching compares.
  init(_ interaction: Cassette.Interaction) {
    self.init(interaction.redactions, side: interaction.built == nil ? "request" : "built")
  }

  /// Whether no place is listed.
  var isEmpty: Bool {
    user == nil && password == nil && path == nil && query.isEmpty && rawQuery == nil
      && headers.isEmpty && !isInContent && !hasUnknown
  }

  /// Whether one lies in the content.
  var isInContent: Bool {
    body != nil || !json.isEmpty || !form.isEmpty || !parts.isEmpty
  }

  /// Whether one with a placeholder lies in the content of the part of that name.
  func isInContent(ofPart name: [UInt8]?) -> Bool {
    if let body, !body.isEmpty { return true }
    guard let name, let places = parts[name.repairedUTF8] else { return false }
    return !(places.value ?? []).isEmpty || !places.json.all.isEmpty
  }

  /// Whether one lies in the query.
  var isInQuery: Bool { rawQuery != nil || !query.isEmpty }

  /// All placeholders that stand somewhere in the content.
  var allInContent: Placeholders {
    guard isInContent else { return [] }
    return (body ?? []) + json.all + form.values.joined()
      + parts.values.flatMap { ($0.value ?? []) + ($0.fileName ?? []) + $0.json.all }
  }

  /// All placeholders that stand somewhere in the URL, for a text that is none.
  var allInURL: Placeholders {
    (user ?? []) + (password ?? []) + (path ?? []) + (rawQuery ?? []) + query.values.joined()
  }

  private mutating func add(_ place: ArraySlice<UInt8>, _ placeholder: [UInt8]) {
    let text = place
    func name(after prefix: StaticString) -> [UInt8]? {
      prefix.withUTF8Buffer { prefix in
        guard text.starts(with: prefix), text.last == UInt8(ascii: "]"), text.count > prefix.count
        else { return nil }
        return Array(text.dropFirst(prefix.count).dropLast())
      }
    }
    if text.elementsEqual("url.user".utf8) {
      user = (user ?? []) + [placeholder]
    } else if text.elementsEqual("url.password".utf8) {
      password = (password ?? []) + [placeholder]
    } else if text.elementsEqual("url.path".utf8) {
      path = (path ?? []) + [placeholder]
    } else if text.elementsEqual("url.query".utf8) {
      rawQuery = (rawQuery ?? []) + [placeholder]
    } else if let name = name(after: "url.query[") {
      query[name, default: []].append(placeholder)
    } else if text.elementsEqual("url.fragment".utf8) {
      return
    } else if let name = name(after: "header[") {
      headers[name.map(\.asciiLowercased), default: []].append(placeholder)
    } else if text.elementsEqual("body".utf8) {
      body = (body ?? []) + [placeholder]
    } else if text.starts(with: "body.json".utf8), json.add(text.dropFirst(9), placeholder) {
      return
    } else if let name = name(after: "body.form[") {
      form[name, default: []].append(placeholder)
    } else if !text.starts(with: "body.part[".utf8)
      || !addPart(text.dropFirst("body.part[".utf8.count), placeholder)
    {
      hasUnknown = true
    }
  }

  /// A name and a pointer may both hold `]`, so every way to read the place is taken: a place that is
  /// not there does no harm.
  private mutating func addPart(_ text: ArraySlice<UInt8>, _ placeholder: [UInt8]) -> Bool {
    var isKnown = false
    for end in text.indices where text[end] == UInt8(ascii: "]") {
      let name = Array(text[..<end])
      let rest = text[(end + 1)...]
      if rest.isEmpty {
        parts[name, default: PartPlaces()].value =
          (parts[name]?.value ?? []) + [placeholder]
      } else if rest.elementsEqual(".fileName".utf8) {
        parts[name, default: PartPlaces()].fileName =
          (parts[name]?.fileName ?? []) + [placeholder]
      } else if rest.starts(with: ".json".utf8) {
        var places = parts[name] ?? PartPlaces()
        guard places.json.add(rest.dropFirst(5), placeholder) else { continue }
        parts[name] = places
      } else {
        continue
      }
      isKnown = true
    }
    return isKnown
  }

  /// Lists the places of others too, without their wildcards: so that nothing is shown of a live
  /// request that any recording thought secret.
  mutating func conceal(_ other: RedactedPlaces) {
    if other.user != nil { user = user ?? [] }
    if other.password != nil { password = password ?? [] }
    if other.path != nil { path = path ?? [] }
    if other.rawQuery != nil { rawQuery = rawQuery ?? [] }
    if other.body != nil { body = body ?? [] }
    for name in other.query.keys { query[name, default: []] += [] }
    for name in other.headers.keys { headers[name, default: []] += [] }
    for name in other.form.keys { form[name, default: []] += [] }
    json.conceal(other.json)
    for (name, places) in other.parts {
      var mine = parts[name] ?? PartPlaces()
      if places.value != nil { mine.value = mine.value ?? [] }
      if places.fileName != nil { mine.fileName = mine.fileName ?? [] }
      mine.json.conceal(places.json)
      parts[name] = mine
    }
  }

  /// The places in the query and, if asked for, in the content, without their placeholders.
  func withoutPlaceholders(inContent: Bool) -> RedactedPlaces {
    var all = RedactedPlaces()
    all.conceal(self)
    var result = RedactedPlaces()
    (result.query, result.rawQuery) = (all.query, all.rawQuery)
    guard inContent else { return result }
    (result.body, result.json, result.form, result.parts) = (
      all.body, all.json, all.form, all.parts
    )
    return result
  }

  /// The placeholders at the value of query items of a name, given as it stands in the URL.
  func query(named name: [UInt8]) -> Placeholders? {
    guard !query.isEmpty else { return nil }
    return query[PercentCoding.decoded(name[...], plusIsSpace: true).repairedUTF8]
      ?? query[PercentCoding.decoded(name[...]).repairedUTF8]
  }

  /// The placeholders at the value of a form's fields of a decoded name.
  func form(named name: [UInt8]) -> Placeholders? {
    form.isEmpty ? nil : form[name.repairedUTF8]
  }
}

extension [UInt8] {
  /// The bytes as a place names them: a place is a String, so what is not UTF-8 is U+FFFD there.
  var repairedUTF8: [UInt8] {
    UTF8Validation.isValid(self) ? self : Array(String(decoding: self, as: UTF8.self).utf8)
  }
}
