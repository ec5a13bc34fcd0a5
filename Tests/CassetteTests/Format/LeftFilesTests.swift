import Foundation
import Testing

@testable import Cassette

struct LeftFilesTests {
  /// No system has a process of this number.
  private let dead = ".cassette-2147483646-1.tmp"
  private let alive = ".cassette-\(getpid())-999999.tmp"

  @Test(
    arguments: [
      (".cassette-12-3.tmp", 12), (".cassette-12-3.tmp2", nil), (".cassette-12.tmp", nil),
      (".cassette--3.tmp", nil), (".cassette-0-3.tmp", nil), (".cassette-1x-3.tmp", nil),
      (".cassette-99999999999-3.tmp", nil), ("cassette-12-3.tmp", nil), (".cassette-.tmp", nil),
    ] as [(String, pid_t?)])
  func tellsTheProcess(name: String, process: pid_t?) {
    #expect(LeftFiles.process(ofTemporary: name) == process)
  }

  @Test func whatKilledProcessesLeftGoesWithTheNextSave() throws {
    let folder = try TestFolder()
    let url = folder.file("a.har.gz")
    let bodies = folder.file("a.bodies")
    try FileManager.default.createDirectory(at: bodies, withIntermediateDirectories: true)
    for name in [dead, alive, "mine.tmp"] { _ = try folder.write([1], to: "a.bodies/" + name) }
    // Beside the cassette only what is old: it may be another machine's.
    for name in [dead, alive, ".cassette-2147483646-2.tmp"] { _ = try folder.write([1], to: name) }
    let old = Date(timeIntervalSinceNow: -7200)
    for name in [dead, alive] {
      try FileManager.default.setAttributes(
        [.modificationDate: old], ofItemAtPath: folder.file(name).path)
    }
    #expect(
      try SideFiles(of: url).orphans(besides: [])
        == [dead, "a.bodies/" + dead].sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) })
    try Cassette(interactions: [TestFiles.simple(0)]).save(to: url)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: bodies.path).sorted()
        == [alive, "mine.tmp"])
    #expect(
      try folder.names
        == [".cassette-2147483646-2.tmp", alive, "a.bodies", "a.har.gz"].sorted())
  }
}
