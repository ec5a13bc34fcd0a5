/// A `Content-Type` field's value (RFC 9110 §8.3): which form of content a body has.
package struct MediaType: Hashable, Sendable {
  /// Type and subtype in small letters, such as `application/json`.
  package var essence: [UInt8]
  private var parameters: ArraySlice<UInt8>

  /// Takes a field's value apart. Parameters are read when asked for.
  package init(_ text: String) {
    let bytes = Array(text.utf8)
    let end = bytes.firstIndex(of: UInt8(ascii: ";")) ?? bytes.endIndex
    essence = bytes[..<end].trimmingWhiteSpace().map(\.asciiLowercased)
    parameters = bytes[end...]
  }

  /// Whether it is `application/json`, `text/json`, or has the suffix `+json` (RFC 6839 §3.1).
  package var isJSON: Bool {
    essence.elementsEqual("application/json".utf8) || essence.elementsEqual("text/json".utf8)
      || essence.suffix(5).elementsEqual("+json".utf8)
  }

  /// Whether it is `application/x-www-form-urlencoded`.
  package var isForm: Bool { essence.elementsEqual("application/x-www-form-urlencoded".utf8) }

  /// The boundary of a multipart type (RFC 2046 §5.1.1); nil for any other, or where none is given.
  package var multipartBoundary: [UInt8]? {
    guard essence.starts(with: "multipart/".utf8), let boundary = parameter("boundary"),
      !boundary.isEmpty
    else { return nil }
    return boundary
  }

  /// Whether another is the same type with the same parameters, boundaries aside.
  func isSame(butForBoundary other: MediaType) -> Bool {
    func others(_ type: MediaType) -> [[[UInt8]]] {
      HeaderParameters.parse(type.parameters)
        .filter { !$0.name.elementsEqual("boundary".utf8) }.map { [$0.name, $0.value] }
    }
    return essence == other.essence && others(self) == others(other)
  }

  /// The value of a parameter, out of its quotes; the name is found without regard to case.
  package func parameter(_ name: StaticString) -> [UInt8]? {
    HeaderParameters.parse(parameters).first { parameter in
      name.withUTF8Buffer { parameter.name.elementsEqual($0) }
    }?.value
  }
}
