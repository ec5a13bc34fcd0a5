/// A path to a body's file in the form that cassettes write: `NAME.bodies/SHA-256.gz`.
struct SideFileReference: Hashable {
  /// The folder, `NAME.bodies`.
  let folder: String
  /// The SHA-256 of the content, in lower-case hexadecimal.
  let sha256: String

  /// The path, with `/` between its two components.
  var path: String { "\(folder)/\(sha256).gz" }

  /// A reference to content of that hash beside the cassette of that name.
  init(cassetteName: String, sha256: String) {
    folder = cassetteName + ".bodies"
    self.sha256 = sha256
  }

  /// The reference that a path spells; nil where it has any other form.
  init?(_ path: String) {
    let components = Array(path.utf8).split(
      separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard components.count == 2, components[0].count > ".bodies".utf8.count,
      components[0].suffix(".bodies".utf8.count).elementsEqual(".bodies".utf8),
      !components[0].contains(where: { $0 == 0 || $0 == UInt8(ascii: "\\") }),
      components[1].count == 67, components[1].suffix(3).elementsEqual(".gz".utf8),
      components[1].prefix(64).allSatisfy({ byte in
        byte.hexadecimalDigitValue != nil && !(0x41...0x46).contains(byte)
      })
    else { return nil }
    folder = String(decoding: components[0], as: UTF8.self)
    sha256 = String(decoding: components[1].prefix(64), as: UTF8.self)
  }

  /// Adds the paths that an entry refers to, however its JSON text is laid out.
  ///
  /// Within a string a quote has a backslash before it, so the bytes `"_file"` before a colon stand for a
  /// member only. Another program may write its name with escapes, though, which we never do.
  static func addPaths(inEntry text: [UInt8], to paths: inout Set<String>) {
    if text.withUnsafeBytes({ hasEscapedLetter(in: $0) }) {
      do throws(JSONError) {
        let document = try JSONDocument(text)
        return addPaths(in: document.root, of: document, to: &paths)
      } catch {
        // Whoever reads the entry finds out; what can be seen is still not to be lost.
      }
    }
    // Quotes are everywhere, so the search is for what follows the first.
    let mark = Array(#"_file""#.utf8)
    var index = text.startIndex
    while let found = text.withUnsafeBytes({ $0.firstOffset(of: mark, from: index) }) {
      index = found + mark.count
      guard found > 0, text[found - 1] == UInt8(ascii: "\""),
        let colon = firstVisible(in: text, from: index), text[colon] == UInt8(ascii: ":"),
        let start = firstVisible(in: text, from: colon + 1), text[start] == UInt8(ascii: "\"")
      else { continue }
      var end = start + 1
      while end < text.endIndex, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < text.endIndex else { return }
      let literal = Array(text[start...end])
      do throws(JSONError) {
        let document = try JSONDocument(literal)
        if let path = document.string(document.root) { paths.insert(path) }
      } catch {
        // What is no JSON is found out by whoever reads the entry.
      }
      index = end
    }
  }

  /// Whether a letter of `_file` may be written as an escape: `\u005F` to `\u006C`.
  private static func hasEscapedLetter(in text: UnsafeRawBufferPointer) -> Bool {
    let escape = Array(#"\u00"#.utf8)
    var index = 0
    while let found = text.firstOffset(of: escape, from: index) {
      index = found + escape.count
      if index < text.count, [0x35, 0x36].contains(text[index]) { return true }
    }
    return false
  }

  private static func firstVisible(in text: [UInt8], from start: Int) -> Int? {
    text[start...].firstIndex { ![0x20, 0x09, 0x0A, 0x0D].contains($0) }
  }

  private static func addPaths(
    in node: JSONNode, of document: JSONDocument, to paths: inout Set<String>
  ) {
    switch node.kind {
    case .object(let members):
      for member in members {
        if document.key(member).elementsEqual("_file".utf8),
          let path = document.string(member.value)
        {
          paths.insert(path)
        }
        addPaths(in: member.value, of: document, to: &paths)
      }
    case .array(let elements):
      for element in elements { addPaths(in: element, of: document, to: &paths) }
    case .null, .bool, .number, .string:
      return
    }
  }

  /// Whether an entry refers to any.
  static func isIn(entry text: [UInt8]) -> Bool {
    var paths: Set<String> = []
    addPaths(inEntry: text, to: &paths)
    return !paths.isEmpty
  }
}
