import Foundation
import MoyaCore

#if UpstreamMoya
import Alamofire
#endif

/// What kind of failure Moya's error tells of.
enum LiveFailure {
  /// The caller gave up.
  case cancellation
  /// The server answered, and the target does not take the answer.
  case validation
  /// Anything else, as NSError knows it.
  case other(NSError)

  init(_ error: MoyaError) {
    guard case .underlying(let underlying, _) = error else {
      self = .other(error as NSError)
      return
    }
    switch underlying as? AFError {
    case .explicitlyCancelled:
      self = .cancellation
    case .responseValidationFailed:
      self = .validation
    case .sessionTaskFailed(let inner):
      self.init(inner)
    case .some(let other):
      self.init(other.underlyingError ?? other)
    case nil:
      self.init(underlying)
    }
  }

  private init(_ error: any Error) {
    let error = error as NSError
    let isCancellation = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
    self = isCancellation ? .cancellation : .other(error)
  }
}
