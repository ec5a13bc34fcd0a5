public import Foundation

extension Cassette {
  /// What joining two cassettes has done.
  public struct MergeResult: Hashable, Sendable {
    /// How many entries came from the first cassette: all of them.
    public var firstCount: Int
    /// How many came from the second.
    public var addedCount: Int
    /// How many the second had in common with the first.
    public var commonCount: Int
    /// Whether the file held another text before.
    public var wasWritten: Bool
    /// The names of recorded values that both have, and not the same: those of the first stay.
    public var unequalValues: [String] = []
  }

  /// Saves all entries of this cassette, and then those that only another one has.
  ///
  /// When an entry was recorded and how long it took aside, an entry is written as often as the cassette
  /// that has it more often. Lines of this cassette stay as they are, byte for byte. Placeholders of the
  /// other's secrets are numbered on from this one's. While it is written, nothing can record the file.
  ///
  /// - Parameters:
  ///   - other: The other cassette.
  ///   - url: The file, `NAME.har.gz`, which may be that of either; it is written whole or not at all.
  /// - Returns: How many entries came from where.
  /// - Throws: `CassetteError.notCassetteName` for another name; `.locked` while the file is recorded; `.changed` where it is one of the two and
  ///   not the one that was opened any more; what reading either throws; `.notAFile` or `.system` where
  ///   it cannot be written.
  /// - Complexity: O(*n*) in the size of both, of which one entry each is in memory at a time.
  @discardableResult
  public func merge(
    _ other: Cassette, into url: URL
  ) throws(CassetteError) -> MergeResult {
    try FilePath.checkCassetteName(url.path)
    let lock = try CassetteLock(for: url)
    let path = try FilePath.resolvingLink(url.path)
    for cassette in [self, other] {
      guard let opened = cassette.url, try FilePath.resolvingLink(opened.path) == path else {
        continue
      }
      try cassette.checkUnchanged()
    }
    let result = try CassetteMerge(first: self, second: other).save(to: url)
    try lock.release()
    return result
  }
}
