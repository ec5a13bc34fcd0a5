import Foundation
import Testing

@testable import Cassette

struct SideFilesTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private func big(_ count: Int = 1_100_000, seed: UInt8 = 1) -> Data {
    let pattern = Data((0..<1000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8) &+ seed })
    var data = Data()
    while data.count < count { data.append(pattern) }
    return data
  }

  private func answer(_ body: Data, _ number: Int = 1) -> Cassette.Interaction {
    var interaction = TestFiles.simple(number)
    interaction.outcome = .response(.init(status: 200, body: .bytes(body)))
    return interaction
  }

  @Test func bodiesLieBesideTheCassette() throws {
    let url = folder.file("a.har.gz")
    let body = big()
    let small = Data("small".utf8)
    let cassette = Cassette(interactions: [answer(body, 1), answer(body, 2), answer(small, 3)])
    #expect(try cassette.save(to: url))
    let hash = body.withUnsafeBytes { SHA256.hexadecimal($0) }
    #expect(
      try FileManager.default.subpathsOfDirectory(atPath: folder.url.path).sorted() == [
        "a.bodies", "a.bodies/\(hash).gz", "a.har.gz",
      ])
    let opened = try Cassette(contentsOf: url)
    for (index, expected) in [body, body, small].enumerated() {
      let found = try #require(try opened.interaction(at: index).outcome.response?.body)
      #expect(try opened.data(of: found) == expected)
    }
    #expect(
      try opened.interaction(at: 0).outcome.response?.body
        == .sideFile(.init(path: "a.bodies/\(hash).gz", byteCount: body.count, sha256: hash)))
    #expect(
      String(decoding: try TestFiles.text(url), as: UTF8.self).contains(
        #""content":{"size":1100000,"mimeType":"","_file":"a.bodies/\#(hash).gz"}"#))
    #expect(try TestFiles.text(folder.file("a.bodies/\(hash).gz")) == Array(body))
    // Saving it again changes nothing; elsewhere it takes the bodies along.
    #expect(try opened.save(to: url) == false)
    let other = folder.file("b.har.gz")
    #expect(try opened.save(to: other))
    #expect(try folder.names == ["a.bodies", "a.har.gz", "b.bodies", "b.har.gz"])
    #expect(
      try opened.data(of: opened.interaction(at: 0).outcome.response!.body)
        == Cassette(contentsOf: other).data(
          of: Cassette(contentsOf: other).interaction(at: 0).outcome.response!.body))
    // Nothing refers to it any more.
    #expect(try Cassette(interactions: [answer(small)]).save(to: url))
    #expect(try folder.names == ["a.har.gz", "b.bodies", "b.har.gz"])
  }

  @Test func whatIsNotACassettesStays() throws {
    let url = folder.file("a.har.gz")
    try Cassette(interactions: [answer(big())]).save(to: url)
    try Data("mine".utf8).write(to: folder.file("a.bodies/notes.txt"))
    try Cassette(interactions: []).save(to: url)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a.bodies").path) == [
        "notes.txt"
      ])
  }

  @Test func largeUploadsAreKeptAsTheirHash() throws {
    let url = folder.file("a.har.gz")
    var interaction = answer(Data())
    interaction.request.body = .bytes(big())
    interaction.attempts = [.init(request: interaction.request, outcome: answer(big()).outcome)]
    try Cassette(interactions: [interaction]).save(to: url)
    let opened = try Cassette(contentsOf: url)
    let read = try opened.interaction(at: 0)
    let hash = big().withUnsafeBytes { SHA256.hexadecimal($0) }
    #expect(read.request.body == .digest(byteCount: 1_100_000, sha256: hash))
    #expect(try opened.data(of: read.request.body) == nil)
    #expect(try opened.data(of: read.attempts[0].outcome.response!.body) == big())
    #expect(read.attempts[0].request.body == .digest(byteCount: 1_100_000, sha256: hash))
  }

  @Test func damageIsFound() throws {
    let url = folder.file("a.har.gz")
    let body = big()
    try Cassette(interactions: [answer(body)]).save(to: url)
    let cassette = try Cassette(contentsOf: url)
    let reference = try #require(try cassette.interaction(at: 0).outcome.response?.body)
    guard case .sideFile(let side) = reference else {
      Issue.record("\(reference)")
      return
    }
    let file = folder.file(side.path)
    let bytes = try TestFiles.bytes(file)
    func message(_ content: [UInt8]) throws -> String {
      try Data(content).write(to: file)
      return TestFiles.message { _ = try cassette.data(of: reference) }
        .replacingOccurrences(of: file.path, with: "F")
    }
    let advice = " Restore it together with its cassette, or record again."
    #expect(
      try message(TestFiles.blocked(Array(body.dropLast())))
        == "F: corrupt, it holds 1099999 bytes, not 1100000." + advice)
    #expect(
      try message(TestFiles.blocked(Array(body) + [0]))
        == "F: corrupt, it holds more than 1100000 bytes." + advice)
    #expect(
      try message(TestFiles.blocked(Array(body.dropLast()) + [body.last! ^ 1]))
        == "F: corrupt, its SHA-256 is not the one it is named by." + advice)
    #expect(try message(TestFiles.gzip(Array(body))) == "F: corrupt, it is not BGZF." + advice)
    #expect(try message(Array(bytes.dropLast(30))).hasPrefix("F: truncated"))
    var flipped = bytes
    flipped[100] ^= 1
    #expect(try message(flipped).hasPrefix("F: corrupt, block 0 at byte 0: "))
    try FileManager.default.removeItem(at: file)
    #expect(throws: CassetteError.missingSideFile(path: file.path, folder: "a.bodies")) {
      try cassette.data(of: reference)
    }
    // Recording again heals it.
    try Data(flipped).write(to: file)
    try Cassette(interactions: [answer(body)]).save(to: url)
    #expect(try cassette.data(of: reference) == body)
  }

  @Test(arguments: [
    ("../secret", "its path does not lead straight into the cassette's folder"),
    ("a/../../secret", "its path does not lead straight into the cassette's folder"),
    ("/etc/passwd", "its path does not lead straight into the cassette's folder"),
    ("a//b", "its path does not lead straight into the cassette's folder"),
    ("./b", "its path does not lead straight into the cassette's folder"),
    ("", "its path does not lead straight into the cassette's folder"),
    ("a\\b", "it has a backslash or a NUL in its path"),
    ("a\0b", "it has a backslash or a NUL in its path"),
  ])
  func pathsThatLeadElsewhereAreRefused(path: String, reason: String) throws {
    let url = folder.file("x.har")
    try Data(#"{"log":{"entries":[]}}"#.utf8).write(to: url)
    let cassette = try Cassette(contentsOf: url)
    let body = Cassette.Body.sideFile(.init(path: path, byteCount: 1, sha256: ""))
    #expect(
      TestFiles.message { _ = try cassette.data(of: body) }
        == "\(url.path): the body in \"\(path)\" is refused: \(reason).")
  }

  @Test func linksAreRefused() throws {
    let url = folder.file("x.har")
    try Data(#"{"log":{"entries":[]}}"#.utf8).write(to: url)
    let cassette = try Cassette(contentsOf: url)
    try FileManager.default.createDirectory(
      at: folder.file("d"), withIntermediateDirectories: false)
    try Data("secret".utf8).write(to: folder.file("d/secret"))
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("l").path, withDestinationPath: "d/secret")
    try FileManager.default.createSymbolicLink(
      atPath: folder.file("e").path, withDestinationPath: "d")
    func read(_ path: String) throws -> Data? {
      try cassette.data(of: .sideFile(.init(path: path, byteCount: 6, sha256: "")))
    }
    #expect(try read("d/secret") == Data("secret".utf8))
    for path in ["l", "e/secret", "d"] {
      let error = TestFiles.error { _ = try read(path) }
      guard case .refusedSideFile = error else {
        Issue.record("\(path): \(String(describing: error))")
        continue
      }
    }
  }

  @Test func exportsEverythingInOneFile() throws {
    let url = folder.file("a.har.gz")
    let body = big()
    try Cassette(interactions: [answer(body), answer(Data("x".utf8))]).save(to: url)
    let har = folder.file("out.har")
    try Cassette(contentsOf: url).exportHAR(to: har)
    let read = try Cassette(contentsOf: har)
    #expect(try TestFiles.all(read) == [answer(body), answer(Data("x".utf8))])
    #expect(!read.hasIndex)
  }

  @Test func findsReferencesWhateverStandsAround() {
    var paths: Set<String> = []
    SideFileReference.addPaths(
      inEntry: Array(
        #"{"text":"\"_file\":\"no\"","_file":"a\"b.bodies/1.gz","x":{"_file":"é"}}"#.utf8),
      to: &paths)
    #expect(paths == ["a\"b.bodies/1.gz", "é"])
  }

  @Test(arguments: [
    "a.bodies/\(String(repeating: "0", count: 64)).gz": true,
    ".bodies/\(String(repeating: "0", count: 64)).gz": false,
    "a.bodies/\(String(repeating: "A", count: 64)).gz": false,
    "a.bodies/\(String(repeating: "0", count: 63)).gz": false,
    "a.bodies/\(String(repeating: "0", count: 64))": false,
    "x/a.bodies/\(String(repeating: "0", count: 64)).gz": false,
    "a\\.bodies/\(String(repeating: "0", count: 64)).gz": false,
  ])
  func knowsTheFormOfReferences(path: String, isReference: Bool) {
    #expect((SideFileReference(path) != nil) == isReference)
    #expect(SideFileReference(path).map(\.path) == (isReference ? path : nil))
  }
}
