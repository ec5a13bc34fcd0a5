/// Two hashes by which a request is looked up among thousands before any is compared.
///
/// Requests that are equal by `RequestMatcher.default` have equal hashes. A hash of 0 means "compare
/// instead": such an entry is a candidate for every request, and a request with such a hash has every
/// entry for a candidate.
package struct MatchKey: Hashable, Sendable {
  /// The version of the rules by which requests are made canonical and hashed.
  ///
  /// Hashes are stored in cassettes: whatever changes one of them must raise this, so that old indexes
  /// are not trusted.
  package static let version = 1

  /// The hash of the route: method, scheme, host, port and path.
  package var route: UInt32
  /// The hash of the whole default match key: route, query, and body by its type.
  package var full: UInt32

  /// A key of those hashes.
  package init(route: UInt32, full: UInt32) {
    self.route = route
    self.full = full
  }
}
