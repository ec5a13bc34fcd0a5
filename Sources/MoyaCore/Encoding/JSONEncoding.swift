#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Writes parameters as a JSON object into the body.
public struct JSONEncoding: ParameterEncoding {
  /// Why a value could not be written as JSON.
  public enum Error: Swift.Error, LocalizedError {
    /// A value within has no form in JSON: a Data, a Date, a number that is not finite.
    case invalidJSONObject

    /// What was wrong, in a sentence.
    public var errorDescription: String? {
      "The parameters hold a value that JSON cannot express."
    }
  }

  /// The shortest form.
  public static var `default`: JSONEncoding { JSONEncoding() }
  /// Over several lines, indented.
  public static var prettyPrinted: JSONEncoding { JSONEncoding(options: .prettyPrinted) }

  /// How the JSON is written; without `.sortedKeys` the order of keys varies.
  public let options: JSONSerialization.WritingOptions

  /// An encoding with these options.
  public init(options: JSONSerialization.WritingOptions = []) {
    self.options = options
  }

  /// The request with the parameters as its body, and `Content-Type: application/json` where it
  /// has none; nil parameters leave it as it is.
  ///
  /// - Throws: `AFError.parameterEncodingFailed` with `.jsonEncodingFailed`.
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws
    -> URLRequest
  {
    try encode(urlRequest, withJSONObject: parameters)
  }

  /// The request with a JSON array or object as its body; nil leaves it as it is.
  ///
  /// - Throws: `AFError.parameterEncodingFailed` with `.jsonEncodingFailed`.
  public func encode(_ urlRequest: any URLRequestConvertible, withJSONObject jsonObject: Any? = nil)
    throws -> URLRequest
  {
    var request = try urlRequest.asURLRequest()
    guard let jsonObject else { return request }
    guard JSONSerialization.isValidJSONObject(jsonObject) else {
      throw AFError.parameterEncodingFailed(
        reason: .jsonEncodingFailed(error: Error.invalidJSONObject))
    }
    do {
      let body = try JSONSerialization.data(withJSONObject: jsonObject, options: options)
      if request.value(forHTTPHeaderField: "Content-Type") == nil {
        request.setValue("application/json", forHTTPHeaderField: "Content-Type")
      }
      request.httpBody = body
    } catch {
      throw AFError.parameterEncodingFailed(reason: .jsonEncodingFailed(error: error))
    }
    return request
  }
}
#endif
