/// Which kinds of values stand where in a JSON text, whatever the values are.
///
/// The elements of an array are one place: what is in some of them is in it.
struct JSONShape: Hashable, Sendable {
  /// A kind of JSON value (RFC 8259 §3).
  enum Kind: String, CaseIterable, Sendable {
    case null, boolean, number, string, array, object
  }

  /// A member of the objects at a place.
  struct Member: Hashable, Sendable {
    var shape: JSONShape
    /// In how many of the objects it is.
    var count: Int
  }

  /// The kinds of values that stand here.
  private(set) var kinds: Set<Kind> = []
  /// The number of objects that stand here.
  private(set) var objectCount = 0
  /// The members of those objects, by their keys.
  private(set) var members: [[UInt8]: Member] = [:]
  /// The elements of the arrays that stand here: none, or one shape of them all.
  private(set) var elements: [JSONShape] = []

  /// A place at which nothing stands.
  init() {}

  /// The shape of a text; nil where it is not JSON.
  ///
  /// - Complexity: O(*n*) in the number of bytes.
  init?(_ bytes: [UInt8]) {
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    let text = bytes.starts(with: mark) ? Array(bytes.dropFirst(mark.count)) : bytes
    // What cannot be parsed has no shape, and is compared as other content is.
    guard let document = try? JSONDocument(text) else { return nil }
    add(document.root, of: document)
  }

  private mutating func add(_ node: JSONNode, of document: JSONDocument) {
    switch node.kind {
    case .null: kinds.insert(.null)
    case .bool: kinds.insert(.boolean)
    case .number: kinds.insert(.number)
    case .string: kinds.insert(.string)
    case .array(let nodes):
      kinds.insert(.array)
      for node in nodes {
        if elements.isEmpty { elements.append(JSONShape()) }
        elements[0].add(node, of: document)
      }
    case .object(let nodes):
      kinds.insert(.object)
      objectCount += 1
      var seen: Set<[UInt8]> = []
      for node in nodes {
        let key = document.key(node)
        members[key, default: Member(shape: JSONShape(), count: 0)].shape
          .add(node.value, of: document)
        if seen.insert(key).inserted { members[key]?.count += 1 }
      }
    }
  }

  /// The kinds, for people: `string`, or `number or string`.
  static func text(_ kinds: some Sequence<Kind>) -> String {
    let kinds = Set(kinds)
    return Kind.allCases.filter(kinds.contains).map(\.rawValue).joined(separator: " or ")
  }
}
