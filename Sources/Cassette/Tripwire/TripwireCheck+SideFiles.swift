extension TripwireCheck {
  /// What looks like a secret in an interaction that was redacted, its bodies in files of their own
  /// included.
  ///
  /// - Throws: `CassetteError` where a side file cannot be read.
  /// - Complexity: O(*n*) in the size of the interaction and its side files; memory that does not grow
  ///   with these.
  package func hits(
    in interaction: Cassette.Interaction, _ sideFiles: SideFiles
  ) throws(CassetteError) -> [Hit] {
    var result = hits(in: interaction)
    guard !isEmpty else { return result }
    var copy = interaction
    try copy.editResponses { (response, side) throws(CassetteError) in
      guard case .sideFile(let file) = response.body else { return }
      result += try hits(in: file, of: sideFiles, place: side + ".body")
    }
    return result
  }

  private func hits(
    in file: Cassette.Body.SideFile, of sideFiles: SideFiles, place: String
  ) throws(CassetteError) -> [Hit] {
    var found: [Hit] = []
    let windows = WindowedEdits(at: place) { window in
      let (text, _) = Redactor.wholeCharacters(window)
      let placeholders = Placeholder.occurrences(in: text).map(\.range)
      for hit in tokenHits(in: text, place: place, isReplaced: false)
        + suspicionHits(in: text, place: place)
      where !placeholders.contains(where: { $0.overlaps(hit.range) })
        && (window.isLast || hit.range.upperBound < text.count)
        && !found.contains(where: { $0.value == hit.value && $0.finding == hit.finding })
      {
        found.append(hit)
      }
      return .init(edits: [])
    }
    try sideFiles.read(file) { (piece) throws(CassetteError) in
      try windows.add(piece) { (_) throws(CassetteError) in }
    }
    try windows.finish { (_) throws(CassetteError) in }
    return found
  }
}
