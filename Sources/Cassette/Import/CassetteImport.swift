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
  /// The name of the format that the file was found to be in.
  public let format: String
  /// The file.
  let url: URL
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
    self.url = url
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
}
