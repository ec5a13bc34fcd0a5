public import Foundation

extension Cassette {
  /// When the entries were last compared with what is live; nil where the file does not say so.
  ///
  /// It is written by recordings that expire, since an entry that is the same keeps its own date.
  public var checkedAt: Date? {
    guard case .file(let file) = storage, let checkedAt = file.checkedAt else { return nil }
    return Timestamp.date(milliseconds: checkedAt)
  }

  /// When the recording began: the earliest of the entries' dates, to freeze a clock at.
  ///
  /// It is nil for a cassette without entries, and where none has a date, as those made by hand.
  ///
  /// - Throws: What `interaction(at:)` throws.
  /// - Complexity: O(*n*) in the size of the cassette.
  public var recordedAt: Date? {
    get throws(CassetteError) {
      var earliest: Date?
      for index in 0..<count {
        let date = try startedAt(at: index)
        guard date > Date(timeIntervalSince1970: 0) else { continue }
        earliest = earliest.map { min($0, date) } ?? date
      }
      return earliest
    }
  }

  /// When the newest entry was recorded; nil for a cassette without entries.
  ///
  /// - Returns: The latest of the entries' dates.
  /// - Throws: What `interaction(at:)` throws.
  /// - Complexity: O(*n*) in the size of the cassette.
  public func newestDate() throws(CassetteError) -> Date? {
    var newest: Date?
    for index in 0..<count {
      let date = try startedAt(at: index)
      newest = newest.map { max($0, date) } ?? date
    }
    return newest
  }

  private static let dateStart = Array(#"{"startedDateTime":""#.utf8)

  private func startedAt(at index: Int) throws(CassetteError) -> Date {
    // A line of ours begins with it.
    if let text = try line(at: index)?.text, text.starts(with: Self.dateStart),
      text.count > Self.dateStart.count + Timestamp.byteCount
    {
      let milliseconds = text.withUnsafeBytes { text in
        Timestamp.milliseconds(
          ofOwnForm: UnsafeRawBufferPointer(
            rebasing: text[Self.dateStart.count..<(Self.dateStart.count + Timestamp.byteCount)]))
      }
      if let milliseconds { return Timestamp.date(milliseconds: milliseconds) }
    }
    return try interaction(at: index).startedAt
  }
}
