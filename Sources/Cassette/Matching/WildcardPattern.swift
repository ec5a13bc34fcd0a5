/// A recorded text in which placeholders stand for one byte or more each.
struct WildcardPattern: Sendable {
  /// A placeholder, and how it is spelled in the text.
  struct Spelling: Hashable, Sendable {
    var text: [UInt8]
    var placeholder: [UInt8]
  }

  /// The text between the wildcards: one more than there are wildcards.
  private var literals: [[UInt8]] = []
  /// The placeholder of each wildcard.
  private(set) var placeholders: [[UInt8]] = []

  /// The pattern of a text; nil where none of the placeholders occurs in it.
  init?(_ text: [UInt8], _ spellings: [Spelling]) {
    let spellings = spellings.filter { !$0.text.isEmpty }
      .sorted { $0.text.count > $1.text.count }
    let firsts = Set(spellings.compactMap(\.text.first))
    var literal: [UInt8] = []
    var index = 0
    while index < text.count {
      if firsts.contains(text[index]),
        let found = spellings.first(where: { text[index...].starts(with: $0.text) })
      {
        literals.append(literal)
        placeholders.append(found.placeholder)
        literal = []
        index += found.text.count
      } else {
        literal.append(text[index])
        index += 1
      }
    }
    guard !placeholders.isEmpty else { return nil }
    literals.append(literal)
  }

  /// The text before the first wildcard, with which every text begins that fits.
  var opening: [UInt8] { literals[0] }
  /// The text after the last wildcard, with which every text ends that fits.
  var ending: [UInt8] { literals[literals.count - 1] }

  /// What stands in a live text at each wildcard; nil where it does not fit.
  ///
  /// Each wildcard but the last takes as few bytes as it can.
  ///
  /// - Complexity: O(*n*) in the number of bytes of both texts.
  func match(_ live: [UInt8]) -> [ArraySlice<UInt8>]? {
    guard live.starts(with: literals[0]) else { return nil }
    var start = literals[0].count
    var values: [ArraySlice<UInt8>] = []
    for literal in literals.dropFirst().dropLast() {
      guard let end = ByteSearch(literal).first(in: live, from: start + 1) else { return nil }
      values.append(live[start..<end])
      start = end + literal.count
    }
    let last = literals[literals.count - 1]
    let end = live.count - last.count
    guard end > start, live[end...].elementsEqual(last) else { return nil }
    values.append(live[start..<end])
    return values
  }
}
