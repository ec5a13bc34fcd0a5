extension CassetteError {
  /// The error of reading a body, with the entry that it is of.
  ///
  /// Errors of what the content is written to stay as they are.
  ///
  /// - Parameters:
  ///   - cassette: The cassette's path.
  ///   - index: The entry's number, where it is known.
  ///   - url: The URL of its request.
  /// - Returns: The error to throw.
  package func ofBody(in cassette: String, index: Int?, url: String) -> CassetteError {
    switch self {
    case .missingSideFile, .damagedSideFile, .damagedBlock, .truncated, .unfetched, .mergeConflict,
      .convertedLineEnds:
      .unreadableBody(cassette: cassette, index: index, url: url, problem: self)
    default:
      self
    }
  }
}

extension Cassette {
  /// Reads bodies of an entry: what goes wrong names the entry.
  ///
  /// - Throws: What the closure throws; `CassetteError.unreadableBody` where it is of a body.
  package func reading<Result>(
    bodiesOf interaction: Interaction, at index: Int,
    _ body: () throws(CassetteError) -> Result
  ) throws(CassetteError) -> Result {
    do throws(CassetteError) {
      return try body()
    } catch {
      let shown = HARDerivedMembers.withoutSecrets(interaction.request.url)
      throw error.ofBody(
        in: url?.path ?? "a cassette in memory", index: index,
        url: isForeign ? shown : interaction.request.url)
    }
  }
}
