import Foundation

/// Joins two cassettes: all entries of the first, then those that only the second has.
struct CassetteMerge {
  let first: Cassette
  let second: Cassette

  /// How much two entries have to have in common.
  private enum Likeness: CaseIterable {
    /// All, the time too: they come from one recording.
    case same
    /// All but when they were recorded and how long they took.
    case equal
  }

  /// Saves the joined cassette. The caller holds its lock.
  ///
  /// - Throws: `CassetteError` where a cassette cannot be read, or the new one not written.
  /// - Complexity: O(*n*) in the size of both.
  func save(to url: URL) throws(CassetteError) -> Cassette.MergeResult {
    let pairs = try self.pairs()
    var numbering = PlaceholderNumbering()
    for index in 0..<first.count { numbering.reserve(try first.interaction(at: index)) }
    for (index, likeness) in pairs where likeness == .same {
      numbering.identify(try second.interaction(at: index))
    }
    var values = try first.recordedValues()
    let others = try second.recordedValues()
    numbering.reserve(values.carrier)
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url)
    var conflicts: [String] = []
    let outcome = try sideFiles.save(writer) { () throws(CassetteError) in
      for index in 0..<first.count {
        var none: PlaceholderNumbering?
        try add(at: index, of: first, to: writer, sideFiles, &none)
      }
      var adopting = Optional(numbering)
      for index in 0..<second.count where pairs[index] == nil {
        try add(at: index, of: second, to: writer, sideFiles, &adopting)
      }
      // Lists of both are compared as they stand, for what is equal came from one recording.
      conflicts = values.merge(
        try Self.adopting(others, besides: first.recordedValues(), &adopting))
      writer.values = values
    }
    return Cassette.MergeResult(
      firstCount: first.count, addedCount: second.count - pairs.count, commonCount: pairs.count,
      wasWritten: outcome == .written, unequalValues: conflicts)
  }

  /// Values of the second cassette, with the placeholders of those lists numbered on that the first has
  /// not.
  private static func adopting(
    _ values: Cassette.RecordedValues, besides known: Cassette.RecordedValues,
    _ numbering: inout PlaceholderNumbering?
  ) -> Cassette.RecordedValues {
    guard var given = numbering else { return values }
    defer { numbering = given }
    var result = values
    for name in values.sortedNames where known.list(of: name).isEmpty {
      var one = Cassette.RecordedValues()
      one.set(values.list(of: name), of: name)
      one = one.replaced(from: given.adopt(one.carrier))
      result.set(one.list(of: name), of: name)
    }
    return result
  }

  /// Adds an entry: the old line as it is where nothing in it changes.
  private func add(
    at index: Int, of cassette: Cassette, to writer: CassetteFileWriter, _ sideFiles: SideFiles,
    _ numbering: inout PlaceholderNumbering?
  ) throws(CassetteError) {
    let interaction = try cassette.interaction(at: index)
    var given = numbering
    let adopted = try cassette.reading(bodiesOf: interaction, at: index) {
      () throws(CassetteError) in
      try cassette.adopting(interaction, in: sideFiles, numbering: &given)
    }
    numbering = given
    if adopted == interaction {
      try writer.keep(entryAt: index, of: cassette)
    } else {
      try writer.append(try sideFiles.movingBodies(of: adopted))
    }
  }

  /// The entries of the second cassette that the first has too; each of the first is counted once.
  private func pairs() throws(CassetteError) -> [Int: Likeness] {
    var pairs: [Int: Likeness] = [:]
    var used: Set<Int> = []
    // Pairs from one recording come first, or an equal entry would take their place.
    for likeness in Likeness.allCases {
      var places: [Int: [Int]] = [:]
      for index in 0..<first.count where !used.contains(index) {
        let text = try self.text(at: index, of: first, likeness)
        places[text.hashValue, default: []].append(index)
      }
      for index in 0..<second.count where pairs[index] == nil {
        let text = try self.text(at: index, of: second, likeness)
        guard let candidates = places[text.hashValue],
          // A hash that is equal proves nothing.
          let place = try place(of: text, among: candidates, likeness)
        else { continue }
        used.insert(candidates[place])
        places[text.hashValue]?.remove(at: place)
        pairs[index] = likeness
      }
    }
    return pairs
  }

  private func place(
    of text: [UInt8], among candidates: [Int], _ likeness: Likeness
  ) throws(CassetteError) -> Int? {
    for (place, index) in candidates.enumerated()
    where try self.text(at: index, of: first, likeness) == text {
      return place
    }
    return nil
  }

  /// The bytes that two entries of that likeness share.
  private func text(
    at index: Int, of cassette: Cassette, _ likeness: Likeness
  ) throws(CassetteError) -> [UInt8] {
    var interaction = try cassette.interaction(at: index)
    if likeness == .equal {
      interaction.startedAt = Date(timeIntervalSince1970: 0)
      interaction.duration = .zero
    }
    // Where bodies lie is named after the cassette; what they hold is said by their hash.
    interaction.replaceBodies { body in
      guard case .sideFile(let file) = body, !file.sha256.utf8.isEmpty else { return body }
      return .sideFile(.init(path: "", byteCount: file.byteCount, sha256: file.sha256))
    }
    return interaction.entryText
  }
}
