public import Foundation

/// The recordings in another program's file, read to be saved as a cassette.
///
/// ```swift
/// let found = try CassetteImport(contentsOf: url)
/// try found.save(to: folder.appendingPathComponent("octocat.har.gz"))
/// ```
///
/// HAR is read as any `Cassette` is; the cassettes of Ruby's vcr, of vcrpy and of go-vcr in JSON as they
/// are, in YAML through Python with PyYAML. Content that these keep compressed is uncompressed, as a
/// client sees it.
public struct CassetteImport: Sendable {
  /// The file.
  private let source: URL
  /// The name of the format that the file was found to be in.
  public let format: String
  /// The interactions, as the file has them: its secrets are in them.
  public let cassette: Cassette
  /// The entries that were left out, for they hold nothing that could be replayed: the first hundred.
  public let skipped: [Cassette.SkippedEntry]
  /// The number of entries that were left out.
  public let skippedCount: Int
  /// What was odd and how it was taken, each naming the entry: the first hundred, and a last line that
  /// counts the others.
  public let warnings: [String]

  /// The formats that are read: `har`, `vcr`, `betamax`, `vcrpy` and `go-vcr`.
  ///
  /// betamax has taken the form of Ruby's vcr, which is what its files are found to be.
  public static let importers: [any CassetteImporter] = [
    HARImporter(), RubyVCRImporter(), RubyVCRImporter(name: "betamax"), VCRPyImporter(),
    GoVCRImporter(),
  ]

  /// Reads a file, compressed by gzip or not.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - format: The name of its format; nil to find out.
  ///   - importers: The formats to try, in that order.
  ///   - limits: How much the file may make the reader take in. What YAML becomes is bounded too.
  ///   - python: The program that reads YAML; nil for what the environment variable `CASSETTE_PYTHON`
  ///     names, else `python3`.
  /// - Throws: `CassetteError.noSuchFormat`, `.otherFormat`, `.unknownFormat`, `.yamlUnreadable`,
  ///   `.pythonUnusable`, `.invalidYAML`, `.invalidJSON` and `.damagedEntry`; `.noSuchFile`; whatever else
  ///   opening a `Cassette` throws.
  /// - Complexity: O(*n*) in the size of the file. All but HAR is held in memory.
  public init(
    contentsOf url: URL, format: String? = nil,
    importers: [any CassetteImporter] = CassetteImport.importers,
    limits: Cassette.Limits = .init(), python: String? = nil
  ) throws(CassetteError) {
    source = url
    let names = importers.map(\.name)
    let chosen = importers.filter { importer in
      format.map { importer.name.utf8.elementsEqual($0.utf8) } ?? true
    }
    if let format, chosen.isEmpty { throw .noSuchFormat(name: format, formats: names) }
    let file = File(url: url, limits: limits, yaml: YAMLConverter(python: python))
    do throws(CassetteError) {
      for importer in chosen {
        guard let content = try importer.content(of: file) else { continue }
        self.format = importer.name
        cassette = content.cassette
        skipped = content.skipped
        skippedCount = content.skippedCount
        warnings = content.warnings
        return
      }
    } catch .missing(let path) {
      throw .noSuchFile(path: path)
    }
    if let format, let found = Self.format(of: file, among: importers) {
      throw .otherFormat(path: url.path, format: format, found: found)
    }
    throw .unknownFormat(path: url.path, formats: chosen.map(\.name))
  }

  /// The name of the format that a file is of; nil for none of them.
  private static func format(of file: File, among importers: [any CassetteImporter]) -> String? {
    importers.first { importer in
      do throws(CassetteError) {
        return try importer.content(of: file) != nil
      } catch {
        // What it cannot read it gives no name to.
        return false
      }
    }?.name
  }

  /// Writes the interactions to a cassette, `NAME.har.gz`, their secrets replaced by placeholders.
  ///
  /// The file takes an older one's place all at once. Placeholders are numbered in the order of entries,
  /// and a secret is replaced wherever it stands, also before the place that shows it to be one. Those
  /// that a cassette of ours has already stay as they are; its other values are searched like anybody's.
  ///
  /// - Parameters:
  ///   - url: The cassette; large bodies go beside it.
  ///   - rules: Which values are secrets. `.unsafelyRecordingSecrets` keeps all as they are.
  ///   - replacing: Whether a file of other content may be replaced, which may be a recording.
  /// - Returns: Whether anything was written: a cassette of the same text is not touched.
  /// - Throws: `CassetteError.otherContent` where a file of other content is there and may not be replaced;
  ///   `.notCassetteName` for another name; `.locked` where it is being recorded; `CassetteError` where the file cannot be written, or the imported one not be read any
  ///   more. An older cassette is whole then.
  /// - Complexity: O(*n*) in the size of the interactions, one of them in memory at a time.
  @discardableResult
  public func save(
    to url: URL, redacting rules: RedactionRules = .default, replacing: Bool = false
  ) throws(CassetteError) -> Bool {
    try FilePath.checkCassetteName(url.path)
    let refusal: CassetteError? =
      replacing ? nil : .otherContent(path: url.path, imported: source.path)
    let lock = try CassetteLock(for: url)
    let redactor = Redactor(rules: rules)
    var numbering = PlaceholderNumbering()
    // Once through for the secrets alone: one may stand in front of the place that shows it.
    for index in 0..<cassette.count {
      let whole = try cassette.inlining(try cassette.interaction(at: index))
      numbering.reserve(whole)
      _ = redactor.redact(whole)
    }
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url)
    for index in 0..<cassette.count {
      let whole = try cassette.inlining(entryAt: index)
      let redacted = redactor.redactCounting(whole)
      let final = redactor.finish(
        redacted.interaction, knownSecretCount: redacted.secretCount, numbering: &numbering)
      try writer.append(try sideFiles.movingBodies(of: final))
    }
    let outcome = try sideFiles.finish(writer, refusing: refusal, holdingLock: true)
    try lock.release()
    return outcome == .written
  }
}
