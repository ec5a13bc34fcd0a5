import Foundation
import Testing

@testable import Cassette

/// Bodies in files of their own stay as long as any entry refers to them, whoever wrote it and however.
struct SideFileKeepingTests {
  private let folder: TestFolder
  private var url: URL { folder.file("a.har.gz") }
  private let body = Data("a body that is not large, but stored as if it were".utf8)

  init() throws { folder = try TestFolder() }

  /// An interaction whose body lies beside a cassette.
  private func stored(_ number: Int, beside url: URL) throws -> Cassette.Interaction {
    var interaction = TestFiles.simple(number)
    let file = try SideFiles(of: url).store(body)
    interaction.outcome = .response(.init(status: 200, body: .sideFile(file)))
    return interaction
  }

  private func content(_ url: URL, at index: Int = 0) throws -> Data? {
    let cassette = try Cassette(contentsOf: url)
    let body = try #require(try cassette.interaction(at: index).outcome.response?.body)
    return try cassette.data(of: body)
  }

  // MARK: What is not saved

  /// A cassette with two bodies beside it, of which the second is lost.
  private func halfReadable(_ folder: TestFolder) throws -> Cassette {
    let url = folder.file("b.har.gz")
    let interactions = [1, 2].map { number in
      var interaction = TestFiles.simple(number)
      let body = Data(repeating: UInt8(number), count: SideFiles.defaultThreshold)
      interaction.outcome = .response(.init(status: 200, body: .bytes(body)))
      return interaction
    }
    try Cassette(interactions: interactions).save(to: url)
    let cassette = try Cassette(contentsOf: url)
    let lost = try #require(try cassette.interaction(at: 1).sideFilePaths.first)
    try FileManager.default.removeItem(at: folder.file(lost))
    return cassette
  }

  @Test(arguments: ["cassette", "editor", "merge"])
  func ofASaveThatFailsNoBodiesAreLeft(way: String) throws {
    let other = try TestFolder()
    let cassette = try halfReadable(other)
    func save() -> CassetteError? {
      TestFiles.error {
        switch way {
        case "cassette": try cassette.save(to: url)
        case "editor": try Cassette.Editor(cassette).save(to: url)
        default: try Cassette(interactions: []).merge(cassette, into: url)
        }
      }
    }
    #expect(save() != nil)
    #expect(try folder.names == [])
    // What was there before stays, also where nothing refers to it any more.
    _ = try SideFiles(of: url).store(body)
    let kept = try FileManager.default.contentsOfDirectory(atPath: folder.file("a.bodies").path)
    #expect(save() != nil)
    #expect(try folder.names == ["a.bodies"])
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a.bodies").path) == kept)
  }

  // MARK: Who lays out entries

  /// The ways in which other programs lay JSON out.
  enum Layout: CaseIterable {
    case spaces, tabs, lines, escapedName, escapedAll

