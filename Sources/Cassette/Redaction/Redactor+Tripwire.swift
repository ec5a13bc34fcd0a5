extension Redactor {
  /// Replaces the tokens of known shapes that no name has given away.
  func replaceTokens(
    in interaction: inout Cassette.Interaction, of registry: inout SecretRegistry
  ) -> [Tripwire.Finding] {
    var findings: [Tripwire.Finding] = []
    guard !check.isEmpty else { return findings }
    let host = URLParts.host(of: interaction.request.url)
    InteractionTexts.rewrite(&interaction) { site, text in
      guard check.mayHoldTokens(text) else { return nil }
      let bytes = Array(text)
      let hits = check.tokenHits(in: bytes, at: site, isReplaced: true)
      guard !hits.isEmpty else { return nil }
      findings += hits.map(\.finding)
      var userInfo: [Range<Int>] = []
      if case .url = site.kind {
        let parts = URLParts(bytes, in: 0..<bytes.count)
        userInfo = [parts.user, parts.password].compactMap { $0 }
      }
      let edits = hits.map { hit in
        let id = registry.identity(
          of: .init(range: hit.range, label: hit.label, value: hit.value), host: host)
        let isUserInfo = userInfo.contains { $0.overlaps(hit.range) }
        let form = isUserInfo ? .encoded : runText == nil ? .plain : registry.form(of: id)
        return ByteEdit(range: hit.range, placeholder(hit.label, id), form)
      }
      return ByteEdit.apply(edits, to: bytes)
    }
    return findings
  }

  /// The random values under suspicious names in an interaction that `redact` has returned.
  package func suspicions(in interaction: Cassette.Interaction) -> [Tripwire.Finding] {
    check.hits(in: interaction, tokensToo: false).map(\.finding)
  }

  /// The random values under suspicious names that are left in an interaction of a journal when all
  /// secrets are known, its bodies in files of their own included.
  ///
  /// - Parameters:
  ///   - interaction: As the journal has it.
  ///   - sideFiles: Where its bodies lie.
  ///   - knownSecretCount: For how many secrets it has been searched.
  /// - Returns: The values.
  /// - Throws: `CassetteError` where a side file cannot be read.
  package func suspicions(
    in interaction: Cassette.Interaction, _ sideFiles: SideFiles, knownSecretCount: Int
  ) throws(CassetteError) -> [TripwireCheck.Hit] {
    var numbering = PlaceholderNumbering()
    let final = finish(interaction, knownSecretCount: knownSecretCount, numbering: &numbering)
    return try check.hits(in: final, sideFiles).filter { hit in
      // In a side file it stands as it was recorded.
      !withLock { $0.isKnown(hit.value) }
    }
  }

  /// Whether no secret is known.
  package var knowsNothing: Bool { spreadingCount == 0 }

  /// Remembers a secret that does not show by itself: it is replaced wherever it stands from now on.
  ///
  /// - Parameters:
  ///   - value: The secret.
  ///   - name: What placeholders for it are named after.
  /// - Returns: Whether it can be looked for; values of fewer than eight bytes, plain numbers and common
  ///   words cannot.
  @discardableResult
  package func learn(_ value: [UInt8], named name: String) -> Bool {
    guard !value.isEmpty else { return false }
    return withLock { registry in
      _ = registry.identity(
        of: .init(range: nil, label: SecretNames.label(name), value: value), host: [])
      return registry.spreads(value)
    }
  }

  /// Remembers those of the tripwire's findings that somebody says are secrets.
  ///
  /// - Parameters:
  ///   - secrets: Which findings are.
  ///   - interaction: Where they are looked for, as `redact` returned it.
  /// - Returns: The findings that are none of these.
  @discardableResult
  package func learn(
    _ secrets: [Tripwire.Allowance], in interaction: Cassette.Interaction
  ) -> [Tripwire.Finding] {
    learn(secrets, of: check.hits(in: interaction))
  }

  /// The same for findings that are at hand.
  @discardableResult
  package func learn(
    _ secrets: [Tripwire.Allowance], of hits: [TripwireCheck.Hit]
  ) -> [Tripwire.Finding] {
    hits.compactMap { hit in
      let isSecret = secrets.contains { $0.covers(hit.finding) }
      return isSecret && learn(hit.value, named: hit.label) ? nil : hit.finding
    }
  }
}
