import Foundation
import MoyaCore
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// All that the caller of a provider can observe of one call's result.
struct Seen: Equatable, CustomStringConvertible {
  /// The status; nil where there was no response.
  var status: Int?
  /// The header fields, names in lower case, sorted.
  var fields: [String] = []
  /// The content.
  var body = Data()
  /// The final URL.
  var url: String?
  /// The kind of error, its domain and code; nil for a success.
  var error: String?

  private init() {}

  init(_ result: Result<Response, MoyaError>) {
    let response: Response?
    switch result {
    case .success(let value): response = value
    case .failure(let value):
      response = value.response
      error = Self.describe(value)
    }
    status = response?.statusCode
    body = response?.data ?? Data()
    url = response?.response?.url?.absoluteString
    fields = (response?.response?.allHeaderFields ?? [:])
      .map { "\("\($0.key)".lowercased()): \($0.value)" }.sorted()
  }

  private static func describe(_ error: MoyaError) -> String {
    guard case .underlying(let underlying, _) = error else { return "\(error)" }
    switch underlying as? AFError {
    case .explicitlyCancelled: return "cancelled"
    case .responseValidationFailed(let reason): return "validation \(reason)"
    case .sessionTaskFailed(let inner):
      let inner = inner as NSError
      return "task \(inner.domain) \(inner.code)"
    case .some(let other): return "\(other)"
    case nil:
      let inner = underlying as NSError
      return "\(inner.domain) \(inner.code)"
    }
  }

  /// As Moya's own stubs bring it: an error without the transport's wrapping and without a response.
  var asStub: Seen {
    guard let error else { return self }
    var stub = Seen()
    stub.error = error.hasPrefix("task ") ? String(error.dropFirst(5)) : error
    return stub
  }

  /// The content read as UTF-8.
  var text: String { String(decoding: body, as: UTF8.self) }

  /// The value of the header field of that lower-cased name.
  subscript(name: String) -> String? {
    fields.first { $0.hasPrefix(name + ": ") }.map { String($0.dropFirst(name.count + 2)) }
  }

  /// Status and content, or the error.
  var summary: String {
    error ?? "\(status.map(String.init) ?? "-") \(text)"
  }

  var description: String {
    "\(error ?? "") \(status ?? 0) \(fields) \(url ?? "-") "
      + (body.count < 200 ? text : "\(body.count) bytes")
  }
}

/// What may not change of a file that is only read.
struct FileFacts: Equatable {
  let bytes: Data
  let modified: Date?
  let number: Int?

  init(_ url: URL) throws {
    bytes = try Data(contentsOf: url)
    let attributes = try FileManager.default.attributesOfItem(atPath: url.path)
    modified = attributes[.modificationDate] as? Date
    number = attributes[.systemFileNumber] as? Int
  }
}
