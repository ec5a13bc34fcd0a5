package import Foundation

/// Takes multipart content (RFC 2046 §5.1) apart, so that its random boundary does not count.
package enum MultipartParser {
  /// One body part: what `multipart/form-data` says of it, whatever else its header says, its content.
  struct Section: Hashable, Sendable {
    /// The form field's name (RFC 7578 §4.2).
    var name: [UInt8]?
    /// The file's name.
    var fileName: [UInt8]?
    /// The media type, as spelled.
    var contentType: [UInt8]?
    /// Header lines that say something else.
    var otherLines: [[UInt8]] = []
    /// The content; empty where only its digest is known.
    var value: [UInt8]
    /// Size and hash of content that is not at hand.
    var digest: Cassette.Body.Digest?

    init(name: [UInt8]? = nil, value: [UInt8]) {
      self.name = name
      self.value = value
    }

    init(_ part: Cassette.Body.Part) {
      name = Array(part.name.utf8)
      fileName = part.fileName.map { Array($0.utf8) }
      contentType = part.contentType.map { Array($0.utf8) }
      value = Array(part.value)
      digest = part.digest
    }

    /// The content's size in bytes.
    var byteCount: Int { digest?.byteCount ?? value.count }
  }

  /// The parts of a form, where parts can say all that the content says.
  ///
  /// - Parameters:
  ///   - content: The whole body.
  ///   - contentType: The value of the message's `Content-Type`, which gives the boundary.
  /// - Returns: The parts in order; nil where the type has no boundary, where the content does not fit
  ///   it, or where it says more than parts hold: other header lines, text around the parts, a part
  ///   without a name, or names that are not UTF-8. Such content is to be kept as bytes.
  /// - Complexity: O(*n*) in the number of bytes.
  package static func parts(_ content: Data, contentType: String) -> [Cassette.Body.Part]? {
    guard let boundary = MediaType(contentType).multipartBoundary,
      let sections = sections(Array(content), boundary: boundary)
    else { return nil }
    var parts: [Cassette.Body.Part] = []
    for section in sections {
      guard let name = section.name, section.otherLines.isEmpty,
        [name, section.fileName ?? [], section.contentType ?? []].allSatisfy(UTF8Validation.isValid)
      else { return nil }
      parts.append(
        Cassette.Body.Part(
          name: String(decoding: name, as: UTF8.self),
          fileName: section.fileName.map { String(decoding: $0, as: UTF8.self) },
          contentType: section.contentType.map { String(decoding: $0, as: UTF8.self) },
          value: Data(section.value)))
    }
    return parts
  }

  /// The body parts in order; nil where the content does not fit the boundary, or has text around its
  /// parts.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  static func sections(_ content: [UInt8], boundary: [UInt8]) -> [Section]? {
    let delimiter = Array("--".utf8) + boundary
    guard content.starts(with: delimiter) else { return nil }
    let search = ByteSearch(Array("\r\n".utf8) + delimiter)
    var sections: [Section] = []
    var index = delimiter.count
    while true {
      if content[index...].starts(with: "--".utf8) {
        let epilogue = content[(index + 2)...].trimmingWhiteSpace()
        return epilogue.isEmpty || epilogue.elementsEqual("\r\n".utf8) ? sections : nil
      }
      // Transports may pad the delimiter's line (RFC 2046 §5.1.1).
      while index < content.count, content[index] == 0x20 || content[index] == 0x09 { index += 1 }
      guard content[index...].starts(with: "\r\n".utf8) else { return nil }
      // The line's end may be that of the next delimiter too: a part of no header and no content.
      guard let end = nextDelimiter(content, from: index, search, delimiter) else { return nil }
      guard let section = section(content[min(index + 2, end)..<end]) else { return nil }
      sections.append(section)
      index = end + 2 + delimiter.count
    }
  }

  /// Where the line end before the next delimiter stands; a longer boundary that begins with this one
  /// is none.
  private static func nextDelimiter(
    _ content: [UInt8], from start: Int, _ search: ByteSearch, _ delimiter: [UInt8]
  ) -> Int? {
    var from = start
    while let found = search.first(in: content, from: from) {
      let after = content[(found + 2 + delimiter.count)...]
      if after.starts(with: "--".utf8)
        || after.drop(while: { $0 == 0x20 || $0 == 0x09 })
          .starts(with: "\r\n".utf8)
      {
        return found
      }
      from = found + 1
    }
    return nil
  }

  /// Header lines, an empty line, content. Without header lines the text begins with the empty line.
  private static func section(_ text: ArraySlice<UInt8>) -> Section? {
    var section = Section(value: [])
    var rest = text
    while true {
      guard let end = lineEnd(rest) else { return nil }
      let line = rest[..<end]
      rest = rest[(end + 2)...]
      if line.isEmpty { break }
      guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
      let name = line[..<colon].map(\.asciiLowercased)
      let value = line[(colon + 1)...].trimmingWhiteSpace()
      if name.elementsEqual("content-type".utf8), section.contentType == nil {
        section.contentType = Array(value)
      } else if name.elementsEqual("content-disposition".utf8), section.name == nil,
        section.takeDisposition(value)
      {
        continue
      } else {
        section.otherLines.append(Array(line))
      }
    }
    section.value = Array(rest)
    return section
  }

  private static func lineEnd(_ text: ArraySlice<UInt8>) -> Int? {
    var index = text.startIndex
    while index + 1 < text.endIndex {
      if text[index] == 0x0D, text[index + 1] == 0x0A { return index }
      index += 1
    }
    return nil
  }
}

extension MultipartParser.Section {
  /// Takes name and file name from a `form-data` disposition; false, and nothing taken, where it says
  /// anything else.
  fileprivate mutating func takeDisposition(_ value: ArraySlice<UInt8>) -> Bool {
    let end = value.firstIndex(of: UInt8(ascii: ";")) ?? value.endIndex
    guard
      value[..<end].trimmingWhiteSpace().map(\.asciiLowercased).elementsEqual("form-data".utf8)
    else { return false }
    var taken = self
    for parameter in HeaderParameters.parse(value[end...]) {
      if parameter.name.elementsEqual("name".utf8), taken.name == nil {
        taken.name = parameter.value
      } else if parameter.name.elementsEqual("filename".utf8), taken.fileName == nil {
        taken.fileName = parameter.value
      } else {
        return false
      }
    }
    guard taken.name != nil else { return false }
    self = taken
    return true
  }
}
