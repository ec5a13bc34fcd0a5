package import Foundation

/// Which entries of which cassettes runs have used: a file of JSON lines in a folder, one line a run.
///
/// An entry is known by the CRC-32 of its line, so that a cassette that is recorded anew meanwhile, or whose
/// entries have moved, is understood. Several processes may write at a time.
package enum UsageLog {
  /// What one run says.
  package struct Line: Hashable, Sendable, Codable {
    /// The version of the line's form.
    var version = 1
    /// When the run ended, as HAR writes dates.
    package var date: String
    /// The cassette's path, absolute, links resolved.
    package var cassette: String
    /// The checksums of the entries that have answered a call, in hexadecimal: an entry's as often as that of
    /// others of the same text.
    package var used: [String]
  }

  /// The file's name in its folder.
  package static let fileName = "cassette-usage.jsonl"
  private static let version = 1

  /// Adds a line, by one write, so that lines of several processes do not mix.
  ///
  /// - Parameters:
  ///   - folder: The folder, which is made where it is missing; not those around it.
  ///   - cassette: The cassette's file.
  ///   - indices: The entries of it that have answered a call.
  ///   - date: The time.
  /// - Throws: `CassetteError.system` where the file cannot be written; what reading an entry throws.
  /// - Complexity: O(*n*) in the size of the entries.
  package static func add(
    to folder: String, _ cassette: Cassette, used indices: [Int], at date: Date
  ) throws(CassetteError) {
    guard let url = cassette.url else { return }
    var used: [String] = []
    for index in indices { used.append(try checksum(of: index, in: cassette)) }
    let line = text(
      of: Line(date: Timestamp.text(of: date), cassette: path(of: url), used: used))
    guard mkdir(folder, 0o777) == 0 || errno == EEXIST else {
      throw .system(operation: "make a folder", path: folder, code: errno)
    }
    let file = try FileDescriptor(
      opening: folder + "/" + fileName, O_WRONLY | O_APPEND | O_CREAT, operation: "open")
    try line.withBytes { (bytes) throws(CassetteError) in try file.write(bytes) }
  }

  private static func text(of line: Line) -> [UInt8] {
    var json = JSONText()
    json.raw(#"{"version":1,"date":"#)
    json.string(line.date)
    json.raw(#","cassette":"#)
    json.string(line.cassette)
    json.raw(#","used":["#)
    for (index, checksum) in line.used.enumerated() {
      if index > 0 { json.raw(",") }
      json.string(checksum)
    }
    json.raw("]}\n")
    return json.bytes
  }

  /// The lines of a folder's file. A last one without its line end is one that a process was ended in: it is
  /// left out.
  ///
  /// - Throws: `CassetteError.noSuchFile` where no run has written one; `.system` where it cannot be read;
  ///   `.damagedUsageLog`, naming the line, where one is none of these.
  /// - Complexity: O(*n*) in the size of the file.
  package static func lines(in folder: String) throws(CassetteError) -> [Line] {
    let path = folder + "/" + fileName
    let text: [UInt8]
    do throws(CassetteError) {
      let file = try FileDescriptor.reading(path)
      text = try file.read(byteCount: Int(try file.status().st_size), at: 0)
    } catch .missing {
      throw .noSuchFile(path: path)
    }
    let decoder = JSONDecoder()
    var lines: [Line] = []
    let texts = text.split(separator: 0x0A, omittingEmptySubsequences: false)
    for (index, line) in texts.dropLast().enumerated() where !line.isEmpty {
      do {
        let decoded = try decoder.decode(Line.self, from: Data(line))
        guard decoded.version == version else { throw CocoaError(.coderInvalidValue) }
        lines.append(decoded)
      } catch {
        throw .damagedUsageLog(path: path, line: index + 1)
      }
    }
    return lines
  }

  /// The path by which a cassette is known.
  package static func path(of url: URL) -> String { url.resolvingSymlinksInPath().path }

  /// What an entry is known by.
  package static func checksum(
    of index: Int, in cassette: Cassette
  ) throws(CassetteError) -> String {
    let line = try cassette.line(at: index)
    let text = if let line { line.text } else { try cassette.interaction(at: index).entryText }
    let digits = String(CRC32.of(text), radix: 16)
    return String(repeating: "0", count: 8 - digits.utf8.count) + digits
  }

  /// The entries of a cassette that none of the runs has used.
  ///
  /// - Parameters:
  ///   - cassette: The cassette.
  ///   - lines: What the runs say of it.
  /// - Returns: Their places, in order. Of entries with the same text, as many are used as one run has used.
  /// - Throws: What reading an entry throws.
  /// - Complexity: O(*n* + *m*) in the size of the cassette and of the lines.
  package static func unused(
    in cassette: Cassette, by lines: [Line]
  ) throws(CassetteError) -> [Int] {
    var most: [String: Int] = [:]
    for line in lines {
      let counts = Dictionary(line.used.map { ($0, 1) }, uniquingKeysWith: +)
      most.merge(counts, uniquingKeysWith: max)
    }
    var unused: [Int] = []
    for index in 0..<cassette.count {
      let checksum = try checksum(of: index, in: cassette)
      let count = most[checksum] ?? 0
      if count > 0 { most[checksum] = count - 1 } else { unused.append(index) }
    }
    return unused
  }
}
