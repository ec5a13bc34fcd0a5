/// The entries of a cassette that a report of a miss looks at, chosen by the index alone.
///
/// Half are on the request's route. The others are on a route like it, of another method, scheme or port, or
/// with a slash more or less; of a route that no hash tells, for it holds a secret; and one of each further
/// route. Of each kind those come first that were recorded next to what was served last.
struct NearbyEntries: Sendable {
  /// Their places in the cassette, the likeliest first.
  let indices: [Int]
  /// Whether any has, or may have, the request's route.
  let isOnRoute: Bool

  /// - Parameters:
  ///   - asked: The request.
  ///   - routes: The hashes of the entries' routes.
  ///   - count: The number of entries.
  ///   - lastServed: The entry that answered last.
  ///   - limit: How many are chosen at most.
  /// - Complexity: One pass over the hashes.
  init(_ asked: MatchSubject, _ routes: HashColumn, count: Int, lastServed: Int?, limit: Int) {
    let route = asked.key.route
    let alike = Self.routes(like: asked)
    var (same, like, untold, others): ([Int], [Int], [Int], [Int]) = ([], [], [], [])
    var known: Set<UInt32> = []
    func look(_ index: Int) {
      let hash = routes[index]
      if hash == route {
        if same.count < limit { same.append(index) }
      } else if hash == 0 {
        if untold.count < limit { untold.append(index) }
      } else if alike.contains(hash) {
        if like.count < limit { like.append(index) }
      } else if others.count < limit, known.insert(hash).inserted {
        others.append(index)
      }
    }
    var after = min((lastServed ?? -1) + 1, count)
    var before = after - 1
    while after < count || before >= 0 {
      if after < count { look(after) }
      if before >= 0 { look(before) }
      after += 1
      before -= 1
    }
    isOnRoute = !same.isEmpty || !untold.isEmpty
    let shares = [
      (same, limit / 2), (like, limit / 4), (untold, limit / 8), (others, limit / 8),
    ]
    // What one kind does not need is the others'.
    let chosen = shares.flatMap { $0.0.prefix($0.1) } + shares.flatMap { $0.0.dropFirst($0.1) }
    indices = Array(chosen.prefix(limit))
  }

  private static let methods = ["GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"].map {
    Array($0.utf8)
  }

  private static func routes(like asked: MatchSubject) -> Set<UInt32> {
    let uri = asked.uri
    let slash = UInt8(ascii: "/")
    let otherPath = uri.path.last == slash ? uri.path.dropLast() : uri.path + [slash]
    let schemes: Set<[UInt8]?> = [uri.scheme, Array("http".utf8), Array("https".utf8)]
    var routes: Set<UInt32> = []
    for method in methods + [Array(asked.request.method.utf8)] {
      for scheme in schemes {
        for port in Set([uri.port, nil]) {
          for path in [uri.path, Array(otherPath)] {
            routes.insert(
              MatchKey.route(
                method: method, scheme: scheme, host: uri.host, port: port, path: path))
          }
        }
      }
    }
    return routes
  }
}
