#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// Writes parameters as `name=value` pairs, percent-encoded, into the query or into a form body.
public struct URLEncoding: ParameterEncoding {
  /// Where the pairs go.
  public enum Destination: Sendable {
    /// The query for GET, HEAD and DELETE, else the body.
    case methodDependent
    /// The query, whatever the method.
    case queryString
    /// The body, whatever the method.
    case httpBody
  }

  /// How an array's elements are named.
  public enum ArrayEncoding: Sendable {
    /// `name[]` for each.
    case brackets
    /// `name` for each.
    case noBrackets
    /// `name[0]`, `name[1]` and so on.
    case indexInBrackets
    /// What the closure makes of the name and the element's index.
    case custom(@Sendable (_ key: String, _ index: Int) -> String)

    func name(_ key: String, at index: Int) -> String {
      switch self {
      case .brackets: "\(key)[]"
      case .noBrackets: key
      case .indexInBrackets: "\(key)[\(index)]"
      case .custom(let naming): naming(key, index)
      }
    }
  }

  /// How a Boolean is written.
  public enum BoolEncoding: Sendable {
    /// `1` and `0`.
    case numeric
    /// `true` and `false`.
    case literal

    func text(_ value: Bool) -> String {
      switch self {
      case .numeric: value ? "1" : "0"
      case .literal: value ? "true" : "false"
      }
    }
  }

  /// Where the method says: query or body.
  public static var `default`: URLEncoding { URLEncoding() }
  /// Always into the query.
  public static var queryString: URLEncoding { URLEncoding(destination: .queryString) }
  /// Always into the body.
  public static var httpBody: URLEncoding { URLEncoding(destination: .httpBody) }

  /// Where the pairs go.
  public let destination: Destination
  /// How an array's elements are named.
  public let arrayEncoding: ArrayEncoding
  /// How a Boolean is written.
  public let boolEncoding: BoolEncoding

  /// An encoding with these choices.
  public init(
    destination: Destination = .methodDependent, arrayEncoding: ArrayEncoding = .brackets,
    boolEncoding: BoolEncoding = .numeric
  ) {
    self.destination = destination
    self.arrayEncoding = arrayEncoding
    self.boolEncoding = boolEncoding
  }

  /// The request with the parameters in its query or body, sorted by name.
  ///
  /// An existing query is kept, and followed by `&`. A form body sets `Content-Type` where the
  /// request has none.
  /// - Throws: `AFError.parameterEncodingFailed` where the pairs go into the query of a request
  ///   without a URL.
  /// - Complexity: O(*n* log *n*) in the number of parameters.
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws
    -> URLRequest
  {
    var request = try urlRequest.asURLRequest()
    guard let parameters else { return request }
    if goesIntoQuery(request) {
      guard let url = request.url else {
        throw AFError.parameterEncodingFailed(reason: .missingURL)
      }
      if !parameters.isEmpty { request.url = appending(query: pairs(parameters), to: url) }
    } else {
      if request.value(forHTTPHeaderField: "Content-Type") == nil {
        request.setValue(
          "application/x-www-form-urlencoded; charset=utf-8", forHTTPHeaderField: "Content-Type")
      }
      request.httpBody = Data(pairs(parameters).utf8)
    }
    return request
  }

  /// The pairs that one parameter becomes, both sides percent-encoded; none for an empty array
  /// or dictionary.
  ///
  /// - Complexity: O(*n*) in the number of values within.
  public func queryComponents(fromKey key: String, value: Any) -> [(String, String)] {
    if let dictionary = value as? [String: Any] {
      return dictionary.flatMap { queryComponents(fromKey: "\(key)[\($0)]", value: $1) }
    }
    if let array = value as? [Any] {
      return array.enumerated().flatMap { index, element in
        queryComponents(fromKey: arrayEncoding.name(key, at: index), value: element)
      }
    }
    return [(escape(key), escape(text(of: value)))]
  }

  /// The text with every byte percent-encoded but ASCII letters, digits and `-._~/?`.
  ///
  /// - Complexity: O(*n*) in the text's length.
  public func escape(_ string: String) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(string.utf8.count)
    for byte in string.utf8 {
      if isKept(byte) {
        bytes.append(byte)
      } else {
        bytes.append(UInt8(ascii: "%"))
        bytes.append(hexadecimalDigits[Int(byte >> 4)])
        bytes.append(hexadecimalDigits[Int(byte & 15)])
      }
    }
    return String(decoding: bytes, as: UTF8.self)
  }

  private func goesIntoQuery(_ request: URLRequest) -> Bool {
    switch destination {
    case .queryString: true
    case .httpBody: false
    case .methodDependent: [.get, .head, .delete].contains(request.method ?? .get)
    }
  }

  private func pairs(_ parameters: Parameters) -> String {
    parameters.sorted { $0.key < $1.key }
      .flatMap { queryComponents(fromKey: $0.key, value: $0.value) }
      .map { "\($0)=\($1)" }
      .joined(separator: "&")
  }

  private func appending(query: String, to url: URL) -> URL? {
    guard var components = URLComponents(url: url, resolvingAgainstBaseURL: false) else {
      return url
    }
    let before = components.percentEncodedQuery.map { $0 + "&" } ?? ""
    components.percentEncodedQuery = before + query
    return components.url
  }

  private func text(of value: Any) -> String {
    // A Bool held as Any is also an NSNumber on Apple's platforms, and an NSNumber may be a Bool.
    if let number = value as? NSNumber {
      return number.isBoolean ? boolEncoding.text(number.boolValue) : "\(number)"
    }
    if let bool = value as? Bool { return boolEncoding.text(bool) }
    return "\(value)"
  }
}

private let hexadecimalDigits = Array("0123456789ABCDEF".utf8)

private func isKept(_ byte: UInt8) -> Bool {
  switch byte {
  case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."),
    UInt8(ascii: "_"), UInt8(ascii: "~"), UInt8(ascii: "/"), UInt8(ascii: "?"):
    true
  default: false
  }
}

extension NSNumber {
  /// Whether this holds a Boolean; one made from a C `char` cannot be told from it.
  fileprivate var isBoolean: Bool {
    objCType.pointee == CChar(UInt8(ascii: "c"))
  }
}
#endif
