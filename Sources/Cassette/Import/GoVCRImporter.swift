/// The cassettes of go-vcr: version 1 of its releases up to 2, version 2 of those from 3 on.
struct GoVCRImporter: CassetteImporter {
  let name = "go-vcr"

  func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content? {
    let root = ImportedValue(try file.document())
    guard let entries = root["interactions"]?.elements,
      entries.isEmpty || entries[0]["request"]?["url"] != nil
    else { return nil }
    return VCRReader.content(of: entries, limits: file.limits)
  }
}
