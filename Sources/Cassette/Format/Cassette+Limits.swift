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
    /// How many bytes of text a byte of a compressed file may stand for, once there are more than 16 MiB
    /// of text: a HAR comes to 50 at most, and a bomb near to the 1,032 that deflate allows.
    public var compressionRatio = 200
    /// The number of JSON values in an entry, and in the text around the entries.
    public var jsonValueCount = 1_000_000
    /// How deep arrays and objects of JSON may nest.
    public var jsonDepth = 512

    /// Limits that no cassette made for tests comes near.
    public init() {}
  }
}

extension Cassette.Limits {
  /// How much text is not looked at for its ratio.
  private static let freeTextByteCount = 16 << 20

  /// Refuses text that no honest file of that size holds.
  func checkRatio(text: Int, file: Int, path: String) throws(CassetteError) {
    guard text <= Self.freeTextByteCount || text / max(compressionRatio, 1) <= file else {
      throw .tooLarge(
        path: path, what: "the ratio of the text's size to the file's", limit: compressionRatio)
    }
  }
}
