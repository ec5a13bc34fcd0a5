public import Foundation

extension CassetteImport {
  /// A file to import, read once however many importers look at it.
  ///
  /// Not Sendable: one import uses it.
  public final class File {
    /// Where it lies.
    public let url: URL
    /// How much it may make an importer take in.
    public let limits: Cassette.Limits

    private let yaml: YAMLConverter
    private var bytes: [UInt8]?
    private var parsed: JSONDocument?

    init(url: URL, limits: Cassette.Limits, yaml: YAMLConverter) {
      self.url = url
      self.limits = limits
      self.yaml = yaml
    }

    /// The text, uncompressed where it was gzip, without a byte order mark.
    ///
    /// - Throws: `CassetteError.missing`, `.notAFile` or `.system` where it cannot be read; `.empty`,
    ///   `.truncated`, `.damagedBlock` or `.tooLarge` where it is nothing to read.
    /// - Complexity: O(*n*) in the size of the text, the first time.
    public func text() throws(CassetteError) -> [UInt8] {
      if let bytes { return bytes }
      let file = try FileDescriptor.reading(url.path)
      let byteCount = Int(try file.status().st_size)
      var text: [UInt8]
      if try file.read(byteCount: 2, at: 0).elementsEqual([0x1F, 0x8B]) {
        text = try SequentialText(file: file, byteCount: byteCount, limits: limits).members()
      } else {
        guard byteCount <= limits.textByteCount else {
          throw .tooLarge(
            path: url.path, what: "the size of the text in bytes", limit: limits.textByteCount)
        }
        text = try file.read(byteCount: byteCount, at: 0)
      }
      try CassetteMistake.checkFetched(text, path: url.path)
      if text.starts(with: [0xEF, 0xBB, 0xBF]) { text.removeFirst(3) }
      guard !text.isEmpty else { throw .empty(path: url.path) }
      bytes = text
      return text
    }

    /// The text as JSON: as it is, or turned into it where it is YAML.
    ///
    /// Of YAML, all scalars become strings as they are spelled, but for null; `!binary` becomes an object
    /// of one member, `!binary`, whose value is base64; other tags are passed over.
    ///
    /// - Throws: What `text()` throws; `CassetteError.pythonUnusable` or `.yamlUnreadable` without a Python that
    ///   has PyYAML; `.invalidYAML` or `.invalidJSON` where it is neither.
    /// - Complexity: O(*n*) in the size of the text, the first time.
    public func json() throws(CassetteError) -> [UInt8] { try document().bytes }

    /// The same, parsed.
    func document() throws(CassetteError) -> JSONDocument {
      if let parsed { return parsed }
      let text = try text()
      let first = text.first { $0 != 0x20 && $0 != 0x09 && $0 != 0x0A && $0 != 0x0D }
      let isJSON = first == UInt8(ascii: "{") || first == UInt8(ascii: "[")
      let json = isJSON ? text : try yaml.json(of: text, path: url.path, limits: limits)
      let document: JSONDocument
      do throws(JSONError) {
        document = try JSONDocument(
          json, maximumDepth: limits.jsonDepth, maximumCount: limits.jsonValueCount)
      } catch {
        throw .invalidJSON(path: url.path, offset: error.offset, reason: error.reason)
      }
      parsed = document
      return document
    }
  }
}
