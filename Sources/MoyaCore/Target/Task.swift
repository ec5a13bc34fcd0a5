#if !UpstreamMoya
public import Foundation

/// What a request carries, and how it travels; `Moya.Task` where `Task` alone means Swift's.
public enum Task {
  /// Nothing.
  case requestPlain
  /// These bytes as the body, without a `Content-Type`.
  case requestData(Data)
  /// A value as JSON in the body, encoded by a plain `JSONEncoder`.
  case requestJSONEncodable(any Encodable)
  /// A value as JSON in the body, encoded by this encoder.
  case requestCustomJSONEncodable(any Encodable, encoder: JSONEncoder)
  /// Parameters where the encoding puts them.
  case requestParameters(parameters: [String: Any], encoding: any ParameterEncoding)
  /// Bytes as the body, and parameters in the query.
  case requestCompositeData(bodyData: Data, urlParameters: [String: Any])
  /// Parameters in the body, and others in the query; the body's encoding must not be a
  /// `URLEncoding` that writes into the query.
  case requestCompositeParameters(
    bodyParameters: [String: Any], bodyEncoding: any ParameterEncoding,
    urlParameters: [String: Any])
  /// A file's bytes as the body.
  case uploadFile(URL)
  /// Parts as a `multipart/form-data` body; there must be one at least.
  case uploadMultipart([MultipartFormData])
  /// Parts as a `multipart/form-data` body, and parameters in the query.
  case uploadCompositeMultipart([MultipartFormData], urlParameters: [String: Any])
  /// Nothing; the answer goes into a file.
  case downloadDestination(DownloadDestination)
  /// Parameters where the encoding puts them; the answer goes into a file.
  case downloadParameters(
    parameters: [String: Any], encoding: any ParameterEncoding, destination: DownloadDestination)
}
#endif
