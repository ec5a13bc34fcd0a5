import Cassette
import Foundation

extension ParameterValue {
  /// A JSON text's value.
  ///
  /// - Throws: `JSONError` where it is none.
  /// - Complexity: O(*n*) in the number of bytes.
  init(json: Data) throws {
    let document = try JSONDocument(Array(json))
    self.init(document.root, in: document)
  }

  private init(_ node: JSONNode, in document: JSONDocument) {
    switch node.kind {
    case .null: self.init(.null, typeName: nil)
    case .bool(let value): self.init(.bool(value), typeName: nil)
    case .number:
      self = .number(String(decoding: document.source(of: node), as: UTF8.self), typeName: nil)
    case .string: self.init(.string(document.stringBytes(node) ?? []), typeName: nil)
    case .array(let nodes):
      self.init(.array(nodes.map { ParameterValue($0, in: document) }), typeName: nil)
    case .object(let members):
      self = .object(
        members.map {
          Member(key: document.key($0), value: ParameterValue($0.value, in: document))
        }, typeName: nil)
    }
  }
}
