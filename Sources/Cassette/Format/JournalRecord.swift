/// Where an interaction's entry lies in a journal.
package struct JournalRecord: Hashable, Sendable, Comparable {
  /// The number that its call got when it started.
  package let number: Int
  /// Whether the entry has the progress of receiving its content, which is left out where that tells it.
  package let countsReceived: Bool
  /// Where the entry's JSON text begins, in bytes.
  let offset: Int
  /// The size of that text, in bytes.
  let byteCount: Int

  /// Orders by the calls' starts; two of one number by when they were written.
  package static func < (left: JournalRecord, right: JournalRecord) -> Bool {
    (left.number, left.offset) < (right.number, right.offset)
  }
}
