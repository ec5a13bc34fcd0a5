import Foundation
import Testing

@testable import Cassette

/// Bodies that go into and out of their files without being held.
struct SideFileStreamTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private var cassette: URL { folder.file("a.har.gz") }

  /// 1.2 MB of text with the words in it.
  private func text(_ words: String...) -> Data {
    var data = Data()
    for word in words { data.append(contentsOf: "\(word)\n".utf8) }
    while data.count < 1_200_000 { data.append(contentsOf: "the quick brown fox. ".utf8) }
    return data
  }

  private func answer(_ number: Int = 0) -> Cassette.Interaction {
    var interaction = TestFiles.simple(number)
    interaction.outcome = .response(
      .init(status: 200, headerFields: ["Content-Type": "text/plain"]))
    return interaction
  }

  private func content(_ interaction: Cassette.Interaction, of sideFiles: SideFiles) throws
    -> String
  {
    guard case .sideFile(let file)? = interaction.outcome.response?.body else {
      Issue.record("\(String(describing: interaction.outcome.response?.body))")
      return ""
    }
    return String(decoding: try sideFiles.content(of: file), as: UTF8.self)
  }

  @Test func aDownloadIsRedactedOnTheWay() throws {
    let secret = "k7Qz-93hdAl_0sXwErTy"
    let body = text("password=\(secret)", "again \(secret)")
    let file = try folder.write(Array(body), to: "download")
    let redactor = Redactor(nonce: 5)
    var interaction = answer()
    interaction.outcome = .response(
      .init(
        status: 200,
        headerFields: ["Content-Type": "text/plain", "Content-Length": "\(body.count)"]))
    let sideFiles = try SideFiles(of: cassette)
    try sideFiles.store(file, asResponseOf: &interaction, by: redactor)
    let stored = try content(interaction, of: sideFiles)
    #expect(!stored.contains(secret))
    #expect(
      stored.hasPrefix(
        """
        password=[redacted:password:0000000000000005-1]
        again [redacted:password:0000000000000005-1]
        the quick
        """))
    #expect(interaction.redactions.map(\.place) == ["response.body"])
    let response = try #require(interaction.outcome.response)
    #expect(response.headerFields["Content-Length"] == "\(stored.utf8.count)")

    var numbering = PlaceholderNumbering()
    let finished = try sideFiles.finishing(
      interaction, by: redactor, knownSecretCount: 1, numbering: &numbering)
    let final = try content(finished, of: sideFiles)
    #expect(
      final.hasPrefix("password=[redacted:password:1]\nagain [redacted:password:1]\nthe quick"))
    #expect(finished.redactions.map(\.placeholder) == ["[redacted:password:1]"])
    #expect(
      finished.outcome.response?.headerFields["Content-Length"] == "\(final.utf8.count)")
    // The one with provisional numbers is referred to by nothing any more.
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a.bodies").path).count == 2)
    guard case .sideFile(let kept)? = finished.outcome.response?.body else { return }
    try sideFiles.removeUnreferenced(keeping: [kept.path])
    #expect(try content(finished, of: sideFiles) == final)
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a.bodies").path).count == 1)
  }

  @Test func aSecretLearnedLaterIsTakenOut() throws {
    let secret = "k7Qz-93hdAl_0sXwErTy"
    let file = try folder.write(Array(text("a word: \(secret)!")), to: "download")
    let redactor = Redactor(nonce: 5)
    let sideFiles = try SideFiles(of: cassette)
    var interaction = answer()
    try sideFiles.store(file, asResponseOf: &interaction, by: redactor)
    #expect(try content(interaction, of: sideFiles).contains(secret))
    var later = answer(1)
    later.request.headerFields = ["X-Api-Key": secret]
    _ = redactor.redact(later)
    var numbering = PlaceholderNumbering()
    let finished = try sideFiles.finishing(interaction, by: redactor, numbering: &numbering)
    #expect(try content(finished, of: sideFiles).hasPrefix("a word: [redacted:api_key:1]!\n"))
    #expect(
      finished.redactions == [.init(place: "response.body", placeholder: "[redacted:api_key:1]")])
    // Nothing new: the file is not even read.
    try FileManager.default.removeItem(at: folder.file("a.bodies"))
    #expect(
      try sideFiles.finishing(
        finished, by: redactor, knownSecretCount: redactor.spreadingCount, numbering: &numbering)
        == finished)
  }

  @Test func aRecoveredBodyGetsItsNumbersWithoutTheSecrets() throws {
    let file = try folder.write(Array(text("password=k7Qz-93hdAl_0sXwErTy")), to: "download")
    let sideFiles = try SideFiles(of: cassette)
    var interaction = answer()
    try sideFiles.store(file, asResponseOf: &interaction, by: Redactor(nonce: 5))
    var numbering = PlaceholderNumbering()
    let recovered = try sideFiles.finishing(interaction, by: nil, numbering: &numbering)
    #expect(
      try content(recovered, of: sideFiles).hasPrefix("password=[redacted:password:1]\nthe quick"))
    #expect(recovered.redactions.map(\.placeholder) == ["[redacted:password:1]"])
    // Where nothing is provisional, nothing is read or written.
    try FileManager.default.removeItem(at: folder.file("a.bodies"))
    #expect(try sideFiles.finishing(recovered, by: nil, numbering: &numbering) == recovered)
  }

  @Test func numbersOfAnotherCassetteAreAdopted() throws {
    let body = text("[redacted:token:1] and [redacted:token:2]", "[redacted:other:1] is a text")
    var interaction = answer()
    interaction.outcome = .response(.init(status: 200, body: .bytes(body)))
    interaction.redactions = [
      .init(place: "response.body", placeholder: "[redacted:token:1]"),
      .init(place: "response.body", placeholder: "[redacted:token:2]"),
    ]
    let other = folder.file("b.har.gz")
    try Cassette(interactions: [interaction]).save(to: other)
    let opened = try Cassette(contentsOf: other)
    var first = PlaceholderNumbering()
    first.reserve(interaction)
    var numbering = Optional(first)
    let sideFiles = try SideFiles(of: cassette)
    let adopted = try opened.adopting(
      opened.interaction(at: 0), in: sideFiles, numbering: &numbering)
    #expect(
      try content(adopted, of: sideFiles).hasPrefix(
        "[redacted:token:3] and [redacted:token:4]\n[redacted:other:1] is a text\n"))
    #expect(adopted.redactions.map(\.placeholder) == ["[redacted:token:3]", "[redacted:token:4]"])
  }

  @Test func aCrashedJournalKeepsItsBodies() throws {
    let file = try folder.write(Array(text()), to: "download")
    let sideFiles = try SideFiles(of: cassette)
    var interaction = answer()
    try sideFiles.store(file, asResponseOf: &interaction, by: Redactor(nonce: 5))
    let header = JournalHeader(mode: "once", base: nil, run: "0000000000000005")
    let journal = try Journal(for: cassette, header: header)
    try journal.append(number: 0, interaction)
    journal.keep()
    // Whoever saves the cassette now moves the journal aside or leaves it.
    try Cassette(interactions: [TestFiles.simple(1)]).save(to: cassette)
    #expect(try content(interaction, of: sideFiles).utf8.count >= 1_200_000)
    try FileManager.default.moveItem(
      at: folder.file("a.har.gz.partial"), to: folder.file("a.har.gz.crashed-1"))
    try Cassette(interactions: []).save(to: cassette)
    #expect(try content(interaction, of: sideFiles).utf8.count >= 1_200_000)
    // A journal that cannot be read may refer to anything.
    try Data("{\n".utf8).write(to: folder.file("a.har.gz.crashed-1"))
    try Cassette(interactions: [TestFiles.simple(1)]).save(to: cassette)
    #expect(try content(interaction, of: sideFiles).utf8.count >= 1_200_000)
    try FileManager.default.removeItem(at: folder.file("a.har.gz.crashed-1"))
    try Cassette(interactions: []).save(to: cassette)
    #expect(try folder.names == ["a.har.gz", "download"])
  }

  @Test func aBodyIsWrittenToAFileOnlyWhole() throws {
    let body = text("x")
    try Cassette(interactions: [
      {
        var interaction = answer()
        interaction.outcome = .response(.init(status: 200, body: .bytes(body)))
        return interaction
      }()
    ]).save(to: cassette)
    let opened = try Cassette(contentsOf: cassette)
    let stored = try #require(try opened.interaction(at: 0).outcome.response?.body)
    let out = folder.file("out")
    #expect(try opened.write(stored, to: out) == body.count)
    #expect(try Data(contentsOf: out) == body)
    guard case .sideFile(let reference) = stored else { return }
    // The last block is another's: all blocks are sound, the hash is not.
    let other = TestFiles.blocked(Array(body.dropLast()) + [0x21])
    try Data(other).write(to: folder.file(reference.path))
    #expect(throws: CassetteError.self) { try opened.write(stored, to: out) }
    #expect(try Data(contentsOf: out) == body)
    #expect(try folder.names == ["a.bodies", "a.har.gz", "out"])
    #expect(try opened.write(.digest(byteCount: 1, sha256: ""), to: out) == nil)
    #expect(try opened.write(.empty, to: out) == 0)
    #expect(try Data(contentsOf: out).isEmpty)
  }

  @Test func uploadsAreHashedWithoutTheirSecrets() throws {
    let body = text("password=k7Qz-93hdAl_0sXwErTy")
    let file = try folder.write(Array(body), to: "upload")
    let sent = Cassette.Body.digest(
      byteCount: body.count, sha256: body.withUnsafeBytes { SHA256.hexadecimal($0) })
    func redacted(nonce: UInt64) throws -> Cassette.Interaction {
      var interaction = answer()
      interaction.request.body = sent
      interaction.built = interaction.request
      try Redactor(nonce: nonce).redactUpload(file, part: nil, of: &interaction)
      return interaction
    }
    let first = try redacted(nonce: 1)
    let clean = Data(
      String(decoding: body, as: UTF8.self)
        .replacingOccurrences(of: "k7Qz-93hdAl_0sXwErTy", with: "[redacted:password]").utf8)
    #expect(
      first.request.body
        == .digest(byteCount: clean.count, sha256: clean.withUnsafeBytes { SHA256.hexadecimal($0) })
    )
    #expect(first.built?.body == first.request.body)
    #expect(first.redactions.map(\.place) == ["built.body", "request.body"])
    #expect(try redacted(nonce: 2).request.body == first.request.body)
    // Whatever is sent where a secret was is the same request.
    #expect(RequestMatcher.default.differences(between: answerRequest(sent), and: first).isEmpty)

    try text("nothing secret").write(to: file)
    var changed = answer()
    changed.request.body = sent
    let before = changed
    #expect(throws: CassetteError.changed(path: file.path)) {
      try Redactor(nonce: 1).redactUpload(file, part: nil, of: &changed)
    }
    #expect(changed == before)
  }

  private func answerRequest(_ body: Cassette.Body) -> Cassette.Request {
    var request = answer().request
    request.body = body
    return request
  }

  @Test func partsOverTheThresholdAreKeptAsTheirHash() throws {
    let large = text("part")
    func interaction(_ content: Data) -> Cassette.Interaction {
      var interaction = answer()
      interaction.request.headerFields = ["Content-Type": "multipart/form-data"]
      interaction.request.body = .multipart([
        .init(name: "note", value: Data("hi".utf8)),
        .init(name: "file", fileName: "a.bin", contentType: "text/plain", value: content),
      ])
      return interaction
    }
    try Cassette(interactions: [interaction(large)]).save(to: cassette)
    let opened = try Cassette(contentsOf: cassette)
    let read = try opened.interaction(at: 0)
    guard case .multipart(let parts) = read.request.body else {
      Issue.record("\(read.request.body)")
      return
    }
    let hash = large.withUnsafeBytes { SHA256.hexadecimal($0) }
    #expect(parts[0].digest == nil && parts[0].value == Data("hi".utf8))
    #expect(parts[1].value.isEmpty)
    #expect(parts[1].digest == .init(byteCount: large.count, sha256: hash))
    #expect(
      String(decoding: try TestFiles.text(cassette), as: UTF8.self).contains(
        #""fileName":"a.bin","contentType":"text/plain","_size":\#(large.count),"_sha256":"\#(hash)"}"#
      ))
    // Saving it again changes nothing.
    #expect(try opened.save(to: cassette) == false)

    func finds(_ request: Cassette.Request) throws -> Bool {
      let playback = Playback(cassette: opened, matching: .default, repeats: .repeatLast)
      return try playback.reserve(request) != nil
    }
    #expect(try finds(interaction(large).request))
    #expect(try finds(read.request))
    #expect(try !finds(interaction(large.dropLast() + [0x21]).request))
    #expect(try !finds(interaction(Data("small".utf8)).request))
    let differences = RequestMatcher.default.differences(
      between: interaction(large.dropLast() + [0x21]).request, and: read)
    #expect(
      differences == [
        .init(
          part: "body", path: "part \"file\"", sent: "\(large.count) bytes",
          recorded: "other \(large.count) bytes")
      ])
  }
}
