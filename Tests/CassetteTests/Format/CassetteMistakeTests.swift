import Foundation
import Testing

@testable import Cassette

struct CassetteMistakeTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func error(_ url: URL) -> CassetteError? {
    TestFiles.error { _ = try Cassette(contentsOf: url) }
  }

  @Test func aPointerOfGitLFSIsCalledThat() throws {
    let pointer = Array(
      "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 12345\n".utf8)
    let url = try folder.write(pointer, to: "a.har.gz")
    #expect(error(url) == .unfetched(path: url.path))
    #expect(
      "\(CassetteError.unfetched(path: "F"))"
        == "F: a pointer of Git LFS, not the file that it stands for. Fetch that with `git lfs pull`."
    )
    for format in [nil, "vcr"] {
      #expect(
        TestFiles.error { _ = try CassetteImport(contentsOf: url, format: format) }
          == .unfetched(path: url.path))
    }
    // A body's file, too.
    let body = Data(repeating: 1, count: SideFiles.defaultThreshold)
    let cassette = folder.file("b.har.gz")
    try Cassette(interactions: [
      .init(
        request: .init(url: "https://a.test/"),
        outcome: .response(.init(status: 200, body: .bytes(body))))
    ]).save(to: cassette)
    let opened = try Cassette(contentsOf: cassette)
    let reference = try #require(try opened.interaction(at: 0).outcome.response?.body)
    guard case .sideFile(let file) = reference else {
      Issue.record("it lies in the cassette")
      return
    }
    _ = try folder.write(pointer, to: file.path)
    #expect(
      TestFiles.error { _ = try opened.data(of: reference) }
        == .unfetched(path: folder.file(file.path).path))
  }

  @Test func theLastJournalIsNamed() throws {
    let url = folder.file("a.har.gz")
    let header = JournalHeader(mode: "once", base: nil, run: "0123456789abcdef").line
    _ = try folder.write([], to: "a.har.gz.partial")
    _ = try folder.write(header, to: "b.har.gz.partial")
    #expect(error(url) == .missing(path: url.path))
    for name in ["a.har.gz.crashed-9", "a.har.gz.crashed-10", "a.har.gz.partial"] {
      let journal = try folder.write(header, to: name)
      #expect(error(url) == .unsavedRecording(path: url.path, journal: journal.path))
      #expect(error(journal) == .journal(path: journal.path))
    }
  }

  @Test func onlyACassettesNameIsWrittenTo() throws {
    let cassette = Cassette(interactions: [TestFiles.simple(0)])
    let har = try folder.write(
      Array(#"{"log":{"version":"1.2","creator":{},"entries":[]}}"#.utf8), to: "import.har")
    for name in ["x.har", "x.gz", "x", ".har.gz"] {
      let url = folder.file(name)
      let expected = CassetteError.notCassetteName(path: url.path)
      #expect(TestFiles.error { try cassette.save(to: url) } == expected)
      #expect(TestFiles.error { try Cassette.Editor(cassette).save(to: url) } == expected)
      #expect(TestFiles.error { try cassette.merge(cassette, into: url) } == expected)
      #expect(
        TestFiles.error { try CassetteImport(contentsOf: har).save(to: url) } == expected)
    }
    let url = folder.file("x.har.gz")
    #expect(
      TestFiles.error { try cassette.exportHAR(to: url) } == .compressedName(path: url.path))
    #expect(try folder.names == ["import.har"])
  }

  @Test func editingMovesALargeBodyOut() throws {
    let body = Data(repeating: 7, count: SideFiles.defaultThreshold)
    let url = folder.file("a.har.gz")
    let interaction = Cassette.Interaction(
      request: .init(url: "https://a.test/"),
      outcome: .response(.init(status: 200, body: .bytes(body))))
    try TestFiles.write([interaction, TestFiles.simple(1)], to: url)
    try Cassette.Editor(try Cassette(contentsOf: url)).save(to: url)
    let cassette = try Cassette(contentsOf: url)
    let moved = try #require(try cassette.interaction(at: 0).outcome.response?.body)
    guard case .sideFile = moved else {
      Issue.record("it lies in the cassette")
      return
    }
    #expect(try cassette.data(of: moved) == body)
  }
}
