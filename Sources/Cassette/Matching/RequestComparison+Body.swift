import Foundation

extension RequestComparison {
  /// Compares content by its form: JSON by structure, a form by fields, multipart by parts, else bytes.
  mutating func body(_ rule: BodyRule = BodyRule()) -> Difference? {
    // Equal bytes of one type are equal in any form; placeholders in both stand for themselves.
    if asked.request.body == recorded.body,
      asked.request.headerFields["Content-Type"] == recorded.headerFields["Content-Type"]
    {
      return nil
    }
    let live = asked.content
    let kept = RequestContent(recorded)
    if live.digest != nil || kept.digest != nil { return digest(live, kept) }
    if let mine = live.sections, let theirs = kept.sections { return parts(mine, theirs, rule) }
    guard let mine = live.bytes, live.sections == nil, let theirs = kept.bytes,
      kept.sections == nil
    else {
      return Difference(part: "body", sent: Self.summary(live), recorded: Self.summary(kept))
    }
    if let raw = places.body, !raw.isEmpty, isEqual(mine, theirs, raw) { return nil }
    // Places tell the form too: the redactor goes by what content looks like.
    if live.isJSON || kept.isJSON || !places.json.isEmpty,
      let left = live.json, let right = kept.json
    {
      return jsonContent(left, right, mine, theirs, rule.json)
    }
    if live.isForm || kept.isForm || !places.form.isEmpty, live.json == nil, kept.json == nil {
      let places = places
      func counting(_ bytes: [UInt8]) -> [NamedValue] {
        let fields = NamedValue.formFields(bytes)
        return rule.ignoredFields.isEmpty
          ? fields : fields.filter { !rule.ignoredFields.contains($0.name) }
      }
      return fields(
        counting(mine), counting(theirs),
        FieldForm(
          part: "body", noun: "field", text: .plain, raw: places.body,
          named: { places.form(named: $0) }))
    }
    let placeholders = places.isInContent ? places.allInContent : nil
    if rule.comparesLines, let left = Self.lines(live, kept), let right = Self.lines(kept, live) {
      return lines(left, right, placeholders)
    }
    guard var result = bytes(mine, theirs, placeholders) else { return nil }
    if placeholders == nil, let left = Self.lines(live, kept), left == Self.lines(kept, live) {
      result.detail = .lineEnds
    }
    return result
  }

  private mutating func jsonContent(
    _ live: JSONValue, _ kept: JSONValue, _ sent: [UInt8], _ recorded: [UInt8], _ rule: JSONRule
  ) -> Difference? {
    if rule.isIgnored { return nil }
    var path: [JSONStep] = []
    if rule.numbers.comparesSpelling,
      let live = JSONValue(sent, areSpellingsKept: true),
      let kept = JSONValue(recorded, areSpellingsKept: true)
    {
      return json(live, kept, places.json, rule, &path)
    }
    return json(live, kept, places.json, rule, &path)
  }

  /// The lines of a text; nil where neither content is said to be one, or where it cannot be read.
  private static func lines(_ content: RequestContent, _ other: RequestContent) -> [[UInt8]]? {
    guard content.isText || other.isText else { return nil }
    return content.bytes.flatMap { TextContent.lines($0, content.type ?? other.type) }
  }

  private mutating func lines(
    _ mine: [[UInt8]], _ theirs: [[UInt8]], _ placeholders: [[UInt8]]?
  ) -> Difference? {
    for index in 0..<max(mine.count, theirs.count) {
      let sent = index < mine.count ? mine[index] : nil
      let recorded = index < theirs.count ? theirs[index] : nil
      if let sent, let recorded, isEqual(sent, recorded, placeholders) { continue }
      return difference(
        "body", "at line \(index + 1)", sent, recorded, placeholders: placeholders)
    }
    return nil
  }

  /// Compares content by its SHA-256, of which a message shows the beginning in the content's stead.
  mutating func bodySHA256() -> Difference? {
    guard var result = bodyBytes() else { return nil }
    func shown(_ content: RequestContent, _ other: String?) -> String? {
      guard !places.isInContent, content.byteCount ?? 0 > 0,
        let digest = Self.digest(of: content), let count = content.byteCount.flatMap(Self.size)
      else { return other }
      return "\(count) of SHA-256 \(String(decoding: digest.prefix(12), as: UTF8.self))..."
    }
    let kept = RequestContent(recorded)
    guard asked.content.sections == nil || asked.content.bytes != nil else { return result }
    (result.path, result.detail) = (nil, nil)
    result.sent = shown(asked.content, Self.summary(asked.content))
    result.recorded = shown(kept, Self.summary(kept))
    return result
  }

  /// Compares content byte for byte, whatever its form; the parts of multipart likewise, without their
  /// boundary where one side has none.
  mutating func bodyBytes() -> Difference? {
    guard let mine = asked.content.bytes, case let kept = RequestContent(recorded),
      let theirs = kept.bytes
    else { return body() }
    return bytes(mine, theirs, places.isInContent ? places.allInContent : nil)
  }

  private mutating func bytes(
    _ mine: [UInt8], _ theirs: [UInt8], _ placeholders: [[UInt8]]?
  ) -> Difference? {
    if isEqual(mine, theirs, placeholders) { return nil }
    if mine.isEmpty || theirs.isEmpty {
      return Difference(
        part: "body", sent: Self.size(mine.count), recorded: Self.size(theirs.count))
    }
    let offset = zip(mine, theirs).prefix { $0 == $1 }.count
    return difference("body", "at byte \(offset)", mine, theirs, placeholders: placeholders)
  }

  /// Compares content of which only size and SHA-256 are known.
  private mutating func digest(_ live: RequestContent, _ kept: RequestContent) -> Difference? {
    let placeholders = places.allInContent
    // The digest is that of the redacted bytes, which nothing live can have.
    if !placeholders.isEmpty, kept.digest != nil, let count = live.byteCount, count > 0 {
      return nil
    }
    let isEqual =
      live.byteCount != nil && live.byteCount == kept.byteCount
      && (live.byteCount == 0 || Self.digest(of: live) == Self.digest(of: kept))
    if isEqual { return nil }
    let isSameSize = live.byteCount != nil && live.byteCount == kept.byteCount
    return Difference(
      part: "body", sent: Self.summary(live),
      recorded: Self.summary(kept).map { isSameSize ? "other \($0)" : $0 })
  }

  private static func digest(of content: RequestContent) -> [UInt8]? {
    if let digest = content.digest { return digest.sha256.utf8.map(\.asciiLowercased) }
    return content.bytes.map { bytes in
      Array(bytes.withUnsafeBytes { SHA256.hexadecimal($0) }.utf8)
    }
  }

  private static func summary(_ content: RequestContent) -> String? {
    if let count = content.sections?.count {
      return "multipart content of \(count) part\(count == 1 ? "" : "s")"
    }
    return content.byteCount.flatMap(size)
  }

  /// A size in words; nil for no content.
  static func size(_ count: Int) -> String? {
    count == 0 ? nil : count == 1 ? "1 byte" : "\(count) bytes"
  }
}
