extension CassetteImport {
  /// What an importer has found in a file.
  public struct Content: Sendable {
    /// The interactions, nothing redacted yet.
    public var cassette: Cassette
    /// The entries that were left out, for they hold nothing that could be replayed.
    public var skipped: [Cassette.SkippedEntry]
    /// What was odd and how it was taken, each naming the entry.
    public var warnings: [String]

    /// What a file holds.
    public init(
      cassette: Cassette, skipped: [Cassette.SkippedEntry] = [], warnings: [String] = []
    ) {
      self.cassette = cassette
      self.skipped = skipped
      self.warnings = warnings
    }
  }
}
