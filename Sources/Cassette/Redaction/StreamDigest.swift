/// Size and hash of content that streams by once, taken of what is left when its secrets are out.
///
/// What was learned before a secret passes is replaced at once, and so is what its own name tells. The
/// bytes themselves are gone with each piece: nothing of them reaches a file. Not Sendable: one thread
/// at a time feeds it.
package final class StreamDigest {
  private let findings = Redactor.StreamFindings()
  private let edits: WindowedEdits?
  private var hash = SHA256()
  private var count = 0

  /// The digest of content as it is.
  package init() { edits = nil }

  /// The digest of content without its secrets.
  ///
  /// - Parameters:
  ///   - part: The name of the part of a multipart request that it is; nil where it is the whole content.
  ///   - contentType: The value of the request's `Content-Type`, for the whole content.
  ///   - url: The URL that the request goes to.
  ///   - redactor: What takes the secrets out.
  package convenience init(
    part: String?, contentType: String?, url: String, by redactor: Redactor
  ) {
    let stream = Redactor.Stream(
      place: Redactor.place(ofPart: part), contentType: part == nil ? contentType : nil, url: url,
      isHashed: true)
    self.init(stream, by: redactor, sizes: .init())
  }

  /// The same, with sizes of one's own.
  init(_ stream: Redactor.Stream, by redactor: Redactor, sizes: WindowedEdits.Sizes) {
    edits = redactor.edits(of: stream, findings, sizes: sizes)
  }

  /// Adds a piece.
  ///
  /// - Throws: `CassetteError.secretTooLong` where the end of a secret does not come.
  /// - Complexity: O(*n*) in the size of the piece; the memory of one window.
  package func add(_ piece: UnsafeRawBufferPointer) throws(CassetteError) {
    guard let edits else { return take(piece) }
    try edits.add(piece) { (piece) throws(CassetteError) in take(piece) }
  }

  /// Ends the content.
  ///
  /// - Returns: Size and hash of what is left, and the places that were replaced, on the side `request`.
  /// - Throws: As `add(_:)` does.
  package func finish() throws(CassetteError) -> (
    digest: Cassette.Body.Digest, redactions: [Cassette.Redaction]
  ) {
    try edits?.finish { (piece) throws(CassetteError) in take(piece) }
    return (current, findings.redactions.sortedByPlace())
  }

  /// Size and hash of what is final so far: of all, where no secrets are looked for.
  package var current: Cassette.Body.Digest {
    .init(byteCount: count, sha256: hash.hexadecimal())
  }

  private func take(_ piece: UnsafeRawBufferPointer) {
    count += piece.count
    hash.update(piece)
  }
}
