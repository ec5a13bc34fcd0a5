import Foundation
import MoyaCore

/// A further page of what another target asks for, at the URL that the server names.
public struct FollowingPage<First: DecodableTargetType>: DecodableTargetType {
  public typealias ResultType = First.ResultType

  let first: First
  let url: URL

  /// The page at that URL.
  public init(of first: First, at url: URL) {
    self.first = first
    self.url = url
  }

  public var baseURL: URL { url }
  public var path: String { "" }
  public var method: MoyaCore.Method { first.method }
  public var task: MoyaCore.Task { .requestPlain }
  public var headers: [String: String]? { first.headers }
  public var decodeAtKeyPath: String? { first.decodeAtKeyPath }
}

extension FollowingPage: Sendable where First: Sendable {}
