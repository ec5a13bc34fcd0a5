package import Foundation

extension Redactor {
  /// Puts size and hash of the redacted bytes in the place of those of a file that was uploaded.
  ///
  /// The file is read once; twice where a secret stands in it. What a placeholder would be numbered by
  /// varies by run, so it is hashed without a number.
  ///
  /// - Parameters:
  ///   - file: The file.
  ///   - part: Which part of a multipart request it was; nil where it was all of the content.
  ///   - interaction: The interaction, redacted, with size and hash of the file as it was sent.
  /// - Throws: `CassetteError` where the file cannot be read, and `.changed` where it is not the one
  ///   that was sent any more. The interaction is then as it was.
  /// - Complexity: O(*n*) in the size of the file; memory that does not grow with it.
  package func redactUpload(
    _ file: URL, part: Int?, of interaction: inout Cassette.Interaction
  ) throws(CassetteError) {
    guard let sent = interaction.request.digest(ofPart: part) else { return }
    var name: String?
    if let part, case .multipart(let parts) = interaction.request.body { name = parts[part].name }
    let type = interaction.request.headerFields["Content-Type"]
    let stream = Stream(
      place: Self.place(ofPart: name), contentType: part == nil ? type : nil,
      url: interaction.request.url,
      isHashed: true)
    let findings = StreamFindings()
    var (count, hash) = (0, SHA256())
    let search = edits(of: stream, findings)
    try ContentSource.file(file).read { (piece) throws(CassetteError) in
      count += piece.count
      hash.update(piece)
      try search.add(piece) { (_) throws(CassetteError) in }
    }
    try search.finish { (_) throws(CassetteError) in }
    guard sent == .init(byteCount: count, sha256: hash.hexadecimal()) else {
      throw .changed(path: file.path)
    }
    guard search.count > 0 else { return }
    (count, hash) = (0, SHA256())
    let edits = edits(of: stream, findings)
    func add(_ piece: UnsafeRawBufferPointer) {
      count += piece.count
      hash.update(piece)
    }
    try ContentSource.file(file).read { (piece) throws(CassetteError) in
      try edits.add(piece) { (piece) throws(CassetteError) in add(piece) }
    }
    try edits.finish { (piece) throws(CassetteError) in add(piece) }
    let digest = Cassette.Body.Digest(byteCount: count, sha256: hash.hexadecimal())
    interaction.editRequests { request, _ in
      if request.digest(ofPart: part) == sent { request.set(digest, ofPart: part) }
    }
    interaction.add(findings.redactions, of: digest, part: part)
  }

  /// How places name the content of a request, or that of one of its parts.
  static func place(ofPart name: String?) -> String {
    "request.body" + (name.map { ".part[\($0)]" } ?? "")
  }
}

extension Cassette.Interaction {
  /// Lists the places that were replaced in content of which only size and hash are kept.
  ///
  /// - Parameters:
  ///   - found: The places, on the side `request`.
  ///   - digest: Size and hash of what is left; where a request has others, nothing was replaced.
  ///   - part: Which part of a multipart request it is; nil where it is all of the content.
  package mutating func add(
    _ found: some Sequence<Cassette.Redaction>, of digest: Cassette.Body.Digest, part: Int?
  ) {
    var redactions = Set(redactions)
    editRequests { request, side in
      guard request.digest(ofPart: part) == digest else { return }
      for found in found {
        redactions.insert(
          .init(
            place: side + found.place.dropFirst("request".count), placeholder: found.placeholder))
      }
    }
    self.redactions = redactions.sortedByPlace()
  }
}

extension Cassette.Request {
  /// Size and hash of the content, or of a part of it, where that was not kept.
  fileprivate func digest(ofPart index: Int?) -> Cassette.Body.Digest? {
    switch (body, index) {
    case (.digest(let byteCount, let sha256), nil): .init(byteCount: byteCount, sha256: sha256)
    case (.multipart(let parts), let index?) where parts.indices.contains(index):
      parts[index].digest
    default: nil
    }
  }

  fileprivate mutating func set(_ digest: Cassette.Body.Digest, ofPart index: Int?) {
    guard let index else {
      body = .digest(byteCount: digest.byteCount, sha256: digest.sha256)
      return
    }
    guard case .multipart(var parts) = body else { return }
    parts[index].digest = digest
    body = .multipart(parts)
  }
}
