public import Foundation

/// A sequence of recorded interactions, from a file or made by hand.
///
/// Opening a file reads its index only; an interaction is read when it is asked for. A cassette is a
/// snapshot: it can be used from several threads at once, and writing another file in its place does
/// not change it.
public struct Cassette: Sendable {
  enum Storage: Sendable {
    case memory([Interaction])
    case file(CassetteFile)
  }

  let storage: Storage
  let lookUp: CassetteLookUp

  /// A cassette in memory, with those interactions in that order.
  public init(interactions: [Interaction]) {
    storage = .memory(interactions)
    lookUp = CassetteLookUp(interactions)
  }

  /// Opens a cassette (`NAME.har.gz`), or a HAR as browsers and proxies export it, compressed or not.
  ///
  /// The index at the end of a cassette is read; a file without one, or with one that does not fit, is
  /// read as a whole, which gives the same answers. Nothing is written, locked or left beside the file.
  /// A HAR that is not compressed has no checksum, so damage that leaves it a HAR is not found.
  ///
  /// - Parameters:
  ///   - url: The file; a symbolic link is followed.
  ///   - limits: How much the file may make the reader take in.
  /// - Throws: `CassetteError.missing`, `.unsavedRecording`, `.notAFile` or `.system` where the file cannot
  ///   be read; `.journal` or `.unfetched` where it stands for another;
  ///   `.empty`, `.truncated`, `.damagedBlock`, `.damagedEntry`, `.invalidJSON`, `.mergeConflict`,
  ///   `.convertedLineEnds` or `.joinedFiles` where it is broken; `.notHAR`, `.unsupportedVersion` or
  ///   `.tooLarge` where it is nothing for this reader. A file is never half understood.
  /// - Complexity: O(*n*) in the number of entries with an index, else in the size of the text.
  public init(contentsOf url: URL, limits: Limits = .init()) throws(CassetteError) {
    let file = try CassetteFile(opening: url, limits: limits)
    storage = .file(file)
    lookUp = CassetteLookUp(file.table)
  }

  /// The file that the cassette was opened from; nil for one in memory.
  public var url: URL? {
    if case .file(let file) = storage { file.url } else { nil }
  }

  /// The number of interactions.
  public var count: Int {
    switch storage {
    case .memory(let interactions): interactions.count
    case .file(let file): file.table.count
    }
  }

  /// The entries of another program's HAR that were left out, for they hold nothing to replay: the first
  /// hundred.
  public var skippedEntries: [SkippedEntry] {
    if case .file(let file) = storage { file.skipped.elements } else { [] }
  }

  /// The number of entries of another program's HAR that were left out.
  public var skippedEntryCount: Int {
    if case .file(let file) = storage { file.skipped.count } else { 0 }
  }

  /// What was odd in another program's HAR and how it was taken, each naming the entry: the first
  /// hundred, and a last line that counts the others.
  public var warnings: [String] {
    if case .file(let file) = storage { file.warnings.lines } else { [] }
  }

  /// The interaction at that place.
  ///
  /// - Parameter index: The place in the file, counted from 0; entries left out do not count.
  /// - Returns: The interaction.
  /// - Throws: `CassetteError.noSuchEntry`; `.damagedEntry`, `.damagedBlock` or `.truncated` where the
  ///   file is broken there; `.changed` or `.system` where it cannot be read any more.
  /// - Complexity: O(*m*) in the size of the entry, and at most one block of 64 KiB before it.
  public func interaction(at index: Int) throws(CassetteError) -> Interaction {
    switch storage {
    case .memory(let interactions):
      guard interactions.indices.contains(index) else {
        throw .noSuchEntry(index: index, count: interactions.count)
      }
      return interactions[index]
    case .file(let file):
      return try file.interaction(at: index)
    }
  }

  /// Goes through all interactions in file order, one in memory at a time.
  ///
  /// - Parameter body: Takes the place, counted from 0, and the interaction there.
  /// - Throws: What `interaction(at:)` throws, and what the body throws.
  /// - Complexity: O(*n*) in the size of the cassette.
  public func forEach(_ body: (Int, Interaction) throws -> Void) throws {
    for index in 0..<count { try body(index, interaction(at: index)) }
  }
}
