import Foundation
import MoyaCore
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// All that the caller of one call can observe of it.
struct ParityObservation: Equatable {
  /// The status; nil where there was no response.
  var status: Int?
  /// The header fields as the response has them, sorted.
  var fields: [String] = []
  var body = Data()
  /// The final URL.
  var url: String?
  /// The request that the response tells of.
  var request: String?
  /// What kind of error it is.
  var error: ParityError?
  /// What comes of mapping.
  var mapped: String
  /// What a download has left behind.
  var files: [String] = []
  /// What plugins, the progress block and the completion were told, in order.
  var events: [ParityEvent] = []
  /// Whether progress was plausible.
  var isPlausible = true

  /// The method that was asked for.
  let method: String

  init(_ result: Result<Moya.Response, MoyaError>, of parity: ParityCase) {
    method = parity.method.rawValue
    let response: Moya.Response?
    switch result {
    case .success(let value): response = value
    case .failure(let value):
      response = value.response
      error = ParityError(value)
    }
    status = response?.statusCode
    body = response?.data ?? Data()
    url = response?.response?.url?.absoluteString
    fields = (response?.response?.allHeaderFields ?? [:]).map { "\($0.key): \($0.value)" }.sorted()
    request = response?.request.map(Self.describe)
    mapped = response.map(Self.mapped) ?? "nothing"
  }

  private static func describe(_ request: URLRequest) -> String {
    let fields = (request.allHTTPHeaderFields ?? [:]).sorted { $0.key < $1.key }
      // Only the transport knows that of a form's parts, whose boundary it makes up.
      .filter { !$0.value.hasPrefix("multipart/form-data;") }.map { "\($0.key): \($0.value)" }
    let url = request.url?.absoluteString ?? "-"
    return "\(request.httpMethod ?? "-") \(url) \(fields) \(request.httpBody?.count ?? 0)"
  }

  private static func mapped(_ response: Moya.Response) -> String {
    func kind(_ body: () throws -> Any) -> String {
      do { return "\(type(of: try body()))" } catch {
        return ParityError.label(error)
      }
    }
    return [
      kind { try response.mapJSON() }, kind { try response.mapString() },
      kind { try response.map([String: String].self, failsOnEmptyData: false) },
      kind { try response.filterSuccessfulStatusCodes() },
    ].joined(separator: ", ")
  }

  /// What differs from another, one line each.
  func differences(from other: ParityObservation) -> [String] {
    zip(Mirror(reflecting: self).children, Mirror(reflecting: other).children)
      .compactMap { mine, theirs in
        let (mine, theirs) = (Self.text(mine), Self.text(theirs))
        return mine.utf8.elementsEqual(theirs.utf8) ? nil : "  \(theirs)\n  -> \(mine)"
      }
  }

  private static func text(_ child: Mirror.Child) -> String {
    let value = (child.value as? Data).map {
      "\($0.count) bytes \(Array($0.prefix(40)))"
    }
    return "\(child.label ?? "-"): \(value ?? String("\(child.value)".prefix(1_500)))"
  }
}
