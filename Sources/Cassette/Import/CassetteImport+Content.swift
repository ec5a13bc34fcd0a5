extension CassetteImport {
  /// What an importer has found in a file.
  public struct Content: Sendable {
    /// The interactions, nothing redacted yet.
    public var cassette: Cassette
    /// The entries that were left out, for they hold nothing that could be replayed.
    public var skipped: [Cassette.SkippedEntry]
    /// How many were left out; more than `skipped` has where only the first of them are there.
    public var skippedCount: Int
    /// What was odd and how it was taken, each naming the entry.
    public var warnings: [String]

    /// What a file holds; without a number, all entries that were left out are given.
    public init(
      cassette: Cassette, skipped: [Cassette.SkippedEntry] = [], skippedCount: Int? = nil,
      warnings: [String] = []
    ) {
      self.cassette = cassette
      self.skipped = skipped
      self.skippedCount = max(skippedCount ?? 0, skipped.count)
      self.warnings = warnings
    }
  }
}
