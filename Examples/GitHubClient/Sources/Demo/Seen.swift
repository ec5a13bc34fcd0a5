import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Everything that a caller is given.
struct Seen: Codable {
  /// One of an error and those within it.
  struct Failure: Codable, Equatable {
    /// Type and case, such as `AFError.sessionTaskFailed`.
    var type: String
    var domain: String
    var code: Int
    var text: String
  }

  var status: Int?
  var headerFields: [String: String]?
  var finalURL: String?
  var mimeType: String?
  var expectedContentLength: Int64?
  var body: Data?
  /// The content of the file that was downloaded.
  var file: Data?
  /// The error and those within it, the outermost first.
  var failures: [Failure] = []

  /// What the result holds, and the file to which a download went.
  init(_ result: Result<Response, MoyaError>, file: URL?) {
    let response: Response?
    switch result {
    case .success(let success):
      response = success
    case .failure(let error):
      response = error.response
      failures = Self.chain(error)
    }
    status = response?.statusCode
    body = response?.data
    if let http = response?.response {
      headerFields = [:]
      for (name, value) in http.allHeaderFields { headerFields?["\(name)"] = "\(value)" }
      finalURL = http.url?.absoluteString
      mimeType = http.mimeType
      expectedContentLength = http.expectedContentLength
    }
    if let file { self.file = FileManager.default.contents(atPath: file.path) }
  }

  private static func chain(_ error: any Error) -> [Failure] {
    var failures: [Failure] = []
    var next: (any Error)? = error
    while let error = next, failures.count < 6 {
      let bridged = error as NSError
      let mirror = Mirror(reflecting: error)
      let name = mirror.displayStyle == .enum ? mirror.children.first?.label : nil
      failures.append(
        Failure(
          type: "\(type(of: error))" + (name.map { ".\($0)" } ?? ""), domain: bridged.domain,
          code: bridged.code, text: error.localizedDescription))
      // What lies below URLError is the transport's own business, and differs by platform.
      let isOutermost = ["Moya.MoyaError", "Alamofire.AFError"].contains(bridged.domain)
      next = isOutermost ? bridged.userInfo[NSUnderlyingErrorKey] as? any Error : nil
    }
    return failures
  }

  /// What came of it, in the few characters of a table.
  var summary: String {
    let outcome = status.map { "\($0)" } ?? "-"
    let size = file.map { "\($0.count) B to a file" } ?? body.map { "\($0.count) B" } ?? ""
    let failure = failures.last.map { "\($0.domain) \($0.code)" } ?? ""
    return [outcome, size, failure].filter { !$0.isEmpty }.joined(separator: "  ")
  }
}

extension Step {
  /// Whether the live server has answered as this call is there to show; else why not.
  func problem(with seen: Seen) -> String? {
    switch expectation {
    case .status(let status):
      guard seen.status == status, seen.failures.isEmpty else { break }
      if file != nil, seen.file?.isEmpty != false { return "no file came of it" }
      return nil
    case .refusedStatus(let status):
      if seen.status == status, !seen.failures.isEmpty { return nil }
    case .error(let code):
      if seen.status == nil, seen.failures.last?.code == code { return nil }
    }
    return "expected \(expectation), got \(seen.summary)"
  }
}
