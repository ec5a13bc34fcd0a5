public import Foundation

extension Cassette {
  /// The content of a body, read from its file where it lies beside the cassette.
  ///
  /// - Parameter body: A body of one of this cassette's interactions.
  /// - Returns: The bytes; nil for the parts of a multipart request, and for content that was not kept.
  /// - Throws: `CassetteError.refusedSideFile`, `.damagedSideFile`, `.damagedBlock`, `.truncated`,
  ///   `.missingSideFile` or `.system` where the file is not what the cassette says.
  /// - Complexity: O(*n*) in the size of the content.
  public func data(of body: Body) throws(CassetteError) -> Data? {
    guard case .sideFile(let reference) = body else { return body.data }
    return try sideFiles(for: reference).content(of: reference, limit: limits.sideFileByteCount)
  }

  private var limits: Limits {
    if case .file(let file) = storage { file.limits } else { Limits() }
  }

  /// Writes the content of a body to a file, piece by piece, so that it may be of any size.
  ///
  /// The file takes an older one's place all at once, when size and hash were found right.
  ///
  /// - Parameters:
  ///   - body: A body of one of this cassette's interactions.
  ///   - url: The file.
  /// - Returns: The number of bytes; nil, and nothing is written, for the parts of a multipart request
  ///   and for content that was not kept.
  /// - Throws: What `data(of:)` throws; `CassetteError.notAFile` or `.system` where the file cannot be
  ///   written. An older file is whole then.
  /// - Complexity: O(*n*) in the size of the content; memory that does not grow with it.
  @discardableResult
  public func write(_ body: Body, to url: URL) throws(CassetteError) -> Int? {
    try source(of: body)?.write(to: url)
  }

  /// Where the content of a body is read from; nil where it is not kept as bytes.
  ///
  /// - Throws: `CassetteError.refusedSideFile` where a cassette in memory refers to a file.
  package func source(of body: Body) throws(CassetteError) -> ContentSource? {
    guard case .sideFile(let reference) = body else { return body.data.map { .data($0) } }
    return .sideFile(reference, try sideFiles(for: reference))
  }

  private func sideFiles(for reference: Body.SideFile) throws(CassetteError) -> SideFiles {
    guard case .file(let file) = storage else {
      throw .refusedSideFile(
        cassette: "a cassette in memory", reference: reference.path, reason: "it has no folder")
    }
    return try SideFiles(of: file.url)
  }

  /// Writes the cassette to a file, `NAME.har.gz`, which takes an older one's place all at once.
  ///
  /// Where the file holds the same text already, it is not touched. Responses of 1 MiB and more are
  /// stored beside it as `NAME.bodies/SHA-256.gz`; of request bodies of that size, size and hash are
  /// kept. The caller sees to it that nothing secret is in the interactions. Nothing can record the file
  /// meanwhile.
  ///
  /// - Parameter url: The file; a symbolic link is followed.
  /// - Returns: Whether anything was written.
  /// - Throws: `CassetteError.notCassetteName` for another name; `.locked`, which names who, while the
  ///   file is recorded; `.notAFile` or `.system` where it cannot be written; what `interaction(at:)` and
  ///   `data(of:)` throw where this cassette cannot be read. The older file is whole then, and no body
  ///   is left that was stored for the new one.
  /// - Complexity: O(*n*) in the size of the cassette.
  @discardableResult
  public func save(to url: URL) throws(CassetteError) -> Bool {
    try FilePath.checkCassetteName(url.path)
    let lock: CassetteLock
    do throws(CassetteError) {
      lock = try CassetteLock(for: url)
    } catch .system(let operation, _, let code) {
      // The name of the lock's file means nothing to who saves.
      throw .system(
        operation: operation, path: try FilePath.resolvingLink(url.path), code: code)
    }
    let sideFiles = try SideFiles(of: url)
    let writer = try CassetteFileWriter(replacing: url)
    writer.values = try recordedValues()
    let outcome = try sideFiles.save(writer) { () throws(CassetteError) in
      for index in 0..<count {
        if let (text, key) = try line(at: index), !SideFileReference.isIn(entry: text),
          // What is shorter than a large body holds none.
          text.count < SideFiles.defaultThreshold
        {
          try writer.append(entry: text, key: key)
        } else {
          let adopted = try adopting(entryAt: index, in: sideFiles)
          try writer.append(try sideFiles.movingBodies(of: adopted))
        }
      }
    }
    try lock.release()
    return outcome == .written
  }

  /// Writes the cassette as plain HAR 1.2 with all bodies in it, for other programs to read.
  ///
  /// - Parameter url: The file, which takes an older one's place all at once.
  /// - Throws: `CassetteError.compressedName` where it ends in `.gz`, which plain text is not; else as
  ///   `save(to:)`.
  /// - Complexity: O(*n*) in the size of the cassette.
  public func exportHAR(to url: URL) throws(CassetteError) {
    try exportHAR(to: url, isBlocked: false)
  }

