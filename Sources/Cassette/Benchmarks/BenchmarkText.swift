/// What the package does with texts whose form a server may choose, each by itself, for the package's
/// own benchmarks: its time must not grow faster than the text.
@_spi(Benchmarks)
public enum BenchmarkText {
  /// How many secrets a text has by the default rules.
  public static func secretCount(in bytes: [UInt8]) -> Int {
    SecretScan.secrets(
      in: bytes, for: .recording, names: RedactionRules.defaultNames, host: []
    ).count
  }

  /// How many parts a multipart content has; nil where it does not fit the boundary.
  public static func partCount(of content: [UInt8], boundary: [UInt8]) -> Int? {
    MultipartParser.sections(content, boundary: boundary)?.count
  }

  /// Whether a text fits a recorded one in which these placeholders stand.
  public static func fits(_ live: [UInt8], recorded: [UInt8], placeholders: [[UInt8]]) -> Bool {
    WildcardPattern(recorded, placeholders.map { .init(text: $0, placeholder: $0) })?
      .match(live) != nil
  }
}
