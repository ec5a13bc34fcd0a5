#if !UpstreamMoya
public import Foundation

extension Response {
  /// The body as JSON; a bare number, string or null is JSON too.
  ///
  /// An empty body is an error or, without `failsOnEmptyData`, NSNull.
  ///
  /// - Throws: ``MoyaError/jsonMapping(_:)``.
  public func mapJSON(failsOnEmptyData: Bool = true) throws -> Any {
    if data.isEmpty && !failsOnEmptyData { return NSNull() }
    do {
      return try JSONSerialization.jsonObject(with: data, options: .fragmentsAllowed)
    } catch {
      throw MoyaError.jsonMapping(self)
    }
  }

  /// The body as text, which must be UTF-8; with a key path, the string at it.
  ///
  /// A key path is member names joined by dots, from the top-level object down.
  ///
  /// - Throws: ``MoyaError/stringMapping(_:)`` where the body is not UTF-8, or where there is no
  ///   string at the key path; ``MoyaError/jsonMapping(_:)`` where the body is not JSON.
  public func mapString(atKeyPath keyPath: String? = nil) throws -> String {
    if let keyPath {
      guard let string = JSONKeyPath(keyPath).value(in: try mapJSON()) as? String else {
        throw MoyaError.stringMapping(Response(self, emptyKeyPath: keyPath))
      }
      return string
    }
    guard let string = String(data: data, encoding: .utf8) else {
      throw MoyaError.stringMapping(self)
    }
    return string
  }

  /// The body decoded; with a key path, the value at it, which may be a bare number, string,
  /// Boolean or null.
  ///
  /// A key path is member names joined by dots, from the top-level object down. An empty body is
  /// an error or, without `failsOnEmptyData`, decoded as `{}`, else as `[{}]`; a missing key path
  /// then decodes the whole body.
  ///
  /// - Throws: ``MoyaError/objectMapping(_:_:)`` where decoding fails,
  ///   ``MoyaError/jsonMapping(_:)`` where there is nothing at the key path.
  public func map<D: Decodable>(
    _ type: D.Type, atKeyPath keyPath: String? = nil, using decoder: JSONDecoder = JSONDecoder(),
    failsOnEmptyData: Bool = true
  ) throws -> D {
    if let keyPath {
      let json = try mapJSON(failsOnEmptyData: failsOnEmptyData)
      if let value = JSONKeyPath(keyPath).value(in: json) {
        return try decode(type, from: value, using: decoder)
      }
      if failsOnEmptyData {
        throw MoyaError.jsonMapping(Response(self, emptyKeyPath: keyPath))
      }
    }
    if data.isEmpty && !failsOnEmptyData {
      for stand in ["{}", "[{}]"] {
        if let value = try? decoder.decode(type, from: Data(stand.utf8)) { return value }
      }
    }
    do {
      return try decoder.decode(type, from: data)
    } catch {
      throw MoyaError.objectMapping(error, self)
    }
  }

  /// Decodes a value that was reached in parsed JSON, by writing it as JSON again.
  private func decode<D: Decodable>(_ type: D.Type, from value: Any, using decoder: JSONDecoder)
    throws -> D
  {
    // Inside an object a bare value is JSON as well.
    let isWhole = value is [String: Any] || value is [Any]
    let object: Any = isWhole ? value : [Wrapped<D>.key: value]
    let json: Data
    do {
      json = try JSONSerialization.data(withJSONObject: object)
    } catch {
      throw MoyaError.jsonMapping(self)
    }
    do {
      return isWhole
        ? try decoder.decode(type, from: json)
        : try decoder.decode(Wrapped<D>.self, from: json).value
    } catch {
      throw MoyaError.objectMapping(error, self)
    }
  }
}

private struct Wrapped<Value: Decodable>: Decodable {
  static var key: String { "value" }
  let value: Value
}
#endif
