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

  private let source: Locked<Source>

  /// Makes the keys of interactions in memory when they are first asked for.
  init(_ interactions: [Cassette.Interaction]) {
    source = Locked(.interactions(interactions))
  }

  init(_ table: EntryTable) {
    source = Locked(
      .columns(Columns(routes: HashColumn(table.routes), fulls: HashColumn(table.fulls))))
  }

  var fulls: HashColumn { columns.fulls }
  var routes: HashColumn { columns.routes }

  private var columns: Columns {
    source.withLock { (source: inout Source) -> Columns in
      switch source {
      case .columns(let columns):
        return columns
      case .interactions(let interactions):
        let keys = interactions.map { MatchKey($0) }
        let columns = Columns(
          routes: HashColumn(keys.map(\.route)), fulls: HashColumn(keys.map(\.full)))
        source = .columns(columns)
        return columns
      }
    }
  }
}
