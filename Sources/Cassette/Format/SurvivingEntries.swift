/// The entries of a file whose text is all there, aside from those that cannot be read.
///
/// Entries are told apart by their brackets: so this gives none where these are broken too.
struct SurvivingEntries {
  let file: FileDescriptor
  let limits: Cassette.Limits

  /// How many entries there are, how many can be read, and who wrote them; nil where they cannot be told apart.
  ///
  /// Entries that hold nothing to replay do not count.
  ///
  /// - Complexity: O(*n*) in the size of the text.
  func count() throws -> (all: Int, intact: Int, isForeign: Bool)? {
    var intactCount = 0
    do {
      return try pass { _, _ in intactCount += 1 }.map { ($0.count, intactCount, $0.isForeign) }
    } catch is CassetteError {
      // What opening the file found is what is reported.
      return nil
    }
  }

  /// Hands out the entries that can be read, with their places.
  func forEach(_ body: (Int, Cassette.Interaction) throws -> Void) throws { _ = try pass(body) }

  private func pass(_ body: (Int, Cassette.Interaction) throws -> Void) throws
    -> (count: Int, isForeign: Bool)?
  {
    var splitter = HARSplitter(path: file.path, limits: limits)
    var start = TextStart(path: file.path)
    var number = 0
    var isForeign = true
    var isParted = true
    var failure: (any Error)?
    try pieces { (piece) throws(CassetteError) in
      let skipped = try start.pass(piece)
      let rest = UnsafeRawBufferPointer(rebasing: piece[skipped...])
      try splitter.feed(rest, position: 0) { frame in
        isForeign = ByteSearch(Array("\"_cassette\"".utf8)).first(in: frame, from: 0) == nil
      } onEntry: { entry in
        // Where a bracket is missing, what follows falls to pieces.
        isParted = isParted && entry.text.first == UInt8(ascii: "{")
        guard failure == nil, isParted else { return }
        do {
          if let interaction = try interaction(entry.text, isForeign) {
            try body(number, interaction)
          }
          number += 1
        } catch is Skipped {
          return
        } catch {
          failure = error
        }
      }
    }
    if let failure { throw failure }
    return splitter.isComplete && isParted ? (number, isForeign) : nil
  }

  /// An entry holds nothing to replay.
  private struct Skipped: Error {}

  /// What an entry holds; nil where it cannot be read.
  private func interaction(
    _ text: [UInt8], _ isForeign: Bool
  ) throws(Skipped) -> Cassette.Interaction? {
    let result: HAREntryDecoder.Result
    do throws(HAREntryDecoder.Problem) {
      result = try HAREntryDecoder.decode(
        text, isForeign: isForeign, maximumDepth: limits.jsonDepth,
        maximumCount: limits.jsonValueCount
      ).result
    } catch {
      return nil
    }
    switch result {
    case .interaction(let interaction): return interaction
    case .skipped: throw Skipped()
    }
  }

  private func pieces(
    _ body: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    let byteCount = Int(try file.status().st_size)
    let text = SequentialText(file: file, byteCount: byteCount, limits: limits)
    let head = try file.read(byteCount: 1024, at: 0)
    switch head.withUnsafeBytes({ BGZF.header($0) }) {
    case .none:
      try text.plain { (piece, _) throws(CassetteError) in try body(piece) }
    case .block:
      _ = try text.blocksOfText { (piece, _) throws(CassetteError) in try body(piece) }
    case .plainMember, .incomplete:
      try text.members().withBytes { (bytes) throws(CassetteError) in try body(bytes) }
    }
  }
}
