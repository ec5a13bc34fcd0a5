import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A response that is not yet Foundation's: what makes that reads each header field, which takes long, and
/// most callers look at status and content only.
struct RecordedResponse: Sendable {
  /// The status code.
  let status: Int
  private let source: Locked<Source>

  private enum Source: Sendable {
    case open(@Sendable () -> HTTPURLResponse)
    case made(HTTPURLResponse)
  }

  /// A response that is there.
  init(_ http: HTTPURLResponse) {
    status = http.statusCode
    source = Locked(.made(http))
  }

  /// A response that is made when it is asked for, once.
  init(status: Int, _ make: @escaping @Sendable () -> HTTPURLResponse) {
    self.status = status
    source = Locked(.open(make))
  }

  /// Foundation's response.
  var http: HTTPURLResponse {
    source.withLock { source in
      switch source {
      case .made(let http):
        return http
      case .open(let make):
        let http = make()
        source = .made(http)
        return http
      }
    }
  }

  /// Moya's response.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - request: The request as sent.
  /// - Returns: The response.
  func response(_ data: Data, _ request: URLRequest) -> Response {
    #if UpstreamMoya
    Response(statusCode: status, data: data, request: request, response: http)
    #else
    Response(statusCode: status, data: data, request: request, making: { http })
    #endif
  }
}
