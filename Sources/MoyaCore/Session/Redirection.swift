#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the delegate answers to a redirection.
enum RedirectionAnswer {
  /// URLSession goes on with this request.
  case follow(URLRequest)
  /// URLSession takes the redirection for the answer.
  case stop
  /// The task is cancelled.
  case cancel
}

/// The request that a redirection leads to (RFC 9110 §15.4).
struct Redirection {
  /// The most redirections in a row that are followed.
  static let limit = 20

  let request: URLRequest
  /// Whether the body of the redirected request is sent again.
  let carriesBody: Bool

  /// Nil where the response names no target.
  ///
  /// `current` is the request that was redirected, `proposed` what URLSession would send: its
  /// method is right, its URL on Linux not always, and its body is missing there.
  init?(
    _ response: HTTPURLResponse, from current: URLRequest, carryingBody: Bool,
    proposed: URLRequest
  ) {
    let base = response.url ?? current.url
    guard let location = response.value(forHTTPHeaderField: "Location"),
      let target = URL(string: location, relativeTo: base)?.absoluteURL
    else { return nil }
    var request = current
    request.url = target
    request.httpMethod = proposed.httpMethod
    // What an earlier redirection has dropped is not taken up again.
    carriesBody = carryingBody && proposed.httpMethod == current.httpMethod
    if !carriesBody {
      request.httpBody = nil
      request.httpBodyStream = nil
      for field in ["Content-Type", "Content-Length", "Content-Encoding", "Transfer-Encoding"] {
        request.setValue(nil, forHTTPHeaderField: field)
      }
    }
    self.request = Self.withoutCredentials(request, cameFrom: base)
  }

  init(request: URLRequest, carriesBody: Bool) {
    self.request = request
    self.carriesBody = carriesBody
  }

  /// The redirection with the request that a handler made of it, sent as it is.
  func replacing(_ request: URLRequest) -> Redirection {
    let keepsMethod = request.httpMethod == self.request.httpMethod
    return Redirection(request: request, carriesBody: carriesBody && keepsMethod)
  }

  /// Whether the target can be asked over HTTP.
  var isHTTP: Bool {
    ["http", "https"].contains(request.url?.scheme?.lowercased() ?? "")
  }

  /// The request without what was meant for the origin it comes from, where it goes to another.
  static func withoutCredentials(_ request: URLRequest, cameFrom url: URL?) -> URLRequest {
    guard Origin(request.url) != Origin(url) else { return request }
    var request = request
    for field in fieldsForOneOrigin { request.setValue(nil, forHTTPHeaderField: field) }
    return request
  }

  private static let fieldsForOneOrigin = [
    "Authorization", "Proxy-Authorization", "Cookie", "Host",
  ]

  /// Whether a header field is meant for the origin that a request is made for, and no other.
  static func isForOneOrigin(_ name: String) -> Bool {
    fieldsForOneOrigin.contains { $0.equalsIgnoringASCIICase(name) }
  }
}

/// Scheme, host and port: whom a credential is meant for (RFC 6454).
struct Origin: Equatable {
  let scheme: String?
  let host: String?
  let port: Int?

  init(_ url: URL?) {
    scheme = url?.scheme?.lowercased()
    host = url?.host?.lowercased()
    port = url?.port ?? Self.defaultPort(scheme)
  }

  init(scheme: String?, host: String, port: Int) {
    self.scheme = scheme?.lowercased()
    self.host = host.lowercased()
    self.port = port == 0 ? Self.defaultPort(self.scheme) : port
  }

  private static func defaultPort(_ scheme: String?) -> Int? {
    switch scheme {
    case "http": 80
    case "https": 443
    default: nil
    }
  }
}
#endif