    func laidOut(_ text: [UInt8]) -> [UInt8] {
      switch self {
      case .spaces: spaced(text, [0x20])
      case .tabs: spaced(text, [0x09, 0x20])
      case .lines: spaced(text, [0x0A, 0x20])
      case .escapedName: replacing(#""_file""#, #""\u005ffile""#, in: text)
      case .escapedAll:
        replacing(#""_file""#, #""\u005F\u0066\u0069\u006c\u0065""#, in: spaced(text, [0x20]))
      }
    }

    private func spaced(_ text: [UInt8], _ space: [UInt8]) -> [UInt8] {
      var result: [UInt8] = []
      var (isInString, isEscaped) = (false, false)
      for byte in text {
        result.append(byte)
        if isInString {
          if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
          isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
        } else if byte == UInt8(ascii: "\"") {
          isInString = true
        } else if byte == UInt8(ascii: ":") || byte == UInt8(ascii: ",") {
          result += space
        }
      }
      return result
    }

    private func replacing(_ old: String, _ new: String, in text: [UInt8]) -> [UInt8] {
      Array(String(decoding: text, as: UTF8.self).replacingOccurrences(of: old, with: new).utf8)
    }
  }

  private func saveAnew(_ layout: Layout) throws {
    try TestFiles.write([stored(1, beside: url), TestFiles.simple(2)], to: url)
    let text = layout.laidOut(try TestFiles.text(url))
    _ = try folder.write(TestFiles.gzip(text), to: "a.har.gz")
    #expect(try content(url) == body)
  }

  @Test(arguments: Layout.allCases)
  func anEditorKeepsThemInAFileThatIsLaidOutAnew(layout: Layout) throws {
    try saveAnew(layout)
    let cassette = try Cassette(contentsOf: url)
    #expect(try cassette.sideFilePaths().count == 1)
    var editor = Cassette.Editor(cassette)
    editor.append(TestFiles.simple(3))
    #expect(try editor.save(to: url))
    #expect(try content(url) == body)
    #expect(try Cassette(contentsOf: url).count == 3)
  }

  @Test(arguments: Layout.allCases)
  func aCopyTakesThemAlong(layout: Layout) throws {
    try saveAnew(layout)
    let cassette = try Cassette(contentsOf: url)
    try cassette.save(to: url)
    #expect(try content(url) == body)
    let other = folder.file("other.har.gz")
    try Cassette(contentsOf: url).save(to: other)
    try FileManager.default.removeItem(at: folder.file("a.bodies"))
    #expect(try content(other) == body)
  }

  @Test(arguments: Layout.allCases)
  func mergingKeepsThem(layout: Layout) throws {
    try saveAnew(layout)
    let other = Cassette(interactions: [TestFiles.simple(5)])
    _ = try Cassette(contentsOf: url).merge(other, into: url)
    #expect(try content(url) == body)
    #expect(try Cassette(contentsOf: url).count == 3)
  }

  @Test func findsReferencesInEveryLayout() {
    for text in [
      #"{"_file":"p"}"#, #"{"_file": "p"}"#, "{\"_file\"\t\r\n:\n \"p\"}", #"{"_file" :"p"}"#,
      #"{"\u005ffile":"p"}"#, #"{"_f\u0069le":"p"}"#, #"{"_\u0066\u0069\u006C\u0065": "p"}"#,
      #"{"a":[{"_fil\u0065":"\u0070"}]}"#, #"{"text":"\\u005f","_file":"p"}"#,
    ] {
      var paths: Set<String> = []
      SideFileReference.addPaths(inEntry: Array(text.utf8), to: &paths)
      #expect(paths == ["p"], "\(text)")
    }
    for text in [
      #"{"a":"_file","b":"p"}"#, #"{"a":"\"_file\": \"p\""}"#, #"{"_file":1}"#,
      #"{"\u005ffile2":"p"}"#, #"{"x_file":"p"}"#,
    ] {
      #expect(!SideFileReference.isIn(entry: Array(text.utf8)), "\(text)")
    }
  }

  @Test func twoCassettesOfOneNameShareTheirFolder() throws {
    let plain = folder.file("a.har")
    try TestFiles.write([stored(1, beside: url)], to: url)
    let text = try TestFiles.text(url)
    _ = try folder.write(text, to: "a.har")
    try Cassette(interactions: [TestFiles.simple(2)]).save(to: url)
    #expect(try content(plain) == body)
    // What cannot be read may refer to any.
    _ = try folder.write(Array("x".utf8), to: "a.har")
    try Cassette(interactions: [TestFiles.simple(3)]).save(to: url)
    _ = try folder.write(text, to: "a.har")
    #expect(try content(plain) == body)
    try FileManager.default.removeItem(at: plain)
    try Cassette(interactions: []).save(to: url)
    #expect(try folder.names == ["a.har.gz"])
  }

  // MARK: Renaming

  private func rename() throws -> URL {
    try TestFiles.write([stored(1, beside: url), TestFiles.simple(2)], to: url)
    let new = folder.file("b.har.gz")
    try FileManager.default.moveItem(at: url, to: new)
    try FileManager.default.moveItem(at: folder.file("a.bodies"), to: folder.file("b.bodies"))
    return new
  }

  @Test func aRenamedPairIsRead() throws {
    let new = try rename()
    #expect(try content(new) == body)
    // What is damaged is found there too.
    let name = try #require(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("b.bodies").path).first)
    _ = try folder.write(Array("x".utf8), to: "b.bodies/\(name)")
    let damage = TestFiles.message { _ = try content(new) }
    #expect(damage.contains("/b.bodies/\(name)"), "\(damage)")
    try FileManager.default.removeItem(at: folder.file("b.bodies"))
    // Of both places, the one that the entry names is told of.
    #expect(
      TestFiles.message { _ = try content(new) }.contains("/a.bodies"),
      "\(TestFiles.message { _ = try content(new) })")
  }

