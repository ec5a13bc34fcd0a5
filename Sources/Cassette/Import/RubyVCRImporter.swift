/// The cassettes of Ruby's vcr from version 1 on, and those of betamax, which has taken their form.
struct RubyVCRImporter: CassetteImporter {
  let name: String

  init(name: String = "vcr") { self.name = name }

  func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content? {
    let root = ImportedValue(try file.document())
    // Version 1 had the list alone.
    guard let entries = root["http_interactions"]?.elements ?? root.elements,
      entries.isEmpty ? root["http_interactions"] != nil : entries[0]["request"] != nil
    else { return nil }
    return VCRReader.content(of: entries, limits: file.limits)
  }
}
