extension RequestComparison {
  private typealias Section = MultipartParser.Section

  /// Compares the parts of multipart content in order: name, file name, media type, content.
  mutating func parts(
    _ live: [MultipartParser.Section], _ kept: [MultipartParser.Section], _ rule: BodyRule
  ) -> Difference? {
    func counting(_ sections: [Section]) -> [Section] {
      rule.ignoredParts.isEmpty
        ? sections : sections.filter { !rule.ignoredParts.contains($0.name ?? []) }
    }
    let (live, kept) = (counting(live), counting(kept))
    for index in 0..<max(live.count, kept.count) {
      guard index < live.count, index < kept.count else {
        let section = index < live.count ? live[index] : kept[index]
        let summary = Self.size(section.byteCount) ?? "no content"
        var result = Difference(
          part: "body", path: Self.title(section, index),
          sent: index < live.count ? summary : nil, recorded: index < kept.count ? summary : nil)
        result.detail = Self.name(section).map { .part($0) }
        return result
      }
      let isFree = kept[index].name.map { rule.freeParts.contains($0) } ?? false
      guard var result = part(live[index], kept[index], index, isFree: isFree) else { continue }
      if result.detail == nil { result.detail = Self.name(kept[index]).map { .part($0) } }
      return result
    }
    return nil
  }

  /// The name of a part, as far as a rule can say it.
  private static func name(_ section: Section) -> String? {
    section.name.flatMap {
      UTF8Validation.isValid($0) ? String(decoding: $0, as: UTF8.self) : nil
    }
  }

  private static func title(_ section: Section, _ index: Int) -> String {
    section.name.map { "part \(VisibleText.quoted($0))" } ?? "part number \(index + 1)"
  }

  private mutating func part(
    _ live: Section, _ kept: Section, _ index: Int, isFree: Bool
  ) -> Difference? {
    let title = Self.title(kept, index)
    let listed = kept.name.flatMap { places.parts[$0.repairedUTF8] }
    let raw = places.body
    // A secret may stand in a part's name, which then is the name of its place too.
    let value = (raw != nil || listed?.value != nil) ? (raw ?? []) + (listed?.value ?? []) : nil
    if let mine = live.name, let theirs = kept.name {
      if !isEqual(mine, theirs, value) {
        return difference("body", "name of part number \(index + 1)", mine, theirs)
      }
    } else if live.name != kept.name {
      return difference("body", "name of part number \(index + 1)", live.name, kept.name)
    }
    let fileName =
      (raw != nil || listed?.fileName != nil) ? (raw ?? []) + (listed?.fileName ?? []) : nil
    if !isEqualIfAny(live.fileName, kept.fileName, fileName) {
      return difference(
        "body", "file name of \(title)", live.fileName, kept.fileName, placeholders: fileName)
    }
    if live.contentType != kept.contentType {
      return difference("body", "type of \(title)", live.contentType, kept.contentType)
    }
    if live.otherLines != kept.otherLines {
      return difference(
        "body", "header of \(title)", Array(live.otherLines.joined(separator: "\r\n".utf8)),
        Array(kept.otherLines.joined(separator: "\r\n".utf8)),
        placeholders: places.isInContent ? [] : nil)
    }
    if isFree { return nil }
    guard var result = content(live, kept, title, listed, value) else { return nil }
    result.detail = Self.name(kept).map { .partContent($0) }
    return result
  }

  private mutating func content(
    _ live: Section, _ kept: Section, _ title: String, _ listed: RedactedPlaces.PartPlaces?,
    _ value: [[UInt8]]?
  ) -> Difference? {
    let all = (listed?.json).map { $0.isEmpty ? value : (value ?? []) + $0.all } ?? value
    if live.digest != nil || kept.digest != nil {
      // The digest is that of the redacted bytes, which nothing live can have.
      if kept.digest != nil, !(all ?? []).isEmpty, live.byteCount > 0 { return nil }
      if Self.digest(of: live) == Self.digest(of: kept) { return nil }
      let isSameSize = live.byteCount == kept.byteCount
      return Difference(
        part: "body", path: title, sent: Self.size(live.byteCount) ?? "no content",
        recorded: (isSameSize ? "other " : "") + (Self.size(kept.byteCount) ?? "no content"))
    }
    if let places = listed?.json, !places.isEmpty, let mine = JSONValue(live.value),
      let theirs = JSONValue(kept.value)
    {
      var path: [JSONStep] = []
      guard var difference = json(mine, theirs, places, JSONRule(), &path) else { return nil }
      difference.path = "\(title) \(difference.path ?? "")"
      return difference
    }
    return isEqual(live.value, kept.value, all)
      ? nil : difference("body", title, live.value, kept.value, placeholders: all)
  }

  private static func digest(of section: Section) -> Cassette.Body.Digest {
    let known = section.digest
    let sha256 = known?.sha256 ?? section.value.withUnsafeBytes { SHA256.hexadecimal($0) }
    return .init(
      byteCount: section.byteCount,
      sha256: String(decoding: sha256.utf8.map(\.asciiLowercased), as: UTF8.self))
  }

  private mutating func isEqualIfAny(
    _ live: [UInt8]?, _ kept: [UInt8]?, _ placeholders: [[UInt8]]?
  ) -> Bool {
    guard let live, let kept else { return live == kept }
    return isEqual(live, kept, placeholders, .plain)
  }
}
