#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// What came back for a request: a status and a body, and where they came over a network, the
/// request as sent and the response's header fields.
public final class Response: CustomDebugStringConvertible, Equatable, Sendable {
  /// The status code.
  public let statusCode: Int
  /// The body; empty for a download, whose body is in its file.
  public let data: Data
  /// The request as sent, plugins' changes included.
  public let request: URLRequest?
  /// The response with its header fields; nil for a stub by status code.
  public var response: HTTPURLResponse? { source.response }
  private let source: ResponseSource
  /// Where a mapping has found nothing, for the text of its error.
  let emptyKeyPath: String?

  /// A response.
  public init(
    statusCode: Int, data: Data, request: URLRequest? = nil, response: HTTPURLResponse? = nil
  ) {
    self.statusCode = statusCode
    self.data = data
    self.request = request
    source = .made(response)
    emptyKeyPath = nil
  }

  /// A response whose `HTTPURLResponse` is made when somebody asks for it.
  ///
  /// - Parameters:
  ///   - statusCode: The status code that the `HTTPURLResponse` will have.
  ///   - data: The body.
  ///   - request: The request as sent.
  ///   - response: What makes it, and gives the same each time; called on any thread.
  package init(
    statusCode: Int, data: Data, request: URLRequest?,
    making response: @escaping @Sendable () -> HTTPURLResponse
  ) {
    self.statusCode = statusCode
    self.data = data
    self.request = request
    source = .later(response)
    emptyKeyPath = nil
  }

  /// The same response, in which there is nothing at that key path.
  init(_ other: Response, emptyKeyPath: String) {
    statusCode = other.statusCode
    data = other.data
    request = other.request
    source = other.source
    self.emptyKeyPath = emptyKeyPath
  }

  /// The status code and the body's length in bytes.
  public var description: String {
    "Status Code: \(statusCode), Data Length: \(data.count)"
  }

  /// The same as `description`.
  public var debugDescription: String { description }

  /// Whether status, body and `HTTPURLResponse` are equal; the request is not compared.
  public static func == (lhs: Response, rhs: Response) -> Bool {
    lhs.statusCode == rhs.statusCode && lhs.data == rhs.data && lhs.response == rhs.response
  }
}

extension Response {
  /// The response itself, where its status is in the range.
  ///
  /// - Throws: ``MoyaError/statusCode(_:)``.
  public func filter<R: RangeExpression>(statusCodes: R) throws -> Response where R.Bound == Int {
    guard statusCodes.contains(statusCode) else { throw MoyaError.statusCode(self) }
    return self
  }

  /// The response itself, where this is its status.
  ///
  /// - Throws: ``MoyaError/statusCode(_:)``.
  public func filter(statusCode: Int) throws -> Response {
    try filter(statusCodes: statusCode...statusCode)
  }

  /// The response itself, where its status is from 200 to 299.
  ///
  /// - Throws: ``MoyaError/statusCode(_:)``.
  public func filterSuccessfulStatusCodes() throws -> Response {
    try filter(statusCodes: 200...299)
  }

  /// The response itself, where its status is from 200 to 399.
  ///
  /// - Throws: ``MoyaError/statusCode(_:)``.
  public func filterSuccessfulStatusAndRedirectCodes() throws -> Response {
    try filter(statusCodes: 200...399)
  }
}
#endif
