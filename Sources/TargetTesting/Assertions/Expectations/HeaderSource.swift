import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Whose header fields are looked at.
public struct HeaderSource: Sendable {
  private enum Source {
    case target, request
  }

  private let source: Source

  /// The target's `headers`.
  public static let target = HeaderSource(source: .target)
  /// The request that Moya's default mapping builds, with what the encoding of parameters adds.
  public static let request = HeaderSource(source: .request)

  /// The fields.
  ///
  /// - Throws: What keeps the request from being built.
  func headers(of target: any TargetType) throws -> [String: String] {
    switch source {
    case .target: target.headers ?? [:]
    case .request: try BuiltRequest.make(target).allHTTPHeaderFields ?? [:]
    }
  }
}
