package import Cassette
package import MoyaCore

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// What two sides that only share a target can compare to know that they speak of the same call.
///
/// It is computed from the target alone: by the player when the endpoint is made, by the recorder when
/// Moya hands it the target. A target whose task differs each time it is asked for (a nonce, a date) is
/// still known by what does not differ: see ``likeness(to:)``.
package struct TargetKey: Hashable, Sendable {
  private let type: ObjectIdentifier
  package let identity: Cassette.TargetIdentity
  private let method: String
  private let url: String
  private let content: Int

  /// The key of a target, `MultiTarget` unwrapped at any depth.
  ///
  /// - Complexity: That of making the target's request.
  package init(_ target: any TargetType) {
    let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: MultiTarget(target))
    // A request that cannot be built fails in its own way; there is nothing to tell apart.
    self.init(target, endpoint, try? endpoint.urlRequest())
  }

  /// The key of a target of which the endpoint that Moya makes, and its request, are at hand.
  ///
  /// - Parameters:
  ///   - target: The target.
  ///   - endpoint: What Moya's default mapping makes of it.
  ///   - request: The endpoint's request; nil where it cannot be built.
  package init(_ target: any TargetType, _ endpoint: Endpoint, _ request: URLRequest?) {
    let target = target.innermost
    type = ObjectIdentifier(Swift.type(of: target))
    identity = Cassette.TargetIdentity(target)
    method = endpoint.method.rawValue
    url = endpoint.url
    content = Self.content(of: endpoint, request)
  }

  /// Whether it is of the target's type; a look at the type only.
  func isOfType(of target: any TargetType) -> Bool {
    type == ObjectIdentifier(Swift.type(of: target.innermost))
  }

  /// Whether it is of the target's type and case.
  func isNamed(as target: any TargetType) -> Bool {
    isOfType(of: target) && identity.name == Cassette.TargetIdentity(target).name
  }

  /// A hash of what calls of one URL differ in: header fields and content, to the last byte.
  ///
  /// On Linux the hash of a URLRequest has neither of them, and that of Data only its beginning.
  private static func content(of endpoint: Endpoint, _ request: URLRequest?) -> Int {
    var hasher = Hasher()
    func combine(_ data: Data) { data.withUnsafeBytes { hasher.combine(bytes: $0) } }
    hasher.combine(endpoint.httpHeaderFields)
    switch endpoint.task {
    case .uploadFile(let file):
      hasher.combine(file)
    case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _):
      for part in parts {
        hasher.combine(part.name)
        hasher.combine(part.fileName)
        hasher.combine(part.mimeType)
        switch part.provider {
        case .data(let data): combine(data)
        case .file(let file): hasher.combine(file)
        // A target makes a new stream each time that it is asked.
        case .stream(_, let length): hasher.combine(length)
        }
      }
    default:
      break
    }
    if let request {
      hasher.combine(request.url)
      if let body = request.httpBody { combine(body) }
    }
    return hasher.finalize()
  }

  /// How sure it is that both speak of the same call: nil for not at all, else higher for surer.
  package func likeness(to other: TargetKey) -> Int? {
    guard type == other.type else { return nil }
    if content == other.content, url == other.url, method == other.method { return 3 }
    if url == other.url, method == other.method { return 2 }
    return identity.name == other.identity.name ? 1 : nil
  }
}
