#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension URLRequest {
  /// Whether there is a body, in memory or as a stream.
  var hasBody: Bool {
    httpBodyStream != nil || !(httpBody ?? Data()).isEmpty
  }

  /// - Throws: `AFError.urlRequestValidationFailed` for what URLSession refuses to send, and
  ///   `HeaderFieldError` for what would reach the wire as something else than it is.
  func checkForSending() throws {
    if method == .get, let body = httpBody, !body.isEmpty {
      throw AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
    }
    if let httpMethod, !httpMethod.isToken { throw HeaderFieldError.method(httpMethod) }
    if let fields = allHTTPHeaderFields { try HeaderFieldError.check(fields) }
  }

  /// The request without what this platform's URLSession mistakes.
  ///
  /// - Throws: `TaskCreationError` where the body is a stream that has been read already.
  func forURLSession(carriesBody: Bool) throws -> URLRequest {
    if let stream = httpBodyStream, stream.streamStatus != .notOpen {
      // Else an empty body would be sent.
      throw TaskCreationError(
        reason: .sessionTaskFailed(error: URLError.error(.requestBodyStreamExhausted, url: url)))
    }
    #if canImport(FoundationNetworking)
    var request = self
    // A length of the user's own is sent beside, or in place of, that of the body; a server then
    // waits for bytes that never come.
    if value(forHTTPHeaderField: "Content-Length") != nil {
      request.setValue(nil, forHTTPHeaderField: "Content-Length")
    }
    if !carriesBody, value(forHTTPHeaderField: "Transfer-Encoding") != nil {
      request.setValue(nil, forHTTPHeaderField: "Transfer-Encoding")
    }
    // Set only where it changes: a timeout that is set overrides the configuration's.
    let seconds = timeoutInterval.inWholeSeconds
    if seconds != timeoutInterval { request.timeoutInterval = seconds }
    if let url, let scheme = url.scheme, scheme != scheme.lowercased(),
      var components = URLComponents(url: url, resolvingAgainstBaseURL: true)
    {
      components.scheme = scheme.lowercased()
      request.url = components.url ?? url
    }
    return request
    #else
    return self
    #endif
  }
}

extension URLRequest {
  /// The request with those of the session's fields that are meant for its origin, where it has
  /// none of its own.
  func addingOriginFields(of session: [String: String]) -> URLRequest {
    var request = self
    for (name, value) in session where Redirection.isForOneOrigin(name) {
      if request.value(forHTTPHeaderField: name) == nil {
        request.setValue(value, forHTTPHeaderField: name)
      }
    }
    return request
  }
}

extension URLSessionConfiguration {
  /// The header fields of every request, as text.
  var additionalFields: [String: String] {
    var fields: [String: String] = [:]
    for (name, value) in httpAdditionalHeaders ?? [:] { fields["\(name)"] = "\(value)" }
    return fields
  }

  /// The configuration without what URLSession mistakes.
  ///
  /// It would add what is meant for an origin to requests that a redirection sends to another, so
  /// those fields are added to the first request alone. A value that is no text would end the
  /// process.
  var forURLSession: URLSessionConfiguration {
    guard let configuration = copy() as? URLSessionConfiguration else { return self }
    if httpAdditionalHeaders != nil {
      configuration.httpAdditionalHeaders = additionalFields.filter {
        !Redirection.isForOneOrigin($0.key)
      }
    }
    #if canImport(FoundationNetworking)
    configuration.timeoutIntervalForRequest = timeoutIntervalForRequest.inWholeSeconds
    // URLSession stores nothing in it, but asks it at leisure before it begins, and a cancel that
    // comes meanwhile may then come after the task's end, at which the process aborts.
    if let cache = urlCache, cache.currentMemoryUsage == 0, cache.currentDiskUsage == 0 {
      configuration.urlCache = nil
    }
    #endif
    return configuration
  }
}

extension TimeInterval {
  /// Rounded up, and into a range that can be counted in milliseconds.
  ///
  /// URLSession on Linux drops the fraction, so that half a second is over at once, and aborts
  /// for what is no number or too great a one, as `.greatestFiniteMagnitude`, which on Apple's
  /// platforms means never.
  fileprivate var inWholeSeconds: TimeInterval {
    isNaN ? 1e9 : Swift.max(0, Swift.min(rounded(.up), 1e9))
  }
}

/// A part of a request's head that cannot be sent as it is; what it says is left out of the text,
/// for it may be secret.
enum HeaderFieldError: LocalizedError {
  case method(String)
  case name(String)
  case value(ofField: String)

  /// - Throws: what is wrong with the first field that cannot be sent.
  static func check(_ fields: [String: String]) throws {
    for (name, value) in fields {
      guard name.isToken else { throw HeaderFieldError.name(name) }
      let isOneLine = value.utf8.allSatisfy { $0 != 0 && $0 != 0x0A && $0 != 0x0D }
      guard isOneLine else { throw HeaderFieldError.value(ofField: name) }
    }
  }

  var errorDescription: String? {
    switch self {
    case .method(let method): "\(method.debugDescription) is not a method's name."
    case .name(let name): "\(name.debugDescription) is not a header field's name."
    case .value(let name):
      "The header field \(name) holds a line break or a zero byte, which would end it early. "
        + "Take white space off the value."
    }
  }
}

extension String {
  /// Whether this is a token (RFC 9110 §5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty
      && utf8.allSatisfy { byte in
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
          UInt8(ascii: "0")...UInt8(ascii: "9"):
          true
        default: "!#$%&'*+-.^_`|~".utf8.contains(byte)
        }
      }
  }
}
#endif
