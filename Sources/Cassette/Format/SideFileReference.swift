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

  /// Adds the paths that an entry refers to.
  ///
  /// Within a string a quote has a backslash before it, so the bytes `"_file":"` stand for a member only.
  static func addPaths(inEntry text: [UInt8], to paths: inout Set<String>) {
    let mark = Array(#""_file":""#.utf8)
    var index = text.startIndex
    while let found = text.withUnsafeBytes({ $0.firstOffset(of: mark, from: index) }) {
      let start = found + mark.count
      var end = start
      while end < text.endIndex, text[end] != UInt8(ascii: "\"") {
        end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      }
      guard end < text.endIndex else { return }
      let literal = Array(text[(start - 1)...end])
      do throws(JSONError) {
        let document = try JSONDocument(literal)
        if let path = document.string(document.root) { paths.insert(path) }
      } catch {
        // What is no JSON is found out by whoever reads the entry.
      }
      index = end
    }
  }

  /// Whether an entry refers to any.
  static func isIn(entry text: [UInt8]) -> Bool {
    var paths: Set<String> = []
    addPaths(inEntry: text, to: &paths)
    return !paths.isEmpty
  }
}