  @Test func whateverIsSavedKeepsTheBodiesOfARenamedPair() throws {
    let new = try rename()
    try Cassette(contentsOf: new).save(to: new)
    #expect(try content(new) == body)
    let again = folder.file("c.har.gz")
    try FileManager.default.moveItem(at: new, to: again)
    try FileManager.default.moveItem(at: folder.file("b.bodies"), to: folder.file("c.bodies"))
    var editor = Cassette.Editor(try Cassette(contentsOf: again))
    editor.append(TestFiles.simple(3))
    try editor.save(to: again)
    #expect(try content(again) == body)
    #expect(
      try Cassette(contentsOf: again).interaction(at: 0).sideFilePaths.allSatisfy {
        $0.hasPrefix("c.bodies/")
      })
    #expect(try folder.names == ["c.bodies", "c.har.gz"])
  }

  @Test func aLineThatIsKeptAsItIsKeepsTheBodiesOfARenamedPair() throws {
    let new = try rename()
    let cassette = try Cassette(contentsOf: new)
    let writer = try CassetteFileWriter(replacing: new)
    for index in 0..<cassette.count { try writer.keep(entryAt: index, of: cassette) }
    _ = try writer.finish()
    try SideFiles(of: new).removeUnreferenced(keeping: writer.sideFilePaths)
    #expect(try content(new) == body)
  }

  @Test func anEntryWithItsBodyElsewhereIsNotTheSame() throws {
    let new = try rename()
    let previous = try Cassette(contentsOf: new)
    let rerecording = try #require(Rerecording(replacing: previous))
    let recorded = try stored(1, beside: new)
    #expect(Cassette.VolatileFields.none.isSame(recorded, as: try previous.interaction(at: 0)))
    #expect(!rerecording.isSame(recorded, as: 0, but: .none))
    #expect(rerecording.isSame(TestFiles.simple(2), as: 1, but: .none))
  }

  // MARK: Journals and locks

  private func journal(_ interactions: [Cassette.Interaction]) throws -> Journal {
    let journal = try Journal(
      for: url, header: JournalHeader(mode: "once", base: nil, run: "0123456789abcdef"))
    for (number, interaction) in interactions.enumerated() {
      try journal.append(number: number, interaction)
    }
    return journal
  }

  @Test func nothingIsDeletedWhereALineOfAJournalCannotBeRead() throws {
    let journal = try journal([stored(1, beside: url)])
    journal.keep()
    let bytes = try TestFiles.bytes(journal.url)
    for damage in [Array("x\n".utf8), Array("{\"n\":2}\n".utf8)] {
      // The whole line, and then its broken remains.
      for text in [bytes + damage, Array(bytes.prefix { $0 != 0x0A }) + [0x0A] + damage] {
        _ = try folder.write(text, to: "a.har.gz.partial")
        try SideFiles(of: url).removeUnreferenced(keeping: [])
        #expect(try SideFiles(of: url).hasAny)
      }
    }
    try FileManager.default.removeItem(at: journal.url)
    try SideFiles(of: url).removeUnreferenced(keeping: [])
    #expect(try !SideFiles(of: url).hasAny)
  }

  @Test func nothingIsSavedOverARecording() throws {
    try TestFiles.write([TestFiles.simple(0)], to: url)
    let old = try TestFiles.bytes(url)
    let journal = try Journal(
      for: url,
      header: JournalHeader(
        mode: "append", base: nil, run: "0123456789abcdef", owner: "SomeTests.a()"))
    // Stored, and not in the journal yet.
    let stored = try stored(1, beside: url)
    #expect(
      throws: CassetteError.locked(
        path: url.path, processID: Int(getpid()), owner: "SomeTests.a()")
    ) {
      try Cassette(interactions: [TestFiles.simple(4)]).save(to: url)
    }
    #expect(try TestFiles.bytes(url) == old)
    try journal.append(number: 0, stored)
    #expect(try SideFiles(of: url).content(of: #require(stored.sideFiles.first)) == body)
    try journal.discard()
    #expect(try Cassette(interactions: [TestFiles.simple(5)]).save(to: url))
    #expect(try folder.names == ["a.har.gz"])
  }

  @Test func anEmptiedJournalIsStillTheLock() throws {
    let journal = try journal([stored(1, beside: url)])
    try journal.empty()
    #expect(journal.records().isEmpty)
    guard case .locked = TestFiles.error({ _ = try CassetteLock(for: url) }) else {
      Issue.record("the lock is free")
      return
    }
    // What it referred to is nobody's now.
    try SideFiles(of: url).removeUnreferenced(keeping: [])
    #expect(try folder.names == ["a.har.gz.partial"])
    try journal.discard()
    #expect(try folder.names == [])
  }
}

extension Cassette.Interaction {
  fileprivate var sideFiles: [Cassette.Body.SideFile] {
    bodies.compactMap { body in
      if case .sideFile(let file) = body { file } else { nil }
    }
  }
}
