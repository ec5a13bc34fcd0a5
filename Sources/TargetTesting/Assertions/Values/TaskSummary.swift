public import Foundation
public import MoyaCore

/// A target's task as a value: equatable and printable, which Moya's is not.
///
/// ```swift
/// expectTask(target, matches: .requestParameters(["page": 2], encoding: .queryString))
/// ```
/// A download's destination is a closure, which cannot be compared, and has no part in it.
public enum TaskSummary: Hashable, Sendable {
  /// Nothing.
  case requestPlain
  /// These bytes.
  case requestData(Data)
  /// A value, by the JSON that a plain `JSONEncoder` makes of it.
  case requestJSONEncodable(ParameterValue)
  /// A value, by the JSON that the task's own encoder makes of it.
  case requestCustomJSONEncodable(ParameterValue)
  /// Parameters and how they are written.
  case requestParameters(ParameterValue, encoding: Encoding)
  /// These bytes, and parameters in the query.
  case requestCompositeData(Data, urlParameters: ParameterValue)
  /// Parameters in the body and how they are written, and others in the query.
  case requestCompositeParameters(
    ParameterValue, encoding: Encoding, urlParameters: ParameterValue)
  /// A file, by its URL.
  case uploadFile(URL)
  /// Parts, in order.
  case uploadMultipart([Part])
  /// Parts, in order, and parameters in the query.
  case uploadCompositeMultipart([Part], urlParameters: ParameterValue)
  /// A download.
  case downloadDestination
  /// A download, with parameters and how they are written.
  case downloadParameters(ParameterValue, encoding: Encoding)

  /// The summary of a task; values in it are encoded to JSON for that.
  ///
  /// - Parameter task: Moya's task.
  /// - Throws: What the encoder throws; an error of the module's where it made what is not JSON.
  /// - Complexity: O(*n*) in the size of what the task carries; files are not read.
  public init(_ task: Moya.Task) throws {
    switch task {
    case .requestPlain:
      self = .requestPlain
    case .requestData(let data):
      self = .requestData(data)
    case .requestJSONEncodable(let value):
      self = .requestJSONEncodable(try ParameterValue(json: JSONEncoder().encode(value)))
    case .requestCustomJSONEncodable(let value, let encoder):
      self = .requestCustomJSONEncodable(try ParameterValue(json: encoder.encode(value)))
    case .requestParameters(let parameters, let encoding):
      self = .requestParameters(ParameterValue(parameters), encoding: Encoding(encoding))
    case .requestCompositeData(let data, let urlParameters):
      self = .requestCompositeData(data, urlParameters: ParameterValue(urlParameters))
    case .requestCompositeParameters(let parameters, let encoding, let urlParameters):
      self = .requestCompositeParameters(
        ParameterValue(parameters), encoding: Encoding(encoding),
        urlParameters: ParameterValue(urlParameters))
    case .uploadFile(let url):
      self = .uploadFile(url)
    case .uploadMultipart(let parts):
      self = .uploadMultipart(parts.map { Part($0) })
    case .uploadCompositeMultipart(let parts, let urlParameters):
      self = .uploadCompositeMultipart(
        parts.map { Part($0) }, urlParameters: ParameterValue(urlParameters))
    case .downloadDestination:
      self = .downloadDestination
    case .downloadParameters(let parameters, let encoding, _):
      self = .downloadParameters(ParameterValue(parameters), encoding: Encoding(encoding))
    }
  }

  /// The case's name.
  var name: String {
    switch self {
    case .requestPlain: "requestPlain"
    case .requestData: "requestData"
    case .requestJSONEncodable: "requestJSONEncodable"
    case .requestCustomJSONEncodable: "requestCustomJSONEncodable"
    case .requestParameters: "requestParameters"
    case .requestCompositeData: "requestCompositeData"
    case .requestCompositeParameters: "requestCompositeParameters"
    case .uploadFile: "uploadFile"
    case .uploadMultipart: "uploadMultipart"
    case .uploadCompositeMultipart: "uploadCompositeMultipart"
    case .downloadDestination: "downloadDestination"
    case .downloadParameters: "downloadParameters"
    }
  }
}

extension TaskSummary: CustomStringConvertible {
  /// The case and how much it carries, in one line: `requestParameters(2 keys, JSONEncoding)`.
  public var description: String {
    let texts = components.map(\.summary)
    return texts.isEmpty ? name : "\(name)(\(texts.joined(separator: ", ")))"
  }
}
