/// Reads the recordings of another program's format as a cassette.
///
/// ```swift
/// struct LogImporter: CassetteImporter {
///   let name = "our-log"
///   func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content? {
///     let text = try file.text()
///     guard text.starts(with: "our log".utf8) else { return nil }
///     return .init(cassette: Cassette(interactions: interactions(text)))
///   }
/// }
///
/// let found = try CassetteImport(
///   contentsOf: url, importers: CassetteImport.importers + [LogImporter()])
/// ```
public protocol CassetteImporter: Sendable {
  /// The format's name, by which it can be asked for.
  var name: String { get }

  /// Reads a file.
  ///
  /// - Parameter file: The file, whose text is read when it is asked for.
  /// - Returns: What it holds, nothing redacted yet; nil where it is of another format.
  /// - Throws: `CassetteError` where it is of the format, or looks so, and cannot be read.
  func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content?
}
