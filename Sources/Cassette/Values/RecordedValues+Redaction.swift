import Foundation

// Values go through the same hands as interactions: as the notes of one that is never written.
extension Cassette.RecordedValues {
  /// The method by which an interaction is known that only carries values.
  static let carrierMethod = "_values"

  /// The values as an interaction, for whatever looks through interactions or changes texts in them; the
  /// placeholders in them are named.
  package var carrier: Cassette.Interaction {
    var carrier = Cassette.Interaction(
      request: .init(method: Self.carrierMethod, url: ""), outcome: .response(.init(status: 0)))
    let texts = sortedNames.flatMap { list(of: $0) }
    carrier.notes = texts.map { String(decoding: $0, as: UTF8.self) }
    carrier.redactions = texts.flatMap { text in
      Placeholder.occurrences(in: text).map {
        Cassette.Redaction(place: "value", placeholder: $0.spelled($0.placeholder))
      }
    }
    return carrier
  }

  /// The values as their carrier has them after changes.
  ///
  /// One that is no JSON any more, for a secret in it had no clear end, becomes `"[redacted]"`.
  package func replaced(from carrier: Cassette.Interaction) -> Cassette.RecordedValues {
    var result = self
    var next = carrier.notes.makeIterator()
    for name in sortedNames {
      result.set(list(of: name).map { old in next.next().map(Self.json) ?? old }, of: name)
    }
    return result
  }

  private static func json(_ text: String) -> [UInt8] {
    let bytes = Array(text.utf8)
    do throws(JSONError) {
      _ = try JSONDocument(bytes)
      return compact(bytes[...])
    } catch {
      return Array(#""[redacted]""#.utf8)
    }
  }
}