  /// The same, compressed on demand: as BGZF without the members that hold a cassette's index.
  package func exportHAR(to url: URL, isBlocked: Bool) throws(CassetteError) {
    let output = try AtomicFile(replacing: url.path)
    let isNamedCompressed = url.path.utf8.suffix(3).elementsEqual(".gz".utf8)
    guard isBlocked || !isNamedCompressed else { throw .compressedName(path: url.path) }
    try writeHAR(to: output, isBlocked: isBlocked)
    try output.commit()
  }

  /// The same, to wherever a closure takes the bytes.
  ///
  /// - Throws: What the closure throws; else as `save(to:)`.
  package func writeHAR(
    isBlocked: Bool, _ body: @escaping ([UInt8]) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    try writeHAR(to: ClosureSink(body), isBlocked: isBlocked)
  }

  private func writeHAR(to output: some TextSink, isBlocked: Bool) throws(CassetteError) {
    var encoder = HAREntryEncoder()
    var packer = BlockPacker()
    func add(_ line: [UInt8]) throws(CassetteError) {
      guard isBlocked else { return try output.write(line) }
      _ = try packer.add(line, base64: Base64Stretch.longest(in: line), to: output)
    }
    try add(CassetteText.opening)
    for index in 0..<count {
      var line: [UInt8] = index > 0 ? [UInt8(ascii: ",")] : []
      encoder.encode(try inlining(entryAt: index), into: &line)
      line.append(0x0A)
      try add(line)
    }
    // In a block of its own, as in a cassette.
    try packer.flush(to: output)
    try add(CassetteText.closing(try recordedValues()))
    guard isBlocked else { return }
    try packer.flush(to: output)
    try output.write(BGZF.endMarker)
  }

  /// The interaction at a place with its side files stored beside another cassette, streamed.
  ///
  /// - Throws: What `interaction(at:)` and `adopting(_:in:)` throw, bodies with their entry.
  package func adopting(
    entryAt index: Int, in sideFiles: SideFiles
  ) throws(CassetteError) -> Interaction {
    let interaction = try interaction(at: index)
    return try reading(bodiesOf: interaction, at: index) { () throws(CassetteError) in
      try adopting(interaction, in: sideFiles)
    }
  }

  /// The interaction at a place with the content of side files in it.
  ///
  /// - Throws: What `interaction(at:)` and `data(of:)` throw, bodies with their entry.
  package func inlining(entryAt index: Int) throws(CassetteError) -> Interaction {
    let interaction = try interaction(at: index)
    return try reading(bodiesOf: interaction, at: index) { () throws(CassetteError) in
      try inlining(interaction)
    }
  }

  /// An interaction of this cassette with its side files stored beside another, streamed.
  ///
  /// - Throws: What `source(of:)` and `SideFiles.adopting(_:from:numbering:)` throw.
  package func adopting(
    _ interaction: Interaction, in sideFiles: SideFiles
  ) throws(CassetteError) -> Interaction {
    var numbering: PlaceholderNumbering?
    return try adopting(interaction, in: sideFiles, numbering: &numbering)
  }

  /// The same, its placeholders numbered on from those of a numbering.
  package func adopting(
    _ interaction: Interaction, in sideFiles: SideFiles, numbering: inout PlaceholderNumbering?
  ) throws(CassetteError) -> Interaction {
    let own: SideFiles
    if case .file(let file) = storage {
      own = try SideFiles(of: file.url)
    } else {
      for body in interaction.bodies { _ = try source(of: body) }
      own = sideFiles
    }
    return try sideFiles.adopting(interaction, from: own, numbering: &numbering)
  }

  /// The interaction with the content of side files in it.
  ///
  /// - Throws: What `data(of:)` throws.
  package func inlining(_ interaction: Interaction) throws(CassetteError) -> Interaction {
    var result = interaction
    try inline(&result.request.body)
    if var built = result.built {
      try inline(&built.body)
      result.built = built
    }
    try inline(&result.outcome)
    for index in result.attempts.indices {
      try inline(&result.attempts[index].request.body)
      try inline(&result.attempts[index].outcome)
    }
    return result
  }

  private func inline(_ body: inout Body) throws(CassetteError) {
    if case .sideFile = body { body = Body(try data(of: body)) }
  }

  private func inline(_ outcome: inout Outcome) throws(CassetteError) {
    guard var response = outcome.response else { return }
    try inline(&response.body)
    outcome = outcome.failure.map { .failure($0, response) } ?? .response(response)
  }
}
