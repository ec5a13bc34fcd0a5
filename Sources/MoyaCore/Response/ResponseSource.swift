#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Where a response's `HTTPURLResponse` comes from.
enum ResponseSource: Sendable {
  /// It is there, or there is none.
  case made(HTTPURLResponse?)
  /// It is made when it is first asked for, and the same ever after.
  case later(@Sendable () -> HTTPURLResponse)

  var response: HTTPURLResponse? {
    switch self {
    case .made(let response): response
    case .later(let response): response()
    }
  }
}
#endif
