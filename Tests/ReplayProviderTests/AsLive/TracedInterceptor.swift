#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// An interceptor that notes what it is asked, and answers as its closures say.
final class TracedInterceptor: RequestInterceptor, @unchecked Sendable {
  // Unchecked: a trace locks what it holds.

  /// How a request is adapted.
  enum Adaptation: Sendable {
    case adapted
    /// From another thread.
    case later
    /// As it is, and as a failure from another thread.
    case twice
    case failure
  }

  /// What becomes of an attempt.
  enum Decision: Sendable {
    case retry
    case retryWithDelay(Double)
    case doNotRetry
    case doNotRetryWithError
    /// From another thread.
    case retryLater
    /// Retried, and then not.
    case retryTwice
    /// Later: the closure is handed out with the decision to make.
    case held(@Sendable (@escaping @Sendable (RetryResult) -> Void) -> Void)
  }

  /// Adapts a request; the number is that of the attempt, from 0.
  typealias Adapting = @Sendable (inout URLRequest, Int) -> Adaptation
  typealias Retrying = @Sendable (Request, any Error) -> Decision

  private let trace: Trace
  private let adapting: Adapting
  private let retrying: Retrying
  private let adaptations = TestSupport.Locked(0)

  init(
    _ trace: Trace, adapting: @escaping Adapting = { _, _ in .adapted },
    retrying: @escaping Retrying = { _, _ in .retry }
  ) {
    self.trace = trace
    self.adapting = adapting
    self.retrying = retrying
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    let number = adaptations.withLock { value in
      defer { value += 1 }
      return value
    }
    trace.note("adapt \(urlRequest.httpMethod ?? "-") \(urlRequest.url?.path ?? "-")")
    var request = urlRequest
    switch adapting(&request, number) {
    case .adapted: completion(.success(request))
    case .later: DispatchQueue.global().async { [request] in completion(.success(request)) }
    case .twice:
      completion(.success(request))
      DispatchQueue.global().async { completion(.failure(NSError(domain: "late", code: 1))) }
    case .failure: completion(.failure(NSError(domain: "signing", code: number)))
    }
  }

  func retry(
    _ request: Request, for session: Session, dueTo error: any Error,
    completion: @escaping @Sendable (RetryResult) -> Void
  ) {
    trace.note("retry \(Self.describe(request, error))")
    switch retrying(request, error) {
    case .retry: completion(.retry)
    case .retryWithDelay(let seconds): completion(.retryWithDelay(seconds))
    case .doNotRetry: completion(.doNotRetry)
    case .doNotRetryWithError:
      completion(.doNotRetryWithError(NSError(domain: "refresh", code: 9)))
    case .retryLater: DispatchQueue.global().async { completion(.retry) }
    case .retryTwice:
      completion(.retry)
      completion(.doNotRetry)
    case .held(let hold): hold(completion)
    }
  }

  /// All that a retrier can see.
  private static func describe(_ request: Request, _ error: any Error) -> String {
    let answer = request.response.map { response in
      let length = response.value(forHTTPHeaderField: "Content-Length") ?? "-"
      return "\(response.statusCode) of \(response.url?.path ?? "-") with \(length)"
    }
    let data = (request as? DataRequest)?.data.map { String(decoding: $0, as: UTF8.self) }
    let same = (request.error as NSError?)?.localizedDescription == error.localizedDescription
    return [
      "\(type(of: request)) \(request.retryCount)", describe(error), answer ?? "no answer",
      data ?? "no data", same ? "same" : "other: \(String(describing: request.error))",
      "\(request.state)", request.description, "\(request.requests.count) requests",
    ].joined(separator: ", ")
  }

  private static func describe(_ error: any Error) -> String {
    guard let error = error as? AFError else { return "\(type(of: error))" }
    let inner = error.underlyingError as NSError?
    let code = error.responseCode.map { "\($0)" } ?? "-"
    return "AFError \(inner?.domain ?? "-") \(inner?.code ?? 0) \(code)"
  }
}
#endif
