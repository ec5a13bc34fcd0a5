package import Foundation

extension SideFiles {
  // MARK: Moving bodies out of entries

  /// The interaction with each body of that size or larger stored beside the cassette.
  ///
  /// The content of an upload is needed to match only, so its size and hash are kept instead; of a
  /// multipart request, those of each part of that size.
  ///
  /// - Parameters:
  ///   - interaction: The interaction, redacted.
  ///   - threshold: The size in bytes.
  /// - Returns: The interaction to write.
  /// - Throws: What `store(_:)` throws.
  package func movingBodies(
    of interaction: Cassette.Interaction, threshold: Int = SideFiles.defaultThreshold
  ) throws(CassetteError) -> Cassette.Interaction {
    try movingResponses(
      of: Self.digestingRequests(of: interaction, threshold: threshold), threshold: threshold)
  }

  /// The same for requests only.
  static func digestingRequests(
    of interaction: Cassette.Interaction, threshold: Int = SideFiles.defaultThreshold
  ) -> Cassette.Interaction {
    var result = interaction
    result.editRequests { request, _ in request.body = digest(of: request.body, threshold) }
    return result
  }

  /// The same for responses only: requests stay, for secrets in them that are learned later.
  package func movingResponses(
    of interaction: Cassette.Interaction, threshold: Int = SideFiles.defaultThreshold
  ) throws(CassetteError) -> Cassette.Interaction {
    var result = interaction
    try result.editResponses { (response, _) throws(CassetteError) in
      guard case .bytes(let data) = response.body, data.count >= threshold else { return }
      response.body = .sideFile(try store(data))
    }
    return result
  }

  private static func digest(of body: Cassette.Body, _ threshold: Int) -> Cassette.Body {
    switch body {
    case .bytes(let data) where data.count >= threshold:
      return .digest(
        byteCount: data.count, sha256: data.withUnsafeBytes { SHA256.hexadecimal($0) })
    case .multipart(let parts):
      return .multipart(
        parts.map { part in
          guard part.value.count >= threshold else { return part }
          var part = part
          part.digest = .init(
            byteCount: part.value.count,
            sha256: part.value.withUnsafeBytes { SHA256.hexadecimal($0) })
          part.value = Data()
          return part
        })
    case .empty, .bytes, .sideFile, .digest:
      return body
    }
  }

  // MARK: Streaming bodies in

  /// Stores the content of a response that lies in a file, with its secrets replaced on the way.
  ///
  /// - Parameters:
  ///   - file: The content, which never is in memory as a whole.
  ///   - interaction: The interaction, redacted; its response gets the content as its body.
  ///   - redactor: What takes the secrets out.
  /// - Returns: What the tripwire has found in the content.
  /// - Throws: What `store(_:)` throws; `CassetteError` where the file cannot be read.
  /// - Complexity: O(*n*) in the size of the content; memory that does not grow with it.
  @discardableResult
  package func store(
    _ file: URL, asResponseOf interaction: inout Cassette.Interaction, by redactor: Redactor
  ) throws(CassetteError) -> [Tripwire.Finding] {
    let url = interaction.request.url
    var findings = Redactor.StreamFindings()
    var result = interaction
    try result.editResponses { (response, side) throws(CassetteError) in
      guard side.utf8.elementsEqual("response".utf8) else { return }
      let stream = Redactor.Stream(
        place: "response.body", contentType: response.headerFields["Content-Type"], url: url)
      // What its end gives away may stand at its beginning too: then once more, before it is anywhere.
      for isLast in [false, true] {
        let known = redactor.spreadingCount
        findings = Redactor.StreamFindings()
        var oldCount = 0
        let edits = redactor.edits(of: stream, findings)
        let stored = try store(where: { isLast || redactor.spreadingCount == known }) {
          (output) throws(CassetteError) in
          try ContentSource.file(file).read { (piece) throws(CassetteError) in
            oldCount += piece.count
            try edits.add(piece, output)
          }
          try edits.finish(output)
        }
        guard let stored else { continue }
        response.setSideFile(stored, insteadOf: oldCount)
        break
      }
    }
    result.redactions = Set(result.redactions).union(findings.redactions).sortedByPlace()
    interaction = result
    return findings.tripwire.sortedByPlace()
  }

