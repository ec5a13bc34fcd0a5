/// Places in a JSON value, as a tree that is walked along with the value.
struct JSONPlaces: Hashable, Sendable {
  /// The placeholders at this value; nil where it is not listed.
  private(set) var here: [[UInt8]]?
  private var below: [[UInt8]: JSONPlaces] = [:]

  /// Whether no place is listed.
  var isEmpty: Bool { here == nil && below.isEmpty }

  /// The places within the member of that key.
  func member(_ key: [UInt8]) -> JSONPlaces? { below.isEmpty ? nil : below[key.repairedUTF8] }

  /// The places within the element of that number.
  func element(_ index: Int) -> JSONPlaces? {
    below.isEmpty ? nil : below[Array(String(index).utf8)]
  }

  /// The placeholders of all places.
  var all: [[UInt8]] { (here ?? []) + below.values.flatMap(\.all) }

  /// Lists the value at a pointer (RFC 6901); false where the text is none.
  mutating func add(_ pointer: ArraySlice<UInt8>, _ placeholder: [UInt8]) -> Bool {
    guard pointer.isEmpty || pointer.first == UInt8(ascii: "/") else { return false }
    let tokens = pointer.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
      .dropFirst().map(Self.unescaped)
    // Deeper content is not compared as JSON, and the tree is walked recursively.
    guard tokens.count <= JSONValue.maximumDepth else { return true }
    insert(tokens[...], placeholder)
    return true
  }

  private mutating func insert(_ tokens: ArraySlice<[UInt8]>, _ placeholder: [UInt8]) {
    guard let token = tokens.first else {
      here = (here ?? []) + [placeholder]
      return
    }
    below[token, default: JSONPlaces()].insert(tokens.dropFirst(), placeholder)
  }

  /// A token of a pointer with `~0` and `~1` undone.
  static func unescaped(_ token: ArraySlice<UInt8>) -> [UInt8] {
    var result: [UInt8] = []
    var index = token.startIndex
    while index < token.endIndex {
      let byte = token[index]
      index += 1
      guard byte == UInt8(ascii: "~"), index < token.endIndex,
        token[index] == UInt8(ascii: "0") || token[index] == UInt8(ascii: "1")
      else {
        result.append(byte)
        continue
      }
      result.append(token[index] == UInt8(ascii: "0") ? UInt8(ascii: "~") : UInt8(ascii: "/"))
      index += 1
    }
    return result
  }

  /// Lists the places of another tree too, without its placeholders.
  mutating func conceal(_ other: JSONPlaces) {
    if other.here != nil { here = here ?? [] }
    for (token, places) in other.below { below[token, default: JSONPlaces()].conceal(places) }
  }
}
