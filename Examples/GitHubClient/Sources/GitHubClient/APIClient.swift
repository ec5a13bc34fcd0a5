import Foundation
import MoyaCore

/// What an app asks of GitHub; how it is asked is up to the provider.
public final class APIClient {
  /// Why there is no value, where the server has answered.
  public enum Failure: Error, Hashable {
    /// There is nothing of that name.
    case notFound
    /// The server answered with that status.
    case status(Int)
  }

  private let provider: MoyaProvider<GitHub>

  /// A client; tests give it a provider that answers from a cassette.
  public init(provider: MoyaProvider<GitHub> = MoyaProvider()) {
    self.provider = provider
  }

  /// A line of wisdom.
  public func zen(completion: @escaping (Result<String, any Error>) -> Void) {
    provider.request(.zen) { result in
      completion(Result { try result.get().mapString() })
    }
  }

  /// Somebody's profile.
  ///
  /// - Throws: ``Failure``, or `MoyaError` where the server could not be asked or understood.
  public func profile(of name: String) async throws -> User {
    try await value(of: .userProfile(name))
  }

  /// Somebody's repositories.
  ///
  /// - Throws: As for ``profile(of:)``.
  public func repositories(of name: String) async throws -> [Repository] {
    try await value(of: .userRepositories(name))
  }

  /// The branches of `owner/name`.
  ///
  /// - Throws: As for ``profile(of:)``.
  public func branches(of repository: String, protected: Bool) async throws -> [Branch] {
    try await value(of: .branches(repository, protected: protected))
  }

  private func value<Value: Decodable>(of target: GitHub) async throws -> Value {
    let response = try await response(to: target)
    switch response.statusCode {
    case 200..<300: return try response.map(Value.self)
    case 404: throw Failure.notFound
    default: throw Failure.status(response.statusCode)
    }
  }

  private func response(to target: GitHub) async throws -> Response {
    try await withCheckedThrowingContinuation { continuation in
      provider.request(target) { continuation.resume(with: $0) }
    }
  }
}
