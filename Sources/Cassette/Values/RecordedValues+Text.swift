// How values stand in the last line of a cassette: `"_values":{"name":[value,…],…}`.
extension Cassette.RecordedValues {
  /// Adds the object that says them.
  func write(to json: inout JSONText) {
    json.raw("{")
    for (number, name) in sortedNames.enumerated() {
      if number > 0 { json.raw(",") }
      name.withUnsafeBufferPointer { json.string($0) }
      json.raw(":[")
      json.bytes.append(contentsOf: list(of: name).joined(separator: [UInt8(ascii: ",")]))
      json.raw("]")
    }
    json.raw("}")
  }

  /// The line of text that says them, its line feed included; empty without values.
  package var line: [UInt8] {
    guard !isEmpty else { return [] }
    var json = JSONText()
    json.raw(#"{"_values":"#)
    write(to: &json)
    json.raw("}\n")
    return json.bytes
  }

  /// What a document's `log` says of values; nil where it says something else by their name.
  init?(log: JSONNode, of document: JSONDocument) {
    self.init()
    guard let values = document.member("_values", of: log) else { return }
    guard case .object(let members) = values.kind else { return nil }
    for member in members {
      let name = document.key(member)
      guard case .array(let elements) = member.value.kind, list(of: name).isEmpty,
        UTF8Validation.isValid(name)
      else { return nil }
      set(elements.map { Self.compact(document.source(of: $0)) }, of: name)
    }
  }

  /// A JSON text without the white space around its values.
  static func compact(_ json: ArraySlice<UInt8>) -> [UInt8] {
    var isInString = false
    var isEscaped = false
    return json.filter { byte in
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
        }
        return true
      }
      isInString = byte == UInt8(ascii: "\"")
      return byte != 0x20 && byte != 0x09 && byte != 0x0A && byte != 0x0D
    }
  }
}

extension CassetteText {
  /// The last line of a cassette with those values, its line feed included.
  static func closing(_ values: Cassette.RecordedValues) -> [UInt8] {
    guard !values.isEmpty else { return closing }
    var json = JSONText()
    json.raw(#"],"_values":"#)
    values.write(to: &json)
    json.raw("}}\n")
    return json.bytes
  }

  /// What the last line of a cassette says, without its line feed; nil where it is none.
  static func readClosing(
    _ line: [UInt8], limits: Cassette.Limits
  ) -> Cassette.RecordedValues? {
    guard line.first == UInt8(ascii: "]") else { return nil }
    do throws(JSONError) {
      let document = try JSONDocument(
        Array(#"{"log":{"entries":["#.utf8) + line, maximumDepth: limits.jsonDepth,
        maximumCount: limits.jsonValueCount)
      return document.member("log", of: document.root).flatMap {
        Cassette.RecordedValues(log: $0, of: document)
      }
    } catch {
      return nil
    }
  }
}
