/// Two hashes by which a request is looked up among thousands before any is compared.
///
/// A hash of 0 means "compare instead": such an entry is a candidate for every request.
package struct MatchKey: Hashable, Sendable {
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
