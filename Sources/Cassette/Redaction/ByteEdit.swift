/// A range of bytes and what is to stand in its place.
struct ByteEdit {
  let range: Range<Int>
  let replacement: [UInt8]

  /// The bytes with the edits made, all else as it was; nil where there is no edit.
  ///
  /// Of edits that overlap, the one that begins first is made, and takes all of their ranges: what is
  /// to be replaced never stays.
  ///
  /// - Complexity: O(*n* + *m* log *m*) in the number of bytes and of edits.
  static func apply(_ edits: [ByteEdit], to bytes: [UInt8]) -> [UInt8]? {
    guard !edits.isEmpty else { return nil }
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + edits.reduce(0) { $0 + $1.replacement.count })
    var index = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      if edit.range.lowerBound >= index {
        result += bytes[index..<edit.range.lowerBound]
        result += edit.replacement
      }
      index = max(index, edit.range.upperBound)
    }
    result += bytes[index...]
    return result
  }
}
