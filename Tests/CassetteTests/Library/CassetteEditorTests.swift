import Foundation
import Testing

@testable import Cassette

struct CassetteEditorTests {
  private let folder: TestFolder
  private var url: URL { folder.file("a.har.gz") }

  init() throws { folder = try TestFolder() }

  private func saved(_ count: Int) throws -> Cassette {
    try Cassette(interactions: (0..<count).map { TestFiles.simple($0) }).save(to: url)
    return try Cassette(contentsOf: url)
  }

  private func lines() throws -> [ArraySlice<UInt8>] {
    try TestFiles.text(url).split(separator: 0x0A)
  }

  @Test func untouchedLinesStay() throws {
    let cassette = try saved(6)
    let old = try lines()
    var editor = Cassette.Editor(cassette)
    #expect(try editor.removeAll { $0.request.url.hasSuffix("n=1") } == 1)
    #expect(
      try editor.updateAll { interaction in
        if interaction.request.url.hasSuffix("n=3") { interaction.notes = ["changed"] }
      } == 1)
    try editor.insert(TestFiles.simple(10), at: 0)
    editor.append(TestFiles.simple(11))
    #expect(editor.count == 7)
    #expect(try editor.interaction(at: 3).notes == ["changed"])
    #expect(try editor.save(to: url))
    let new = try lines()
    #expect(new.count == old.count + 1)
    #expect(new[3] == old[3] && new[5] == old[5] && new[6] == old[6])
    // The first line of a document has no comma.
    #expect(new[2].dropFirst() == old[1])
    #expect(new[4] != old[4])
    var expected = [10, 0, 2, 3, 4, 5, 11].map { TestFiles.simple($0) }
    expected[3].notes = ["changed"]
    #expect(try TestFiles.all(Cassette(contentsOf: url)) == expected)
  }

  @Test func nothingChangedTouchesNothing() throws {
    var editor = Cassette.Editor(try saved(3))
    #expect(try editor.updateAll { _ in } == 0)
    #expect(try editor.removeAll { _ in false } == 0)
    #expect(try !editor.save(to: url))
  }

  @Test func anErrorLeavesEverythingAsItWas() throws {
    var editor = Cassette.Editor(try saved(3))
    struct Stop: Error {}
    #expect(throws: Stop.self) {
      try editor.removeAll { interaction in
        if interaction.request.url.hasSuffix("n=1") { throw Stop() }
        return true
      }
    }
    #expect(editor.count == 3)
    #expect(throws: CassetteError.noSuchEntry(index: 4, count: 3)) {
      try editor.insert(TestFiles.simple(1), at: 4)
    }
    #expect(throws: CassetteError.noSuchEntry(index: 3, count: 3)) { try editor.interaction(at: 3) }
  }

  @Test func aFileThatChangedOrIsRecordedIsNotReplaced() throws {
    let cassette = try saved(3)
    try Cassette(interactions: [TestFiles.simple(9)]).save(to: url)
    let bytes = try TestFiles.bytes(url)
    #expect(throws: CassetteError.changed(path: url.path)) {
      try Cassette.Editor(cassette).save(to: url)
    }
    let lock = try CassetteLock(for: url)
    let error = TestFiles.error { try Cassette.Editor().save(to: url) }
    guard case .locked = error else {
      Issue.record("\(String(describing: error))")
      return
    }
    try lock.release()
    #expect(try TestFiles.bytes(url) == bytes)
    // Elsewhere, what was opened is still there to be saved.
    try Cassette.Editor(cassette).save(to: folder.file("b.har.gz"))
    #expect(try Cassette(contentsOf: folder.file("b.har.gz")).count == 3)
    #expect(try folder.names == ["a.har.gz", "b.har.gz"])
  }

  @Test func bodiesGoAlong() throws {
    var interaction = TestFiles.simple(0)
    let body = Data(repeating: 7, count: 1_100_000)
    interaction.outcome = .response(.init(status: 200, body: .bytes(body)))
    try Cassette(interactions: [interaction, TestFiles.simple(1)]).save(to: url)
    var editor = Cassette.Editor(try Cassette(contentsOf: url))
    try editor.updateAll { $0.notes = ["x"] }
    let other = folder.file("b.har.gz")
    try editor.save(to: other)
    let opened = try Cassette(contentsOf: other)
    let stored = try #require(try opened.interaction(at: 0).outcome.response?.body)
    #expect(try opened.data(of: stored) == body)
    try editor.removeAll { _ in true }
    try editor.save(to: url)
    #expect(try folder.names == ["a.har.gz", "b.bodies", "b.har.gz"])
  }
}
