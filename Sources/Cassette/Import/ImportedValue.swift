/// A value of another program's file, in which nothing is sure to be of the type that it should be.
struct ImportedValue {
  private let document: JSONDocument
  private let node: JSONNode

  init(_ document: JSONDocument) {
    self.init(document, document.root)
  }

  private init(_ document: JSONDocument, _ node: JSONNode) {
    self.document = document
    self.node = node
  }

  /// The member of that name; nil where there is none, or null.
  ///
  /// go-vcr in JSON has the names of Go's fields: `HTTPVersion` for `http_version`.
  subscript(_ name: StaticString) -> ImportedValue? {
    let found = document.member(name, of: node) ?? memberIgnoringCase(name)
    return found.flatMap { ImportedValue(document, $0).orNil }
  }

  private func memberIgnoringCase(_ name: StaticString) -> JSONNode? {
    guard case .object(let members) = node.kind else { return nil }
    func folded(_ name: some Sequence<UInt8>) -> [UInt8] {
      name.filter { $0 != UInt8(ascii: "_") }.map(\.asciiLowercased)
    }
    let wanted = name.withUTF8Buffer { folded($0) }
    return members.last { folded(document.key($0)) == wanted }?.value
  }

  /// Nil for null.
  private var orNil: ImportedValue? {
    if case .null = node.kind { nil } else { self }
  }

  /// The elements of an array; null is an element like others.
  var elements: [ImportedValue]? {
    guard case .array(let elements) = node.kind else { return nil }
    return elements.map { ImportedValue(document, $0) }
  }

  /// The members of an object, in order, with those that are null.
  var members: [(name: String, value: ImportedValue)]? {
    guard case .object(let members) = node.kind, binary == nil else { return nil }
    return members.map { member in
      (
        String(decoding: document.key(member), as: UTF8.self),
        ImportedValue(document, member.value)
      )
    }
  }

  /// The text of a string; numbers and Booleans as they are spelled; that of bytes, which are taken as
  /// Latin-1 where they are no UTF-8, as header fields of old servers are.
  var text: String? {
    guard let bytes = scalarBytes else { return nil }
    guard binary != nil, !UTF8Validation.isValid(bytes) else {
      return String(decoding: bytes, as: UTF8.self)
    }
    return String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }

  /// The bytes of a string, of `!binary`, or of an array of these, in which some programs keep chunks.
  var bytes: [UInt8]? {
    if let elements {
      var result: [UInt8] = []
      for element in elements {
        guard let bytes = element.scalarBytes else { return nil }
        result += bytes
      }
      return result
    }
    return scalarBytes
  }

  private var scalarBytes: [UInt8]? {
    switch node.kind {
    case .string: document.stringBytes(node).map(HAREntryDecoder.withBytesOfSurrogates)
    case .number, .bool: Array(document.source(of: node))
    case .null: []
    case .object: binary
    case .array: nil
    }
  }

  /// What `!binary` of YAML says; see `CassetteImport.File.json()`.
  private var binary: [UInt8]? {
    guard case .object(let members) = node.kind, members.count == 1,
      document.key(members[0]).elementsEqual("!binary".utf8),
      let text = document.stringBytes(members[0].value)
    else { return nil }
    return Base64.decode(text)
  }

  /// A whole number, also one that is spelled in a string.
  var integer: Int? {
    document.integer(node)
      ?? document.stringBytes(node).flatMap { text in
        Int(String(decoding: text[...].trimmingWhiteSpace(), as: UTF8.self))
      }
  }
}
