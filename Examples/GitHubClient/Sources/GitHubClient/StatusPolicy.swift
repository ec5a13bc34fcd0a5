import MoyaCore

/// Which statuses a client takes for an answer.
public struct StatusPolicy: Sendable {
  private let accepts: @Sendable (Int) -> Bool

  /// 200 to 299.
  public static let successful = StatusPolicy { (200...299).contains($0) }
  /// 200 to 399.
  public static let successfulOrRedirected = StatusPolicy { (200...399).contains($0) }
  /// All of them.
  public static let any = StatusPolicy { _ in true }

  /// Those, and no others.
  public static func codes(_ codes: Set<Int>) -> StatusPolicy {
    StatusPolicy { codes.contains($0) }
  }

  func callAsFunction(_ statusCode: Int) -> Bool { accepts(statusCode) }
}

extension Response {
  /// The response itself, where the policy takes its status.
  func accepted(by policy: StatusPolicy) throws(MoyaError) -> Response {
    guard policy(statusCode) else { throw .statusCode(self) }
    return self
  }

  /// What `read` makes of the response; an error that is none of Moya's becomes `objectMapping`.
  func reading<Value>(_ read: (Response) throws -> Value) throws(MoyaError) -> Value {
    do {
      return try read(self)
    } catch let error as MoyaError {
      throw error
    } catch {
      throw .objectMapping(error, self)
    }
  }
}
