import Cassette

/// A JSON text laid out over lines, every value spelled as it was.
struct JSONLayout {
  private let document: JSONDocument
  private var text: [UInt8] = []

  /// The text laid out; nil where it is not JSON.
  ///
  /// - Complexity: O(*n*) in the size of the text, for depths that people write.
  static func lines(of bytes: [UInt8]) -> String? {
    // A text that is none is shown as it is.
    guard let document = try? JSONDocument(bytes, maximumDepth: 100) else { return nil }
    var layout = JSONLayout(document: document)
    layout.add(document.root, depth: 0)
    return String(decoding: layout.text, as: UTF8.self)
  }

  private init(document: JSONDocument) { self.document = document }

  private mutating func add(_ node: JSONNode, depth: Int) {
    switch node.kind {
    case .array(let elements):
      add(elements, "[", "]", depth) { layout, element in layout.add(element, depth: depth + 1) }
    case .object(let members):
      add(members, "{", "}", depth) { layout, member in
        layout.text.append(contentsOf: layout.document.bytes[member.keyRange])
        layout.text.append(contentsOf: ": ".utf8)
        layout.add(member.value, depth: depth + 1)
      }
    case .null, .bool, .number, .string:
      text.append(contentsOf: document.source(of: node))
    }
  }

  private mutating func add<Element>(
    _ elements: [Element], _ opening: String, _ closing: String, _ depth: Int,
    _ body: (inout JSONLayout, Element) -> Void
  ) {
    text.append(contentsOf: opening.utf8)
    for (index, element) in elements.enumerated() {
      text.append(contentsOf: (index == 0 ? "\n" : ",\n").utf8)
      text.append(contentsOf: [UInt8](repeating: 0x20, count: 2 * (depth + 1)))
      body(&self, element)
    }
    if !elements.isEmpty {
      text.append(0x0A)
      text.append(contentsOf: [UInt8](repeating: 0x20, count: 2 * depth))
    }
    text.append(contentsOf: closing.utf8)
  }
}