  /// The interaction as it is saved, its bodies in side files included: without the secrets that were
  /// learned since, and with final placeholders.
  ///
  /// A side file is read once, and written anew only where something in it changes.
  ///
  /// - Parameters:
  ///   - interaction: As the journal or the old cassette has it.
  ///   - redactor: The run's redactor; nil where the run is over and only numbers are given.
  ///   - knownSecretCount: For how many secrets the interaction has been searched.
  ///   - numbering: The numbers given so far.
  /// - Returns: The interaction to write.
  /// - Throws: `CassetteError` where a side file cannot be read or written.
  /// - Complexity: O(*n*) in the size of the interaction and its side files.
  package func finishing(
    _ interaction: Cassette.Interaction, by redactor: Redactor?, knownSecretCount: Int = 0,
    numbering: inout PlaceholderNumbering
  ) throws(CassetteError) -> Cassette.Interaction {
    var result = interaction
    let isToSearch = redactor.map { $0.spreadingCount > knownSecretCount } ?? false
    let kept = Set(interaction.redactions.map(\.placeholder))
    let provisional = PlaceholderNumbering.placeholders(of: interaction).filter { $0.run != nil }
    let findings = Redactor.StreamFindings()
    let numbers = SharedNumbering(numbering)
    try result.editResponses { (response, side) throws(CassetteError) in
      let place = side + ".body"
      guard case .sideFile(let file) = response.body,
        isToSearch
          || interaction.redactions.contains(where: {
            $0.place.utf8.starts(with: place.utf8) && !provisional.isEmpty
          })
      else { return }
      let run = redactor?.run
      let rewriting = Rewriting(source: .sideFile(file, self)) {
        var stages: [WindowedEdits] = []
        if isToSearch, let redactor {
          stages.append(redactor.laterEdits(at: place, keeping: kept, findings))
        }
        stages.append(numbers.edits { provisional.contains($0) || (run != nil && $0.run == run) })
        return stages
      }
      guard try rewriting.changesAnything() else { return }
      let stored = try store { (output) throws(CassetteError) in try rewriting.run(output) }
      response.setSideFile(stored, insteadOf: file.byteCount)
    }
    numbering = numbers.numbering
    if !findings.redactions.isEmpty {
      result.redactions = Set(result.redactions).union(findings.redactions).sortedByPlace()
    }
    guard let redactor else { return numbering.renumber(result) }
    return redactor.finish(result, knownSecretCount: knownSecretCount, numbering: &numbering)
  }

  /// The interaction of another cassette with the content of its side files stored beside this one.
  ///
  /// - Parameters:
  ///   - interaction: The interaction.
  ///   - other: The other cassette's side files.
  ///   - numbering: Where it is given, placeholders are numbered on from it, as by its `adopt`.
  /// - Returns: The interaction to write.
  /// - Throws: `CassetteError` where a side file cannot be read or written.
  /// - Complexity: O(*n*) in the size of the interaction and its side files.
  package func adopting(
    _ interaction: Cassette.Interaction, from other: SideFiles,
    numbering: inout PlaceholderNumbering?
  ) throws(CassetteError) -> Cassette.Interaction {
    var result = interaction
    let old = PlaceholderNumbering.placeholders(of: interaction)
      .filter { $0.run == nil && $0.number != nil }
    let numbers = numbering.flatMap { old.isEmpty ? nil : SharedNumbering($0) }
    try result.replaceBodies { (body) throws(CassetteError) in
      guard case .sideFile(let file) = body else { return body }
      let rewriting = Rewriting(source: .sideFile(file, other)) {
        numbers.map { [$0.edits { old.contains($0) }] } ?? []
      }
      let own = SideFileReference(cassetteName: name, sha256: file.sha256).path
      let isOurs =
        other.folder.utf8.elementsEqual(folder.utf8) && file.path.utf8.elementsEqual(own.utf8)
      if isOurs {
        guard numbers != nil, try rewriting.changesAnything() else { return body }
      }
      // What another program's HAR refers to may be small, and has no size to go by.
      if SideFileReference(file.path) == nil {
        var start = Data()
        try other.read(file) { (piece) throws(CassetteError) in
          if start.count < Self.defaultThreshold { start.append(contentsOf: piece) }
        }
        if start.count < Self.defaultThreshold { return Cassette.Body(start) }
      }
      return .sideFile(
        try store { (output) throws(CassetteError) in try rewriting.run(output) })
    }
    if let numbers { numbering = numbers.numbering }
    if let adopted = numbering?.adopt(result) { result = adopted }
    return result
  }
}

/// A numbering that the stages of a stream share.
private final class SharedNumbering {
  var numbering: PlaceholderNumbering

  init(_ numbering: PlaceholderNumbering) { self.numbering = numbering }

  /// The edits that give final numbers to those placeholders.
  func edits(where isOld: @escaping (Placeholder) -> Bool) -> WindowedEdits {
    WindowedEdits(at: "content") { window in
      .init(edits: self.numbering.edits(of: window.bytes, where: isOld))
    }
  }
}

/// Content and the stages of editing that it goes through, as often as it is asked for.
private struct Rewriting {
  let source: ContentSource
  let stages: () -> [WindowedEdits]

  /// Whether any stage edits anything.
  func changesAnything() throws(CassetteError) -> Bool {
    try run { (_) throws(CassetteError) in } > 0
  }

  /// Hands out the edited content; the number of edits.
  @discardableResult
  func run(_ output: SideFiles.Output) throws(CassetteError) -> Int {
    let stages = stages()
    try source.read { (piece) throws(CassetteError) in
      try Self.add(piece, to: stages[...], output)
    }
    for (index, stage) in stages.enumerated() {
      try stage.finish { (piece) throws(CassetteError) in
        try Self.add(piece, to: stages[(index + 1)...], output)
      }
    }
    return stages.reduce(0) { $0 + $1.count }
  }

  private static func add(
    _ piece: UnsafeRawBufferPointer, to stages: ArraySlice<WindowedEdits>,
    _ output: SideFiles.Output
  ) throws(CassetteError) {
    guard let stage = stages.first else { return try output(piece) }
    try stage.add(piece) { (piece) throws(CassetteError) in
      try add(piece, to: stages.dropFirst(), output)
    }
  }
}

extension Cassette.Response {
  /// Refers to stored content; a `Content-Length` that was equal to the old size follows.
  fileprivate mutating func setSideFile(_ file: Cassette.Body.SideFile, insteadOf oldCount: Int) {
    body = .sideFile(file)
    guard file.byteCount != oldCount else { return }
    headerFields.updateContentLength(from: oldCount, to: file.byteCount)
  }
}
