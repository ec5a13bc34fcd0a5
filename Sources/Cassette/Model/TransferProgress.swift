extension Cassette {
  /// How far a transfer came, as `Progress` counts it: of an upload what was sent, else what was received.
  public struct TransferProgress: Hashable, Sendable {
    /// The bytes that were transferred, as far as the transport told.
    public var completedByteCount: Int
    /// The bytes that were to be transferred, framing of multipart content included; nil where the
    /// transport did not know: for one, where the answer's content was encoded.
    public var totalByteCount: Int?

    /// How far a transfer came.
    public init(completedByteCount: Int, totalByteCount: Int?) {
      self.completedByteCount = completedByteCount
      self.totalByteCount = totalByteCount
    }
  }

  /// A cache of the transport's, by the name that Chrome gives it in its HAR.
  public enum CacheKind: String, Hashable, Sendable {
    /// One that lives as long as its process.
    case memory
    /// One that outlives it; also where it is not known which.
    case disk
  }
}
