/// Finds the entries of a cassette that may answer a request, by the hashes of their match keys.
final class CassetteLookUp: Sendable {
  /// The two columns of hashes.
  private struct Columns {
    let routes: HashColumn
    let fulls: HashColumn
  }

  private enum Source {
    case interactions([Cassette.Interaction])
    case columns(Columns)
  }

  /// The entries to compare instead, by their routes.
  private struct Compared {
    var lookUpCount = 0
    /// Sorted; made only for those who ask often.
    var sorted: [(route: UInt32, index: UInt32)]?
  }

  private let source: Locked<Source>
  private let compared = Locked(Compared())
  private let nearbyCount = Locked(0)

  /// Makes the keys of interactions in memory when they are first asked for.
  init(_ interactions: [Cassette.Interaction]) {
    source = Locked(.interactions(interactions))
  }

  init(_ table: EntryTable) {
    source = Locked(
      .columns(Columns(routes: HashColumn(table.routes), fulls: HashColumn(table.fulls))))
  }

  /// How often the hashes of all entries were gone through so far.
  var scanCount: Int {
    routes.scanCount + fulls.scanCount + nearbyCount.withLock { $0 }
  }

  /// The entries that a report of a miss looks at.
  ///
  /// - Complexity: One pass over the hashes of the routes.
  func nearby(_ asked: MatchSubject, count: Int, lastServed: Int?, limit: Int) -> NearbyEntries {
    nearbyCount.withLock { $0 += 1 }
    return NearbyEntries(asked, routes, count: count, lastServed: lastServed, limit: limit)
  }

  var fulls: HashColumn { columns.fulls }
  var routes: HashColumn { columns.routes }

  /// The entries of whole hash 0 that have that route's hash, in file order.
  func entriesToCompare(onRoute route: UInt32) -> [Int] {
    let (zeros, routes) = (fulls.zeros, self.routes)
    return compared.withLock { compared in
      compared.lookUpCount += 1
      guard compared.lookUpCount > 8 else { return zeros.filter { routes[$0] == route } }
      let sorted =
        compared.sorted
        ?? zeros.map { (route: routes[$0], index: UInt32($0)) }.sorted { $0 < $1 }
      compared.sorted = sorted
      let start = sorted.partitionIndex { $0.route >= route }
      return sorted[start...].prefix { $0.route == route }.map { Int($0.index) }
    }
  }

  private var columns: Columns {
    source.withLock { (source: inout Source) -> Columns in
      switch source {
      case .columns(let columns):
        return columns
      case .interactions(let interactions):
        let keys = interactions.map { MatchKey($0) }
        let columns = Columns(
          routes: HashColumn(NumberColumn(keys.lazy.map(\.route))),
          fulls: HashColumn(NumberColumn(keys.lazy.map(\.full))))
        source = .columns(columns)
        return columns
      }
    }
  }
}
