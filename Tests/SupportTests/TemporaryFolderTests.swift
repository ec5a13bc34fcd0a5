import Foundation
import TestSupport
import Testing

@Suite struct TemporaryFolderTests {
  @Test func goesAwayWhenClosedOrLetGoOf() throws {
    var folder: TemporaryFolder? = try TemporaryFolder()
    let path = try #require(folder?.path)
    try folder?.write("x".utf8, to: "a/b.txt")
    #expect(try folder?.read("a/b.txt") == Data("x".utf8))
    #expect(try folder?.contents() == ["a", "a/b.txt"])
    #expect(FileManager.default.fileExists(atPath: path))
    folder = nil
    #expect(!FileManager.default.fileExists(atPath: path))
    let other = try TemporaryFolder()
    #expect(other.path != path)
    other.close()
    other.close()
    #expect(!FileManager.default.fileExists(atPath: other.path))
  }
}
