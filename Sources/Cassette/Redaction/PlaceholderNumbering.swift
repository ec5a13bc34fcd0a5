/// Gives the placeholders of a recording run their final numbers.
///
/// A number counts the distinct secrets of a name in the order of entries, after the highest that kept
/// entries carry. It needs none of the secrets, so that a journal left by a crash can be saved too.
package struct PlaceholderNumbering: Sendable {
  private struct Secret: Hashable {
    let run: String
    let number: Int
  }

  private var highest: [String: Int] = [:]
  private var final: [Secret: Placeholder] = [:]

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
    let provisional = Set(
      interaction.redactions.flatMap {
        Placeholder.occurrences(in: Array($0.placeholder.utf8)).map(\.placeholder)
      }.filter { $0.run != nil })
    guard !provisional.isEmpty else { return interaction }
    var result = interaction
    InteractionTexts.rewrite(&result) { _, bytes in
      replace(in: bytes, provisional)
    }
    result.redactions = Set(
      interaction.redactions.map { redaction in
        Cassette.Redaction(
          place: replace(in: redaction.place, provisional),
          placeholder: replace(in: redaction.placeholder, provisional))
      }
    ).sortedByPlace()
    return result
  }

  private mutating func replace(in text: String, _ provisional: Set<Placeholder>) -> String {
    replace(in: Array(text.utf8), provisional).map { String(decoding: $0, as: UTF8.self) } ?? text
  }

  private mutating func replace(in bytes: [UInt8], _ provisional: Set<Placeholder>) -> [UInt8]? {
    let edits = Placeholder.occurrences(in: bytes).compactMap { occurrence -> ByteEdit? in
      guard provisional.contains(occurrence.placeholder),
        let final = number(occurrence.placeholder)
      else { return nil }
      return ByteEdit(
        range: occurrence.range, replacement: Array(occurrence.spelled(final).utf8))
    }
    return ByteEdit.apply(edits, to: bytes)
  }

  private mutating func number(_ placeholder: Placeholder) -> Placeholder? {
    guard let run = placeholder.run, let number = placeholder.number else { return nil }
    let secret = Secret(run: run, number: number)
    if let known = final[secret] { return known }
    let next = (highest[placeholder.name] ?? 0) + 1
    highest[placeholder.name] = next
    let result = Placeholder(name: placeholder.name, run: nil, number: next)
    final[secret] = result
    return result
  }
}
