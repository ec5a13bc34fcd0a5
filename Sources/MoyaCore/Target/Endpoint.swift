#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// A target made concrete: what `MoyaProvider` turns into a request, or answers from a sample.
open class Endpoint {
  /// Makes the sample when, and only when, a stubbed request is answered.
  public typealias SampleResponseClosure = () -> EndpointSampleResponse

  /// The request's URL as text; `urlRequest()` says whether it is one.
  public let url: String
  /// Makes what a stubbed request answers.
  public let sampleResponseClosure: SampleResponseClosure
  /// The request's method.
  public let method: Moya.Method
  /// What the request carries, and how.
  public let task: Task
  /// The request's header fields.
  public let httpHeaderFields: [String: String]?
  /// What knows the call that this is the endpoint of; nil for a user's own.
  package var callToken: (any CallToken)?
  /// The request, where it was made already: who has looked at it wants that one sent.
  package var builtRequest: URLRequest?

  /// An endpoint; nothing is checked before `urlRequest()`.
  public init(
    url: String, sampleResponseClosure: @escaping SampleResponseClosure, method: Moya.Method,
    task: Task, httpHeaderFields: [String: String]?
  ) {
    self.url = url
    self.sampleResponseClosure = sampleResponseClosure
    self.method = method
    self.task = task
    self.httpHeaderFields = httpHeaderFields
  }

  /// A copy with further header fields; of equal names, compared with regard to case, the new
  /// one's value counts.
  open func adding(newHTTPHeaderFields: [String: String]) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task,
      httpHeaderFields: merged(newHTTPHeaderFields))
  }

  /// A copy that carries something else.
  open func replacing(task: Task) -> Endpoint {
    Endpoint(
      url: url, sampleResponseClosure: sampleResponseClosure, method: method, task: task,
      httpHeaderFields: httpHeaderFields)
  }

  private func merged(_ added: [String: String]) -> [String: String]? {
    guard !added.isEmpty else { return httpHeaderFields }
    return (httpHeaderFields ?? [:]).merging(added) { _, new in new }
  }
}

extension Endpoint: Equatable, Hashable {
  /// Whether both make the same request with the same upload; samples and destinations are not
  /// compared.
  ///
  /// - Complexity: that of making both requests.
  public static func == (lhs: Endpoint, rhs: Endpoint) -> Bool {
    lhs === rhs || lhs.identity == rhs.identity
  }

  /// Feeds the request and the upload, or the URL where no request can be made.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(identity)
  }

  /// What makes endpoints equal.
  var identity: EndpointIdentity { EndpointIdentity(self) }
}
#endif
