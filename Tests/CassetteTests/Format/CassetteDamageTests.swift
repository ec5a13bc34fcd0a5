import Foundation
import Testing

@testable import Cassette

/// What happens to broken files: an error that says so, or the true data; never anything else.
struct CassetteDamageTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func cassette(_ count: Int, padding: Int = 0) throws -> (URL, [Cassette.Interaction]) {
    let url = folder.file("good.har.gz")
    let interactions = (0..<count).map { TestFiles.simple($0, padding: padding) }
    try TestFiles.write(interactions, to: url)
    return (url, interactions)
  }

  private func open(_ bytes: [UInt8], _ name: String = "x.har.gz") throws -> Cassette {
    try Cassette(contentsOf: folder.write(bytes, to: name))
  }

  /// The message for a file of those bytes, with the path left out.
  private func message(_ bytes: [UInt8], _ name: String = "x.har.gz") -> String {
    TestFiles.message { _ = try open(bytes, name) }
      .replacingOccurrences(of: folder.url.path + "/", with: "")
  }

  @Test func everyCutIsFoundAtOpening() throws {
    #expect(message([]).hasPrefix("x.har.gz: empty. An empty file is not taken for a missing one"))
    var cuts: [[UInt8]] = []
    for (entryCount, padding, step) in [(2, 0, 1), (40, 5000, 37)] {
      let (url, _) = try cassette(entryCount, padding: padding)
      let bytes = try TestFiles.bytes(url)
      cuts += stride(from: 1, to: bytes.count, by: step).map { Array(bytes[..<$0]) }
    }
    for bytes in cuts {
      let count = bytes.count
      let error = TestFiles.error { _ = try open(bytes) }
      let expected = CassetteError.truncated(
        path: folder.file("x.har.gz").path, byteCount: count)
      guard error == expected else {
        Issue.record("cut to \(count) bytes: \(String(describing: error))")
        return
      }
    }
    #expect(
      message(Array(cuts[9])) == "x.har.gz: truncated, it ends after 10 bytes in the midst of "
        + "its content. Restore it, or see with `cassette verify` which entries survive.")
  }

  @Test func everyCutOfTextIsFoundAtOpening() throws {
    let (url, _) = try cassette(3)
    let text = try TestFiles.text(url)
    for count in 0..<(text.count - 1) {
      #expect(throws: CassetteError.self) { _ = try open(Array(text[..<count]), "x.har") }
      #expect(throws: CassetteError.self) { _ = try open(TestFiles.gzip(Array(text[..<count]))) }
    }
  }

  @Test func everyFlippedBitOfASmallFileIsFoundOrHarmless() throws {
    let (url, interactions) = try cassette(3)
    let bytes = try TestFiles.bytes(url)
    var errorCount = 0
    for index in bytes.indices {
      for bit in 0..<8 {
        var flipped = bytes
        flipped[index] ^= 1 << bit
        var found: [Cassette.Interaction]?
        let error = TestFiles.error { found = try TestFiles.all(open(flipped)) }
        guard error != nil || found == interactions else {
          Issue.record("bit \(bit) of byte \(index) gives wrong data")
          return
        }
        if error != nil { errorCount += 1 }
      }
    }
    #expect(errorCount > bytes.count)
  }

  @Test func sampledBitsOfALargeFileAreFoundOrHarmless() throws {
    let seed = UInt64.random(in: 0...UInt64.max)
    var generator = SeededGenerator(seed: seed)
    let url = folder.file("good.har.gz")
    var random = RandomInteractions(seed: seed)
    let interactions = (0..<400).map { _ in random.interaction() }
    try TestFiles.write(interactions, to: url)
    let bytes = try TestFiles.bytes(url)
    #expect(bytes.count > 100_000)
    for _ in 0..<25 {
      let index = Int.random(in: bytes.indices, using: &generator)
      var flipped = bytes
      flipped[index] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
      var cassette = Cassette(interactions: [])
      if TestFiles.error({ cassette = try open(flipped) }) != nil { continue }
      #expect(cassette.count == 400)
      for number in 0..<cassette.count {
        var found: Cassette.Interaction?
        let error = TestFiles.error { found = try cassette.interaction(at: number) }
        if case .damagedBlock(_, _, let offset, _) = error { #expect(offset <= index) }
        guard error != nil || found == interactions[number] else {
          Issue.record("a flip at byte \(index) gives wrong data, seed \(seed)")
          return
        }
      }
    }
  }

  @Test func damageNamesBlockAndOffset() throws {
    let (url, _) = try cassette(40, padding: 5000)
    let bytes = try TestFiles.bytes(url)
    var starts: [Int] = []
    var offset = 0
    while offset < bytes.count,
      case .block(let count, _) = bytes[offset...].withUnsafeBytes({ BGZF.header($0) })
    {
      starts.append(offset)
      offset += count
    }
    var damaged = bytes
    damaged[starts[2] - 6] ^= 1
    let cassette = try open(damaged)
    #expect(cassette.hasIndex)
    _ = try cassette.interaction(at: 0)
    damaged = bytes
    damaged[starts[1] + 40] ^= 0x10
    let text = TestFiles.message { _ = try TestFiles.all(open(damaged)) }
    #expect(
      text.hasPrefix("\(folder.file("x.har.gz").path): corrupt, block 1 at byte \(starts[1]): "),
      "\(text)")
  }

  @Test func wrongChecksumsOfBlocksAreNamedByAScan() throws {
    let (url, _) = try cassette(2)
    var bytes = TestFiles.blocked(try TestFiles.text(url))
    let trailer = bytes.count - BGZF.endMarker.count - 8
    bytes[trailer] ^= 1
    #expect(
      message(bytes)
        == "x.har.gz: corrupt, block 0 at byte 0: the checksum is wrong. Restore it, or "
        + "see with `cassette verify` which entries survive.")
    bytes[trailer] ^= 1
    bytes[trailer + 4] ^= 1
    #expect(
      message(bytes).hasPrefix("x.har.gz: corrupt, block 0 at byte 0: the size of the content"))
    bytes[trailer + 4] ^= 1
    bytes[bytes.count - BGZF.endMarker.count] ^= 1
    #expect(
      message(bytes).hasPrefix(
        "x.har.gz: corrupt, block 1 at byte \(bytes.count - 28): no gzip header."))
    var members = TestFiles.gzip(try TestFiles.text(url))
    members[members.count - 8] ^= 1
    #expect(
      message(members).hasPrefix("x.har.gz: corrupt, block 0 at byte 0: incorrect data check."))
    #expect(
      message(TestFiles.gzip(try TestFiles.text(url)) + [1, 2, 3]).contains("incorrect header"))
  }

  @Test func joinedFilesAreNotHalfRead() throws {
    let (url, _) = try cassette(2)
    let bytes = try TestFiles.bytes(url)
    let text = try TestFiles.text(url)
    let expected =
      "x.har.gz: two files joined, a second document begins at byte \(text.count) of the text. Join "
      + "cassettes with `cassette merge` instead."
    #expect(message(bytes + bytes) == expected)
    #expect(message(TestFiles.gzip(text) + TestFiles.gzip(text)) == expected)
    #expect(message(text + text) == expected)
    #expect(message(text + Array("x".utf8)).contains("not JSON, text after the document at byte"))
  }

  @Test func mergeConflictsAreCalledThat() throws {
    let (url, _) = try cassette(3)
    let bytes = try TestFiles.bytes(url)
    let advice =
      ". Take both versions out of git and join them: `git show :2:./x.har.gz > a.har.gz`, `git show "
      + ":3:./x.har.gz > b.har.gz`, then `cassette merge a.har.gz b.har.gz --output x.har.gz`."
    let half = bytes.count / 2
    #expect(
      message(
        Array("<<<<<<< HEAD\n".utf8) + bytes[..<half] + Array("=======\n".utf8) + bytes[half...]
          + Array(">>>>>>> topic\n".utf8))
        == "x.har.gz: markers of a merge conflict at byte 0" + advice)
    var lines = try TestFiles.text(url).split(separator: 0x0A).map { Array($0) }
    let offset = lines[0].count + lines[1].count + 2
    lines.insert(Array("<<<<<<< HEAD".utf8), at: 2)
    lines.insert(Array("=======".utf8), at: 4)
    lines.insert(Array(">>>>>>> topic".utf8), at: 6)
    let conflict = Array(lines.joined(separator: [0x0A]))
    for packed in [conflict, TestFiles.gzip(conflict), TestFiles.blocked(conflict)] {
      #expect(
        message(packed) == "x.har.gz: markers of a merge conflict at byte \(offset)" + advice)
    }
    lines = try TestFiles.text(url).split(separator: 0x0A).map { Array($0) }
    lines.append(Array(">>>>>>> topic".utf8))
    #expect(message(Array(lines.joined(separator: [0x0A]))).contains("markers of a merge conflict"))
  }

  @Test func convertedLineEndsAreCalledThat() throws {
    let (url, _) = try cassette(40, padding: 5000)
    let bytes = try TestFiles.bytes(url)
    #expect(bytes.contains(0x0A))
    let converted = bytes.flatMap { $0 == 0x0A ? [0x0D, 0x0A] : [$0] }
    #expect(
      message(converted) == "x.har.gz: corrupt, every LF has become CR LF. Add `*.har.gz -text` to "
        + ".gitattributes and check the file out again.")
  }

  @Test(arguments: ["999", "0", "\"x\"", "1.5", "null"])
  func unknownVersionsAreNotRead(version: String) throws {
    let (url, _) = try cassette(1)
    let text = String(decoding: try TestFiles.text(url), as: UTF8.self)
      .replacingOccurrences(of: #""_cassette":1"#, with: #""_cassette":\#(version)"#)
    let expected =
      "x.har.gz: format version \(version.replacingOccurrences(of: "\"", with: "")) is unknown; "
      + "version 1 is supported. Use a release of MoyaCassettes that supports it, or record again."
    #expect(message(Array(text.utf8)) == expected)
    #expect(message(TestFiles.gzip(Array(text.utf8))) == expected)
    #expect(message(TestFiles.blocked(Array(text.utf8))) == expected)
  }

  @Test func unknownVersionsOfTheIndexAreNotRead() throws {
    let (url, interactions) = try cassette(1)
    var bytes = try TestFiles.bytes(url)
    let start = bytes.count - 28 - CassetteIndex.trailerByteCount + 22
    bytes[start] = 2
    // A flipped bit, for the text has version 1.
    let scanned = try open(bytes)
    #expect(!scanned.hasIndex)
    #expect(try TestFiles.all(scanned) == interactions)
    var newer = bytes
    newer[40] ^= 1
    #expect(
      message(newer).hasPrefix("x.har.gz: format version 2 is unknown; version 1 is supported."))
    bytes[start] = 1
    bytes[start + 4] ^= 0xFF
    // Another way to make keys only means that the index is of no use.
    let cassette = try open(bytes)
    #expect(!cassette.hasIndex)
    #expect(try TestFiles.all(cassette) == interactions)
  }

  @Test(arguments: [
    ("[]", "x.har.gz: not a HAR, its text begins with `[`, not with {."),
    ("PK\u{3}", "x.har.gz: not a HAR, its text begins with `P`, not with {."),
    ("\u{1}", "x.har.gz: not a HAR, its text begins with the byte 0x1, not with {."),
    ("{}", "x.har.gz: not a HAR, it has not one member `log`."),
    (#"{"log":[]}"#, "x.har.gz: not a HAR, it has not one member `log`."),
    (#"{"log":{}}"#, "x.har.gz: not a HAR, its `log` has not one array `entries`."),
    (#"{"log":{"entries":{}}}"#, "x.har.gz: not a HAR, its `log` has not one array `entries`."),
    (
      #"{"log":{"entries":[],"entries":[]}}"#,
      "x.har.gz: not a HAR, its `log` has not one array `entries`."
    ),
    (#"{"log":{"entries":[]},"log":1}"#, "x.har.gz: not a HAR, it has not one member `log`."),
    (#"{"log":{"entries":[],}}"#, "x.har.gz: not JSON, expected a key at byte 21 of the text."),
    (
      #"{"log":{"entries":[ {"request":{"url":"u"},"response":{"status":1}} , ]}}"#,
      "x.har.gz: not JSON, expected a value at byte 70 of the text."
    ),
    (
      #"{"log":{"entries":[1]}}"#, "x.har.gz: entry 0 is corrupt: the entry is not an object."
    ),
    (
      #"{"log":{"entries":[{"a":]}]}}"#,
      "x.har.gz: entry 0 is corrupt: not JSON: expected a value at byte 5."
    ),
    (
      #"{"log":{"entries":[{]}}}"#,
      "x.har.gz: entry 0 is corrupt: not JSON: expected a key at byte 1."
    ),
    (" \n\t", "x.har.gz: empty."),
  ])
  func whatIsNoHARIsSaidToBeNone(text: String, expected: String) {
    let found = message(Array(text.utf8))
    #expect(found.hasPrefix(expected), "\(found)")
  }

  @Test func limitsHoldBeforeMemoryIsTaken() throws {
    let (url, _) = try cassette(10, padding: 100)
    var limits = Cassette.Limits()
    limits.entryByteCount = 300
    #expect(
      throws: CassetteError.tooLarge(
        path: url.path, what: "the size of an entry in bytes", limit: 300)
    ) { try Cassette(contentsOf: url, limits: limits).interaction(at: 0) }
    limits = .init()
    limits.entryCount = 9
    #expect(throws: CassetteError.tooLarge(path: url.path, what: "the number of entries", limit: 9))
    {
      try Cassette(contentsOf: url, limits: limits)
    }
    let text = try TestFiles.text(url)
    let zipped = try folder.write(TestFiles.gzip(text), to: "z.har.gz")
    limits = .init()
    limits.textByteCount = 1000
    #expect(
      throws: CassetteError.tooLarge(
        path: zipped.path, what: "the size of the text in bytes", limit: 1000)
    ) { try Cassette(contentsOf: zipped, limits: limits) }
    let plain = try folder.write(text, to: "p.har")
    limits = .init()
    limits.entryByteCount = 300
    #expect(
      throws: CassetteError.tooLarge(
        path: plain.path, what: "the size of entry 0 in bytes", limit: 300)
    ) { try Cassette(contentsOf: plain, limits: limits) }
    limits = .init()
    limits.frameByteCount = 20
    #expect(
      throws: CassetteError.tooLarge(
        path: plain.path, what: "the size of what is not an entry in bytes", limit: 20)
    ) { try Cassette(contentsOf: plain, limits: limits) }
    let deep =
      #"{"log":{"entries":[{"x":"# + String(repeating: "[", count: 600)
      + String(repeating: "]", count: 600) + "}]}}"
    #expect(message(Array(deep.utf8)).contains("entry 0 is corrupt: not JSON: nesting deeper"))
  }

  @Test func whatIsNoFileIsRefused() throws {
    #expect(throws: CassetteError.missing(path: folder.file("none.har.gz").path)) {
      try Cassette(contentsOf: folder.file("none.har.gz"))
    }
    #expect(throws: CassetteError.notAFile(path: folder.url.path, kind: "folder")) {
      try Cassette(contentsOf: folder.url)
    }
    let pipe = folder.file("p.har.gz")
    #expect(mkfifo(pipe.path, 0o600) == 0)
    #expect(throws: CassetteError.notAFile(path: pipe.path, kind: "FIFO")) {
      try Cassette(contentsOf: pipe)
    }
  }
}
