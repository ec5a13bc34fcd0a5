extension Redactor {
  /// Remembers the values of environment variables as secrets, each under its variable's name.
  ///
  /// - Parameters:
  ///   - names: The variables; one that is not set, or empty, has no secret.
  ///   - environment: The variables and their values.
  /// - Returns: The names of those whose values cannot be looked for: of fewer than eight bytes, plain
  ///   numbers and common words.
  package func learn(variables names: [String], of environment: [String: String]) -> [String] {
    names.filter { name in
      guard let value = environment[name], !value.utf8.isEmpty else { return false }
      return !learn(Array(value.utf8), named: name)
    }
  }

  /// Where secrets that were learned stand in an interaction, its bodies in files of their own included.
  ///
  /// - Parameters:
  ///   - interaction: The interaction, which nothing changes.
  ///   - sideFiles: Where its bodies lie.
  /// - Returns: The places, as `Cassette.Redaction.place` names them, each once.
  /// - Throws: `CassetteError` where a side file cannot be read.
  /// - Complexity: O(*n*) in the size of the interaction and its side files; memory that does not grow
  ///   with these.
  package func placesOfSecrets(
    in interaction: Cassette.Interaction, _ sideFiles: SideFiles
  ) throws(CassetteError) -> Set<String> {
    let known = Set(interaction.redactions)
    var places = Set(redact(interaction).redactions.filter { !known.contains($0) }.map(\.place))
    var copy = interaction
    try copy.editResponses { (response, side) throws(CassetteError) in
      guard case .sideFile(let file) = response.body else { return }
      let findings = StreamFindings()
      let edits = laterEdits(at: side + ".body", keeping: [], findings)
      try sideFiles.read(file) { (piece) throws(CassetteError) in
        try edits.add(piece) { (_) throws(CassetteError) in }
      }
      try edits.finish { (_) throws(CassetteError) in }
      places.formUnion(findings.redactions.map(\.place))
    }
    return places
  }
}
