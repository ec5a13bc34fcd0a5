/// The cassettes of Python's vcrpy.
struct VCRPyImporter: CassetteImporter {
  let name = "vcrpy"

  func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content? {
    let root = ImportedValue(try file.document())
    guard let entries = root["interactions"]?.elements,
      // go-vcr has the same list, of requests with a `url`.
      entries.isEmpty || entries[0]["request"]?["uri"] != nil
    else { return nil }
    return VCRReader.content(of: entries, limits: file.limits)
  }
}
