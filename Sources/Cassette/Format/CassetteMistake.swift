/// Files that are given in the place of a cassette, and have to do with one.
package enum CassetteMistake {
  /// Opens a cassette's file to read it.
  ///
  /// - Throws: What `FileDescriptor.reading` throws; `CassetteError.unsavedRecording` where the file is
  ///   missing, and a journal lies in its folder.
  static func opening(_ path: String) throws(CassetteError) -> FileDescriptor {
    do throws(CassetteError) {
      return try FileDescriptor.reading(path)
    } catch .missing {
      guard let journal = journal(besides: path) else { throw .missing(path: path) }
      throw .unsavedRecording(path: path, journal: journal)
    }
  }

  /// The last journal of a cassette that holds anything; nil where there is none.
  package static func journal(besides path: String) -> String? {
    let name = FilePath.name(of: path)
    var asides: [(number: Int, path: String)] = []
    for candidate in FilePath.names(in: FilePath.folder(of: path))
    where candidate.utf8.starts(with: name.utf8) {
      let ending = String(decoding: candidate.utf8.dropFirst(name.utf8.count), as: UTF8.self)
      if ending.utf8.elementsEqual(".partial".utf8) {
        asides.append((.max, candidate))
      } else if ending.utf8.starts(with: ".crashed-".utf8), let number = Int(ending.dropFirst(9)) {
        asides.append((number, candidate))
      }
    }
    let folder = path.utf8.dropLast(name.utf8.count)
    return asides.sorted { $0.number > $1.number }.lazy
      .map { String(decoding: folder, as: UTF8.self) + $0.path }
      .first { isJournal($0) }
  }

  /// Refuses a text file that says itself what it is.
  ///
  /// - Throws: `CassetteError.journal` or `.unfetched`; `.system` where it cannot be read.
  static func check(_ file: FileDescriptor) throws(CassetteError) {
    let head = try file.read(byteCount: 64, at: 0)
    if head.starts(with: JournalHeader.start) { throw .journal(path: file.path) }
    try checkFetched(head, path: file.path)
  }

  /// Refuses what Git LFS keeps in the place of a file, by the first bytes of one.
  static func checkFetched(_ head: [UInt8], path: String) throws(CassetteError) {
    if head.starts(with: "version https://git-lfs.".utf8) { throw .unfetched(path: path) }
  }

  private static func isJournal(_ path: String) -> Bool {
    do throws(CassetteError) {
      let file = try FileDescriptor.reading(path)
      return try file.read(byteCount: 64, at: 0).starts(with: JournalHeader.start)
    } catch {
      // What cannot be read gives no better advice than that the cassette is missing.
      return false
    }
  }
}
