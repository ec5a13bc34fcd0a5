/// A JSON value as matching sees it: members by key, strings unescaped, numbers as decimals.
enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  /// The bytes after unescaping; never compared as characters.
  case string([UInt8])
  case array([JSONValue])
  /// The members, sorted by the bytes of their keys.
  case object([Member])

  struct Member: Hashable, Sendable {
    var key: [UInt8]
    var value: JSONValue
  }

  /// Deeper content is compared as bytes: values are walked recursively, also on threads with a
  /// stack of 512 KiB.
  static let maximumDepth = 128

  /// The value that a text holds; nil where it is not JSON, nests too deeply, or where an object has
  /// two members of one key, so that readers differ in what it says.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - areSpellingsKept: Whether numbers are only to be equal that are spelled the same.
  /// - Complexity: O(*n* log *n*) in the number of bytes.
  init?(_ text: [UInt8], areSpellingsKept: Bool = false) {
    // Content that cannot be JSON is told by its first byte, without a pass over it.
    guard let first = text.first(where: { ![0x20, 0x0A, 0x0D, 0x09].contains($0) }),
      Self.mayBegin(first)
    else { return nil }
    do throws(JSONError) {
      let document = try JSONDocument(text, maximumDepth: Self.maximumDepth)
      guard let value = Self.value(document.root, in: document, areSpellingsKept) else {
        return nil
      }
      self = value
    } catch {
      // Only whether it is JSON counts here: what is not is compared as bytes.
      return nil
    }
  }

  private static func mayBegin(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""), UInt8(ascii: "-"), 0x30...0x39,
      UInt8(ascii: "t"), UInt8(ascii: "f"), UInt8(ascii: "n"):
      true
    default: false
    }
  }

  private static func value(
    _ node: JSONNode, in document: JSONDocument, _ areSpellingsKept: Bool
  ) -> JSONValue? {
    switch node.kind {
    case .null: return .null
    case .bool(let value): return .bool(value)
    case .number:
      return .number(JSONNumber(document.source(of: node), isSpellingKept: areSpellingsKept))
    case .string: return document.stringBytes(node).map(JSONValue.string)
    case .array(let nodes):
      var elements: [JSONValue] = []
      elements.reserveCapacity(nodes.count)
      for node in nodes {
        guard let element = value(node, in: document, areSpellingsKept) else { return nil }
        elements.append(element)
      }
      return .array(elements)
    case .object(let nodes):
      var members: [Member] = []
      members.reserveCapacity(nodes.count)
      for node in nodes {
        guard let member = value(node.value, in: document, areSpellingsKept) else {
          return nil
        }
        members.append(Member(key: document.key(node), value: member))
      }
      members.sort { $0.key.lexicographicallyPrecedes($1.key) }
      for index in members.indices.dropFirst() where members[index].key == members[index - 1].key {
        return nil
      }
      return .object(members)
    }
  }

  /// Whether it is an object or an array.
  var isContainer: Bool {
    switch self {
    case .array, .object: true
    case .null, .bool, .number, .string: false
    }
  }
}
