extension Cassette.Interaction {
  /// The entry's JSON text, as a cassette has it on one line: equal bytes mean equal interactions.
  ///
  /// - Complexity: O(*n*) in the size of the interaction.
  package var entryText: [UInt8] {
    var encoder = HAREntryEncoder()
    var text: [UInt8] = []
    encoder.encode(self, into: &text)
    return text
  }
}
