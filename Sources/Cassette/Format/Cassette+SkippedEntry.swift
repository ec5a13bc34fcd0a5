extension Cassette {
  /// An entry of another program's HAR that holds nothing to replay, and was left out.
  public struct SkippedEntry: Hashable, Sendable {
    /// The entry's place in the file, counted from 0, those left out included.
    public var position: Int
    /// The request's URL, where the entry has one.
    public var url: String?
    /// Why it was left out.
    public var reason: String

    /// An entry that was left out.
    public init(position: Int, url: String?, reason: String) {
      self.position = position
      self.url = url
      self.reason = reason
    }
  }
}
