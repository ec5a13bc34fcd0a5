#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// The result that a provider makes of what a transfer gave.
///
/// A response without an error is a success, whatever its status. An error keeps the response
/// that came with it. Neither is `NSURLErrorUnknown`.
public func convertResponseToResult(
  _ response: HTTPURLResponse?, request: URLRequest?, data: Data?, error: (any Swift.Error)?
) -> Result<Moya.Response, MoyaError> {
  let received = response.map {
    Response(statusCode: $0.statusCode, data: data ?? Data(), request: request, response: $0)
  }
  if let error { return .failure(.underlying(error, received)) }
  if let received { return .success(received) }
  let unknown = NSError(domain: NSURLErrorDomain, code: NSURLErrorUnknown)
  return .failure(.underlying(unknown, nil))
}
#endif
