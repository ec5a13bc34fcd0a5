#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

extension Endpoint {
  /// The request, as it is before any requestClosure, adapter or plugin.
  ///
  /// - Throws: ``MoyaError/requestMapping(_:)`` where `url` is no URL,
  ///   ``MoyaError/parameterEncoding(_:)`` and ``MoyaError/encodableMapping(_:)`` where what the
  ///   task carries cannot be written.
  public func urlRequest() throws -> URLRequest {
    if let builtRequest { return builtRequest }
    guard let requestURL = URL(string: url) else { throw MoyaError.requestMapping(url) }
    var request = URLRequest(url: requestURL)
    request.httpMethod = method.rawValue
    request.allHTTPHeaderFields = httpHeaderFields

    switch task {
    case .requestPlain, .uploadFile, .uploadMultipart, .downloadDestination:
      return request
    case .requestData(let data):
      request.httpBody = data
      return request
    case .requestJSONEncodable(let value):
      return try request.encoded(value, encoder: JSONEncoder())
    case .requestCustomJSONEncodable(let value, let encoder):
      return try request.encoded(value, encoder: encoder)
    case .requestParameters(let parameters, let encoding),
      .downloadParameters(let parameters, let encoding, _):
      return try request.encoded(parameters, encoding: encoding)
    case .uploadCompositeMultipart(_, let urlParameters):
      return try request.encoded(urlParameters, encoding: URLEncoding.queryString)
    case .requestCompositeData(let bodyData, let urlParameters):
      request.httpBody = bodyData
      return try request.encoded(urlParameters, encoding: URLEncoding.queryString)
    case .requestCompositeParameters(let bodyParameters, let bodyEncoding, let urlParameters):
      if let encoding = bodyEncoding as? URLEncoding, encoding.destination != .httpBody {
        throw MoyaError.parameterEncoding(
          AFError.parameterEncodingFailed(
            reason: .customEncodingFailed(error: CompositeEncodingError())))
      }
      return try request.encoded(bodyParameters, encoding: bodyEncoding)
        .encoded(urlParameters, encoding: URLEncoding.queryString)
    }
  }
}

/// `requestCompositeParameters` was given an encoding for its body that writes into the query.
struct CompositeEncodingError: LocalizedError {
  var errorDescription: String? {
    "The bodyEncoding of requestCompositeParameters is a URLEncoding that may write into the "
      + "query. Use URLEncoding.httpBody, or an encoding of another kind."
  }
}

extension URLRequest {
  fileprivate func encoded(_ value: any Encodable, encoder: JSONEncoder) throws -> URLRequest {
    var request = self
    do {
      request.httpBody = try encoder.encode(value)
    } catch {
      throw MoyaError.encodableMapping(error)
    }
    if request.value(forHTTPHeaderField: "Content-Type") == nil {
      request.setValue("application/json", forHTTPHeaderField: "Content-Type")
    }
    return request
  }

  fileprivate func encoded(_ parameters: [String: Any], encoding: any ParameterEncoding) throws
    -> URLRequest
  {
    do {
      return try encoding.encode(self, with: parameters)
    } catch {
      throw MoyaError.parameterEncoding(error)
    }
  }
}
#endif
