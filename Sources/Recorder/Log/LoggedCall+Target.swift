import Cassette
import Foundation
package import MoyaCore

#if canImport(FoundationNetworking)
package import FoundationNetworking
#endif

/// A target as its calls are looked for in a run's log.
package struct SoughtTarget {
  private let key: TargetKey
  private let request: Cassette.Request?

  /// All but where a request goes and by which method: the key has compared these.
  private static let rest = RequestMatcher.default.removing(
    .method, .scheme, .host, .port, .path)

  /// A target, and the request that Moya's default mapping builds of it; nil where none can be built.
  package init(_ target: any TargetType, request: URLRequest?) {
    key = TargetKey(target)
    self.request = request.map { Cassette.Request($0, content: RequestContent(target.task)) }
  }

  /// Whether a call was made with an equal target.
  ///
  /// Equal are targets of one type whose requests are, as Moya's default mapping builds them; `MultiTarget` is
  /// looked through. Of content that is short its meaning counts, as for matching, so that the order of a
  /// dictionary's keys does not.
  package func isTarget(of call: LoggedCall) -> Bool {
    switch call.key.likeness(to: key) {
    case 3: return true
    case 2: break
    default: return false
    }
    // Where the content is the same, header fields of the target's differ.
    guard let request, let built = call.request, request.body != built.body else { return false }
    // The provider's own endpointClosure may have added some.
    let hasFields = request.headerFields.allSatisfy { field in
      built.headerFields[field.name].map { $0.utf8.elementsEqual(field.value.utf8) } ?? false
    }
    guard hasFields else { return false }
    let recorded = Cassette.Interaction(
      request: built, outcome: .response(Cassette.Response(status: 200)))
    return Self.rest.differences(between: request, and: recorded).isEmpty
  }
}
