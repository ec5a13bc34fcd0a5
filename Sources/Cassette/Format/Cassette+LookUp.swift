extension Cassette {
  /// The entries with the hashes of that key, in file order: all that may answer its request by the
  /// default rules, aside from those to compare instead.
  ///
  /// - Complexity: O(*n*) for the first few calls; then O(*m*) in the number of results.
  package func entries(with key: MatchKey) -> [Int] {
    let routes = lookUp.routes
    return lookUp.fulls.entries(equalTo: key.full).filter { index in
      routes[index] == key.route || routes[index] == 0
    }
  }

  /// Whether there are entries whose whole key has a hash of 0, which says to compare instead.
  package var hasEntriesToCompare: Bool { !lookUp.fulls.zeros.isEmpty }

  /// The entries on the route of that hash whose whole key is to be compared instead, in file order.
  ///
  /// Those whose route is to be compared too are on route 0, and may answer a request of any route.
  ///
  /// - Complexity: O(*n*) for the first few calls; then O(log *n* + *m*) in the number of results.
  package func entriesToCompare(onRoute route: UInt32) -> [Int] {
    lookUp.entriesToCompare(onRoute: route)
  }

  /// The entries that may have the route of that hash, in file order.
  ///
  /// - Complexity: O(*n*) for the first few calls; then O(*m*) in the number of results.
  package func candidates(onRoute route: UInt32) -> [Int] {
    lookUp.routes.entries(with: route)
  }

  /// Whether the file's own index is used; a scan has made one where it is not.
  package var hasIndex: Bool {
    if case .file(let file) = storage { file.hasIndex } else { false }
  }

  /// Whether checksums guard the text: those of gzip's members.
  package var hasChecksums: Bool {
    if case .file(let file) = storage { file.isCompressed } else { false }
  }

  /// Compares the index with what a scan of the text has found.
  ///
  /// - Throws: `CassetteError.damagedEntry` for the first entry at which they differ.
  func checkIndex(against scan: EntryTable) throws(CassetteError) {
    guard case .file(let file) = storage else { return }
    for index in 0..<min(count, scan.count) {
      let reason: String
      if file.table.positions[index] != scan.positions[index] {
        reason = "the index has it at another place"
      } else if file.table.key(at: index) != scan.key(at: index) {
        reason = "the index has another match key, so that requests miss it"
      } else {
        continue
      }
      throw .damagedEntry(path: file.path, index: index, url: nil, reason: reason)
    }
    guard count == scan.count else {
      throw .damagedEntry(
        path: file.path, index: min(count, scan.count), url: nil,
        reason: "the index has \(count) entries, the text \(scan.count)")
    }
  }

  /// Whether another program wrote the HAR.
  package var isForeign: Bool {
    if case .file(let file) = storage { file.isForeign } else { false }
  }

  /// The text of an entry as it stands in a cassette of ours, and its key; nil where it is no line.
  package func line(at index: Int) throws(CassetteError) -> (text: [UInt8], key: MatchKey)? {
    guard case .file(let file) = storage, !file.isForeign else { return nil }
    let text = try file.text(at: index)
    // A program that wrote the file anew may have laid it out over several lines.
    guard text.withUnsafeBytes({ $0.firstOffset(of: 0x0A) }) == nil else { return nil }
    return (text, file.table.key(at: index))
  }

  /// The paths of the side files that entries refer to.
  ///
  /// - Throws: What `interaction(at:)` throws.
  /// - Complexity: O(*n*) in the size of the cassette.
  package func sideFilePaths() throws(CassetteError) -> Set<String> {
    var paths: Set<String> = []
    for index in 0..<count {
      if let (text, _) = try line(at: index) {
        SideFileReference.addPaths(inEntry: text, to: &paths)
      } else {
        paths.formUnion(try interaction(at: index).sideFilePaths)
      }
    }
    return paths
  }

  /// Finds out whether the file at the path is still the one that was opened.
  ///
  /// - Throws: `CassetteError.changed` or `.missing` where it is not.
  package func checkUnchanged() throws(CassetteError) {
    if case .file(let file) = storage { try file.checkUnchanged() }
  }

  /// The highest number of the placeholders `[redacted:NAME:N]`, by name.
  ///
  /// - Throws: What `interaction(at:)` throws.
  /// - Complexity: O(*n*) in the size of the cassette.
  package func highestPlaceholderNumbers() throws(CassetteError) -> [String: Int] {
    var numbers: [String: Int] = [:]
    for index in 0..<count {
      for redaction in try interaction(at: index).redactions {
        let text = Array(redaction.placeholder.utf8)
        let opening = Array("[redacted:".utf8)
        guard text.starts(with: opening), text.last == UInt8(ascii: "]"),
          let colon = text.lastIndex(of: UInt8(ascii: ":")), colon > opening.count,
          let number = Int(String(decoding: text[(colon + 1)...].dropLast(), as: UTF8.self))
        else { continue }
        let name = String(decoding: text[opening.count..<colon], as: UTF8.self)
        numbers[name] = max(numbers[name] ?? 0, number)
      }
    }
    return numbers
  }
}
