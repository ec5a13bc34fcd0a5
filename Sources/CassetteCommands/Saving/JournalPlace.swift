import Cassette
import Foundation

/// A journal that a crashed recording left, and the cassette that it was to become.
struct JournalPlace {
  let journal: URL
  let cassette: URL

  /// Finds both from the path of either.
  ///
  /// - Throws: `CommandError` where that leads to no journal, or to several; `CassetteError.noSuchFile`
  ///   where a journal that is named is not there.
  init(_ path: String) throws {
    let url = Console.url(path)
    let bytes = Array(url.path.utf8)
    if let cassette = Self.cassette(ofJournal: bytes[...]) {
      guard Self.isThere(url.path) else { throw CassetteError.noSuchFile(path: url.path) }
      (journal, self.cassette) = (url, URL(fileURLWithPath: cassette))
      return
    }
    if let cassette = Self.text(bytes[...], without: ".failed"), Self.isThere(url.path) {
      throw CommandError.failedRun(path: url.path, cassette: cassette)
    }
    let journals = try Self.journals(of: url)
    guard let first = journals.first else { throw CommandError.noJournal(cassette: url.path) }
    guard journals.count == 1 else {
      throw CommandError.severalJournals(cassette: url.path, journals: journals)
    }
    (journal, cassette) = (URL(fileURLWithPath: first), url)
  }

  /// `PATH` of `PATH.partial` and of `PATH.crashed-N`.
  private static func cassette(ofJournal path: ArraySlice<UInt8>) -> String? {
    if let cassette = text(path, without: ".partial") { return cassette }
    let digits = path.reversed().prefix { (0x30...0x39).contains($0) }.count
    guard digits > 0 else { return nil }
    return text(path.dropLast(digits), without: ".crashed-")
  }

  private static func text(_ path: ArraySlice<UInt8>, without ending: String) -> String? {
    guard path.count > ending.utf8.count, path.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    else { return nil }
    return String(decoding: path.dropLast(ending.utf8.count), as: UTF8.self)
  }

  /// The journals beside a cassette, oldest first: those that were moved aside by number, then its own.
  private static func journals(of cassette: URL) throws -> [String] {
    let own = try Journal.url(for: cassette)
    let folder = own.deletingLastPathComponent()
    guard let stream = opendir(folder.path) else {
      throw CassetteError.system(operation: "open", path: folder.path, code: errno)
    }
    defer { closedir(stream) }
    guard let base = text(Array(own.lastPathComponent.utf8)[...], without: ".partial") else {
      return []
    }
    var asides: [(number: Int, path: String)] = []
    while let entry = readdir(stream) {
      let name = withUnsafePointer(to: &entry.pointee.d_name) { pointer in
        pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
      }
      let prefix = base + ".crashed-"
      guard name.utf8.starts(with: prefix.utf8),
        let number = Int(String(decoding: name.utf8.dropFirst(prefix.utf8.count), as: UTF8.self))
      else { continue }
      asides.append((number, folder.appendingPathComponent(name).path))
    }
    asides.sort { $0.number < $1.number }
    return asides.map(\.path) + (isThere(own.path) ? [own.path] : [])
  }

  private static func isThere(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }
}
