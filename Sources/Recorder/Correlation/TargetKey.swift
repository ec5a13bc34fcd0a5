import Cassette
package import MoyaCore

/// What two sides that only share a target can compare to know that they speak of the same call.
///
/// It is computed from the target alone: by the player when the endpoint is made, by the recorder when
/// Moya hands it the target. A target whose task differs each time it is asked for (a nonce, a date) is
/// still known by what does not differ: see ``likeness(to:)``.
package struct TargetKey: Hashable, Sendable {
  private let type: ObjectIdentifier
  private let name: String?
  private let method: String
  private let url: String
  private let content: Int

  /// The key of a target, `MultiTarget` unwrapped at any depth.
  package init(_ target: any TargetType) {
    let target = target.innermost
    type = ObjectIdentifier(Swift.type(of: target))
    name = Cassette.TargetIdentity(target).name
    method = target.method.rawValue
    let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: MultiTarget(target))
    url = endpoint.url
    content = endpoint.hashValue
  }

  /// How sure it is that both speak of the same call: nil for not at all, else higher for surer.
  package func likeness(to other: TargetKey) -> Int? {
    guard type == other.type else { return nil }
    if content == other.content, url == other.url, method == other.method { return 3 }
    if url == other.url, method == other.method { return 2 }
    return name == other.name ? 1 : nil
  }
}
