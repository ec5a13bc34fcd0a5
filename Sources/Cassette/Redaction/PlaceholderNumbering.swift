/// Gives the placeholders of a recording run their final numbers.
///
/// A number counts the distinct secrets of a name in the order of entries, after the highest that kept
/// entries carry. It needs none of the secrets, so that a journal left by a crash can be saved too.
package struct PlaceholderNumbering: Sendable {
  private enum Secret: Hashable {
    case provisional(run: String, number: Int)
    /// Of another cassette, where every name has numbers of its own.
    case adopted(name: String, number: Int)
  }

  private var highest: [String: Int] = [:]
  private var final: [Secret: Placeholder] = [:]
  private var taken: Set<Placeholder> = []

  /// A numbering that begins at 1 for every name.
  package init() {}

  /// Leaves out the numbers that an entry carries which is kept; for all of these before the first call
  /// of `renumber`.
  package mutating func reserve(_ interaction: Cassette.Interaction) {
    for redaction in interaction.redactions {
      for occurrence in Placeholder.occurrences(in: Array(redaction.placeholder.utf8)) {
        let placeholder = occurrence.placeholder
        if placeholder.run == nil, let number = placeholder.number {
          highest[placeholder.name] = max(highest[placeholder.name] ?? 0, number)
        }
      }
    }
  }

  /// The interaction with final placeholders for provisional ones; as it is where it has none.
  ///
  /// A secret is named after the place at which it stands first. Only texts that `redactions` names are
  /// taken for placeholders.
  package mutating func renumber(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    replace(in: interaction, Self.placeholders(of: interaction).filter { $0.run != nil })
  }

  /// The interaction of another cassette, its placeholders numbered on from the highest so far.
  ///
  /// Equal ones stay equal from one call to the next, so all must be of one cassette.
  package mutating func adopt(_ interaction: Cassette.Interaction) -> Cassette.Interaction {
    replace(
      in: interaction,
      Self.placeholders(of: interaction).filter { $0.run == nil && $0.number != nil })
  }

  /// Gives the secrets of a new interaction the numbers that stood at the same places of an old entry,
  /// as far as no other secret has them; for all such entries before the first call of `renumber`.
  package mutating func prefer(
    numbersOf old: Cassette.Interaction, for new: Cassette.Interaction
  ) {
    reserve(old)
    let (oldPlaces, newPlaces) = (
      Dictionary(grouping: old.redactions, by: \.place),
      Dictionary(grouping: new.redactions, by: \.place)
    )
    for (place, redactions) in newPlaces.sorted(by: {
      $0.key.utf8.lexicographicallyPrecedes($1.key.utf8)
    }) {
      guard let before = oldPlaces[place], before.count == redactions.count else { continue }
      for (old, new) in zip(before, redactions) {
        guard let old = Self.placeholder(old), let new = Self.placeholder(new), old.run == nil,
          old.number != nil, old.name == new.name, let run = new.run, let number = new.number
        else { continue }
        let secret = Secret.provisional(run: run, number: number)
        if final[secret] == nil, taken.insert(old).inserted { final[secret] = old }
      }
    }
  }

  private static func placeholder(_ redaction: Cassette.Redaction) -> Placeholder? {
    Placeholder.occurrences(in: Array(redaction.placeholder.utf8)).first?.placeholder
  }

  /// Takes the placeholders of an entry to mean the same in the other cassette as in this one: it is in
  /// both, to the millisecond. For all such entries before the first call of `adopt`.
  package mutating func identify(_ interaction: Cassette.Interaction) {
    for placeholder in Self.placeholders(of: interaction) {
      guard placeholder.run == nil, let number = placeholder.number else { continue }
      final[.adopted(name: placeholder.name, number: number)] = placeholder
    }
  }

  static func placeholders(of interaction: Cassette.Interaction) -> Set<Placeholder> {
    Set(
      interaction.redactions.flatMap {
        Placeholder.occurrences(in: Array($0.placeholder.utf8)).map(\.placeholder)
      })
  }

  private mutating func replace(
    in interaction: Cassette.Interaction, _ old: Set<Placeholder>
  ) -> Cassette.Interaction {
    guard !old.isEmpty else { return interaction }
    var result = interaction
    InteractionTexts.rewrite(&result) { _, bytes in
      Placeholder.mayOccur(in: bytes) ? replace(in: Array(bytes), old) : nil
    }
    result.redactions = Set(
      interaction.redactions.map { redaction in
        Cassette.Redaction(
          place: replace(in: redaction.place, old),
          placeholder: replace(in: redaction.placeholder, old))
      }
    ).sortedByPlace()
    return result
  }

  private mutating func replace(in text: String, _ old: Set<Placeholder>) -> String {
    replace(in: Array(text.utf8), old).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private mutating func replace(in bytes: [UInt8], _ old: Set<Placeholder>) -> [UInt8]? {
    ByteEdit.apply(edits(of: bytes) { old.contains($0) }, to: bytes)
  }

  /// The edits that give final numbers to those placeholders of a text.
  mutating func edits(of bytes: [UInt8], where isOld: (Placeholder) -> Bool) -> [ByteEdit] {
    Placeholder.occurrences(in: bytes).compactMap { occurrence in
      guard isOld(occurrence.placeholder), let final = number(occurrence.placeholder)
      else { return nil }
      return ByteEdit(
        range: occurrence.range, replacement: Array(occurrence.spelled(final).utf8))
    }
  }

  private mutating func number(_ placeholder: Placeholder) -> Placeholder? {
    guard let number = placeholder.number else { return nil }
    let secret: Secret =
      if let run = placeholder.run {
        .provisional(run: run, number: number)
      } else {
        .adopted(name: placeholder.name, number: number)
      }
    if let known = final[secret] { return known }
    // Only a broken file has the highest number there is.
    let (next, overflow) = (highest[placeholder.name] ?? 0).addingReportingOverflow(1)
    guard !overflow else { return nil }
    highest[placeholder.name] = next
    let result = Placeholder(name: placeholder.name, run: nil, number: next)
    final[secret] = result
    return result
  }
}
