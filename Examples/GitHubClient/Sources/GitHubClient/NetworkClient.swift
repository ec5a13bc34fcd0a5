import Foundation
import MoyaCore

/// The one client of an app: all targets of all services, through one provider.
public final class NetworkClient: Sendable {
  /// The client that asks the real servers.
  public static let live = NetworkClient()

  /// A client that answers at once with the targets' sample data.
  public static func stubbed(accepting policy: StatusPolicy = .successful) -> NetworkClient {
    NetworkClient(
      provider: MoyaProvider(stubClosure: MoyaProvider.immediatelyStub), accepting: policy)
  }

  private let provider: MoyaProvider<MultiTarget>
  private let policy: StatusPolicy

  /// A client on that provider; a test gives it a `ReplayProvider<MultiTarget>`.
  public init(
    provider: MoyaProvider<MultiTarget> = MoyaProvider(),
    accepting policy: StatusPolicy = .successful
  ) {
    self.provider = provider
    self.policy = policy
  }

  /// Sends a target, and gives the value that its response stands for.
  ///
  /// - Throws: `MoyaError`: `statusCode` for a status that the policy does not take, a mapping error for
  ///   content that does not decode, else what the provider failed with.
  public func request<Target: DecodableTargetType>(
    _ target: Target, isolation: isolated (any Actor)? = #isolation
  ) async throws(MoyaError) -> Target.ResultType {
    try await answer(to: target).value
  }

  /// Sends a target, and gives its value and its response's header fields.
  ///
  /// - Throws: As for ``request(_:isolation:)``.
  public func answer<Target: DecodableTargetType>(
    to target: Target, isolation: isolated (any Actor)? = #isolation
  ) async throws(MoyaError) -> Answer<Target.ResultType> {
    let response = try await provider.request(MultiTarget(target))
    return try response.reading { response in
      let value = try response.accepted(by: policy)
        .map(Target.ResultType.self, atKeyPath: target.decodeAtKeyPath, failsOnEmptyData: false)
      return Answer(value: value, response: response)
    }
  }

  /// Sends a target and then all pages that follow, and gives what is on them.
  ///
  /// - Throws: As for ``request(_:isolation:)``.
  public func all<Target: DecodableTargetType, Item>(
    _ target: Target, isolation: isolated (any Actor)? = #isolation
  ) async throws(MoyaError) -> [Item] where Target.ResultType == [Item] {
    var page = try await answer(to: target)
    var items = page.value
    // Header fields that the target sends go to its own server only.
    while let url = page.nextPage, url.host == page.response.request?.url?.host {
      page = try await answer(to: FollowingPage(of: target, at: url))
      items += page.value
    }
    return items
  }
}
