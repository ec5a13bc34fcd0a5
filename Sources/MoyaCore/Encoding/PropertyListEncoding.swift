#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Writes parameters as a property list into the body.
///
/// Moya's guide names it, though Alamofire 5 no longer has it: code that uses it compiles with
/// MoyaCore alone.
public struct PropertyListEncoding: ParameterEncoding {
  /// Why a value could not be written as a property list.
  public enum Error: Swift.Error, LocalizedError {
    /// A value within has no form in a property list: an NSNull, a UUID, a nil.
    case invalidPropertyList

    /// What was wrong, in a sentence.
    public var errorDescription: String? {
      "The parameters hold a value that a property list cannot express."
    }
  }

  /// As XML.
  public static var `default`: PropertyListEncoding { PropertyListEncoding() }
  /// As XML.
  public static var xml: PropertyListEncoding { PropertyListEncoding(format: .xml) }
  /// In the binary form.
  public static var binary: PropertyListEncoding { PropertyListEncoding(format: .binary) }

  /// Which form is written.
  public let format: PropertyListSerialization.PropertyListFormat
  /// Foundation's options for writing; it has none so far.
  public let options: PropertyListSerialization.WriteOptions

  /// An encoding in this form.
  public init(
    format: PropertyListSerialization.PropertyListFormat = .xml,
    options: PropertyListSerialization.WriteOptions = 0
  ) {
    self.format = format
    self.options = options
  }

  /// The request with the parameters as its body, and `Content-Type: application/x-plist` where
  /// it has none; nil parameters leave it as it is.
  ///
  /// - Throws: `AFError.parameterEncodingFailed` with `.customEncodingFailed`; the form `.openStep`
  ///   can be read but not written.
  public func encode(_ urlRequest: any URLRequestConvertible, with parameters: Parameters?) throws
    -> URLRequest
  {
    var request = try urlRequest.asURLRequest()
    guard let parameters else { return request }
    guard PropertyListSerialization.propertyList(parameters, isValidFor: format) else {
      throw AFError.parameterEncodingFailed(
        reason: .customEncodingFailed(error: Error.invalidPropertyList))
    }
    do {
      let body = try PropertyListSerialization.data(
        fromPropertyList: parameters, format: format, options: options)
      if request.value(forHTTPHeaderField: "Content-Type") == nil {
        request.setValue("application/x-plist", forHTTPHeaderField: "Content-Type")
      }
      request.httpBody = body
    } catch {
      throw AFError.parameterEncodingFailed(reason: .customEncodingFailed(error: error))
    }
    return request
  }
}
#endif
