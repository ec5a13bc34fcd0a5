extension Cassette {
  /// How much a file may make a reader take in, whatever it says of itself.
  public struct Limits: Hashable, Sendable {
    /// The text of one entry, in bytes.
    public var entryByteCount = 128 << 20
    /// The number of entries.
    public var entryCount = 10_000_000
    /// The text around the entries, in bytes: what a HAR says of pages, for one.
    public var frameByteCount = 64 << 20
    /// The uncompressed text of a file that must be held in memory, for it is gzip but not BGZF, in
    /// bytes.
    public var textByteCount = 1 << 30
    /// The uncompressed content of a body's file, in bytes.
    public var sideFileByteCount = 2 << 30
    /// How deep arrays and objects of JSON may nest.
    public var jsonDepth = 512

    /// Limits that no cassette made for tests comes near.
    public init() {}
  }
}
