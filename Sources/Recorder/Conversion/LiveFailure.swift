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
  /// Anything else, as NSError knows it; with the name of its kind where the transport is not to blame.
  case other(NSError, kind: String?)

  init(_ error: MoyaError) {
    guard case .underlying(let underlying, _) = error else {
      self = .other(error as NSError, kind: nil)
      return
    }
    switch underlying as? AFError {
    case .explicitlyCancelled:
      self = .cancellation
    case .responseValidationFailed:
      self = .validation
    case .sessionTaskFailed(let inner):
      self.init(inner, kind: nil)
    case .some(let other):
      self.init(other.underlyingError ?? other, kind: Self.kind(of: other))
    case nil:
      self.init(underlying, kind: nil)
    }
  }

  private init(_ error: any Error, kind: String?) {
    let error = error as NSError
    let isCancellation = error.domain == NSURLErrorDomain && error.code == NSURLErrorCancelled
    self = isCancellation ? .cancellation : .other(error, kind: kind)
  }

  /// The name of the error's case.
  private static func kind(of error: AFError) -> String? {
    Mirror(reflecting: error).children.first?.label
  }

  /// Whether a call that has never sent anything can end so, and one that has cannot, but for retries.
  static func isBeforeSending(_ error: AFError) -> Bool {
    switch error {
    case .requestAdaptationFailed, .createURLRequestFailed, .urlRequestValidationFailed,
      .multipartEncodingFailed, .parameterEncodingFailed:
      true
    default: false
    }
  }
}
