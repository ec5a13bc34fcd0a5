import Foundation

extension RequestComparison {
  /// Compares content by its form: JSON by structure, a form by fields, multipart by parts, else bytes.
  mutating func body() -> Difference? {
    // Equal bytes of one type are equal in any form; placeholders in both stand for themselves.
    if asked.request.body == recorded.body,
      asked.request.headerFields["Content-Type"] == recorded.headerFields["Content-Type"]
    {
      return nil
    }
    let live = asked.content
    let kept = RequestContent(recorded)
    if live.digest != nil || kept.digest != nil { return digest(live, kept) }
    if let mine = live.sections, let theirs = kept.sections { return parts(mine, theirs) }
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
      var path: [JSONStep] = []
      return json(left, right, places.json, &path)
    }
    if live.isForm || kept.isForm || !places.form.isEmpty, live.json == nil, kept.json == nil {
      let places = places
      return fields(
        NamedValue.formFields(mine), NamedValue.formFields(theirs),
        FieldForm(
          part: "body", noun: "field", text: .plain, raw: places.body,
          named: { places.form(named: $0) }))
    }
    return bytes(mine, theirs, places.isInContent ? places.allInContent : nil)
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
