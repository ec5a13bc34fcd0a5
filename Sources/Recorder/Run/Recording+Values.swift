import Cassette

// What the program makes for itself: ids, dates, seeds.
extension Recording {
  /// Adds a value, with its secrets replaced.
  ///
  /// - Parameter value: The value as the program has it.
  /// - Returns: nil where it is recorded, else why it cannot be.
  /// - Throws: `CassetteError` where it cannot be written.
  func append(_ value: JournalValue) throws(CassetteError) -> String? {
    var values = Cassette.RecordedValues()
    values.append(value.json, to: value.name)
    if let reason = Self.reasonAgainst(value.json) { return reason }
    let redacted = redactor.redactCounting(values.carrier)
    let written = values.replaced(from: redacted.interaction)
    return try state.withLock { state throws(CassetteError) in
      guard !state.hasEnded else {
        reporter.warn(
          "a value was made after the run on \(url.path) had ended, and is not recorded")
        return nil
      }
      if state.valueByteCount == nil { state.valueByteCount = try oldValues().byteCount }
      let byteCount = state.valueByteCount ?? 0
      guard written.byteCount <= Cassette.RecordedValues.byteLimit - byteCount else {
        return Self.tooMuchText
      }
      let journal = try open(&state)
      for json in written[value.name] {
        try journal.append(JournalValue(name: value.name, number: value.number, json: json))
      }
      state.valueByteCount = byteCount + written.byteCount
      warn(of: state.tripwire.add(redacted.findings, number: nil))
      if written != values {
        reporter.warn(
          "the value \"\(VisibleText.plain(value.name, limit: 100))\" holds what is taken for a secret: "
            + "a replay of \(url.path) gives a placeholder in its place")
      }
      return nil
    }
  }

  private static let tooMuchText =
    "the values of one cassette may have \(Cassette.RecordedValues.byteLimit) bytes of text"

  private static func reasonAgainst(_ json: [UInt8]) -> String? {
    guard json.count <= Cassette.RecordedValues.byteLimit else { return tooMuchText }
    do throws(JSONError) {
      _ = try JSONDocument(json, maximumDepth: Cassette.RecordedValues.depthLimit)
      return nil
    } catch {
      return error.reason
    }
  }

  /// Whether a journal holds what is to be saved: values alone do not take the place of a cassette.
  func isWorthSaving(_ journal: Journal) throws(CassetteError) -> Bool {
    guard journal.records().isEmpty else { return true }
    if journal.values.isEmpty { return false }
    return try old != nil ? true : !FileExistence.isThere(url)
  }

  private func oldValues() throws(CassetteError) -> Cassette.RecordedValues {
    if let old { try old.recordedValues() } else { Cassette.RecordedValues() }
  }

  /// The values to save: those of the old cassette, where it is kept, and behind them the new ones.
  func values(
    _ journal: Journal, _ numbering: inout PlaceholderNumbering
  ) throws(CassetteError) -> Cassette.RecordedValues {
    var values = try oldValues()
    values.take(journal.values)
    return values.replaced(from: redactor.finish(values.carrier, numbering: &numbering))
  }
}
