extension Cassette {
  /// What the program made for itself while this was recorded; nothing for a cassette in memory, and for
  /// another program's HAR.
  ///
  /// - Throws: `CassetteError.damagedBlock`, `.truncated`, `.tooLarge` or `.notHAR` where the end of the
  ///   text is broken; `.changed` or `.system` where it cannot be read any more.
  /// - Complexity: O(*n*) in the size of the values, and the last entry.
  package func recordedValues() throws(CassetteError) -> RecordedValues {
    if case .file(let file) = storage { try file.values() } else { RecordedValues() }
  }
}

extension CassetteFile {
  /// The values that stand behind the entries.
  func values() throws(CassetteError) -> Cassette.RecordedValues {
    guard hasIndex else { return scannedValues }
    // The last line, before which stands that of the last entry, or the first of the file.
    let position = BGZF.VirtualOffset(rawValue: table.positions.last ?? 0)
    let line = try lineBehind(position)
    guard let values = CassetteText.readClosing(line, limits: limits) else {
      throw HARScanner.noValues(path: path)
    }
    return values
  }
}
