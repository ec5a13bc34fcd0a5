/// HAR, as `Cassette` reads it: of browsers and proxies, and our own.
struct HARImporter: CassetteImporter {
  let name = "har"

  func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content? {
    do throws(CassetteError) {
      let cassette = try Cassette(contentsOf: file.url, limits: file.limits)
      return .init(
        cassette: cassette, skipped: cassette.skippedEntries,
        skippedCount: cassette.skippedEntryCount, warnings: cassette.warnings)
    } catch {
      // All else says that it is a HAR, or no file that anybody could read.
      guard case .notHAR = error else { throw error }
      return nil
    }
  }
}
