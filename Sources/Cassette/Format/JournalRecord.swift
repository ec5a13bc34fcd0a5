/// Where an interaction's entry lies in a journal.
package struct JournalRecord: Hashable, Sendable, Comparable {
  /// The number that its call got when it started.
  package let number: Int
  /// Where the entry's JSON text begins, in bytes.
  let offset: Int
  /// The size of that text, in bytes.
  let byteCount: Int

  /// Orders by the calls' starts; two of one number by when they were written.
  package static func < (left: JournalRecord, right: JournalRecord) -> Bool {
    (left.number, left.offset) < (right.number, right.offset)
  }
}
