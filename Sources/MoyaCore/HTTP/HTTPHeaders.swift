#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Header fields in order, at most one of each name, whatever its case.
public struct HTTPHeaders: Hashable, Sendable {
  private var headers: [HTTPHeader] = []

  /// No fields.
  public init() {}

  /// The fields of an array; of equal names the last one's value counts.
  ///
  /// - Complexity: O(*n*²) in the number of fields.
  public init(_ headers: [HTTPHeader]) {
    for header in headers { update(header) }
  }

  /// The fields of a dictionary, sorted by name, so that the order does not vary by run.
  public init(_ dictionary: [String: String]) {
    for (name, value) in dictionary.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      update(name: name, value: value)
    }
  }

  /// Sets a field; the same as ``update(name:value:)``.
  public mutating func add(name: String, value: String) {
    update(HTTPHeader(name: name, value: value))
  }

  /// Sets a field; the same as ``update(_:)``.
  public mutating func add(_ header: HTTPHeader) {
    update(header)
  }

  /// Sets a field in the place of one of the same name, else at the end.
  public mutating func update(name: String, value: String) {
    update(HTTPHeader(name: name, value: value))
  }

  /// Sets a field in the place of one of the same name, else at the end.
  public mutating func update(_ header: HTTPHeader) {
    if let index = index(of: header.name) {
      headers[index] = header
    } else {
      headers.append(header)
    }
  }

  /// Removes the field of this name, if there is one.
  public mutating func remove(name: String) {
    if let index = index(of: name) { headers.remove(at: index) }
  }

  /// Sorts the fields by lower-cased name.
  public mutating func sort() {
    headers.sort { $0.name.lowercased().utf8.lexicographicallyPrecedes($1.name.lowercased().utf8) }
  }

  /// The fields sorted by lower-cased name.
  public func sorted() -> HTTPHeaders {
    var copy = self
    copy.sort()
    return copy
  }

  /// The value of the field of this name.
  public func value(for name: String) -> String? {
    index(of: name).map { headers[$0].value }
  }

  /// The value of the field of this name; setting nil removes the field.
  public subscript(_ name: String) -> String? {
    get { value(for: name) }
    set {
      if let newValue {
        update(name: name, value: newValue)
      } else {
        remove(name: name)
      }
    }
  }

  /// The fields as a dictionary, names as written.
  public var dictionary: [String: String] {
    Dictionary(headers.map { ($0.name, $0.value) }, uniquingKeysWith: { _, last in last })
  }

  private func index(of name: String) -> Int? {
    headers.firstIndex { $0.name.equalsIgnoringASCIICase(name) }
  }
}

extension HTTPHeaders: ExpressibleByDictionaryLiteral {
  /// The fields of a literal, in its order.
  public init(dictionaryLiteral elements: (String, String)...) {
    for (name, value) in elements { update(name: name, value: value) }
  }
}

extension HTTPHeaders: ExpressibleByArrayLiteral {
  /// The fields of a literal, in its order.
  public init(arrayLiteral elements: HTTPHeader...) {
    self.init(elements)
  }
}

extension HTTPHeaders: RandomAccessCollection {
  /// Always 0.
  public var startIndex: Int { headers.startIndex }
  /// The number of fields.
  public var endIndex: Int { headers.endIndex }
  /// The field at a position.
  public subscript(position: Int) -> HTTPHeader { headers[position] }
}

extension HTTPHeaders: CustomStringConvertible {
  /// One field a line.
  public var description: String {
    headers.map(\.description).joined(separator: "\n")
  }
}

extension HTTPHeaders {
  /// `Accept-Encoding`, `Accept-Language` and `User-Agent`, as a session sends them by default.
  public static let `default`: HTTPHeaders = [
    .defaultAcceptEncoding, .defaultAcceptLanguage, .defaultUserAgent,
  ]
}

extension URLRequest {
  /// The request's header fields; setting them replaces all of them.
  public var headers: HTTPHeaders {
    get { allHTTPHeaderFields.map { HTTPHeaders($0) } ?? HTTPHeaders() }
    set { allHTTPHeaderFields = newValue.dictionary }
  }
}

extension HTTPURLResponse {
  /// The response's header fields.
  public var headers: HTTPHeaders {
    HTTPHeaders(allHeaderFields as? [String: String] ?? [:])
  }
}

extension URLSessionConfiguration {
  /// The header fields that the session adds to every request.
  public var headers: HTTPHeaders {
    get { HTTPHeaders(httpAdditionalHeaders as? [String: String] ?? [:]) }
    set { httpAdditionalHeaders = newValue.dictionary }
  }
}
#endif
