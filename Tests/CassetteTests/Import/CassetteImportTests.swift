import Foundation
import TestSupport
import Testing

@testable import Cassette

struct CassetteImportTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static let secret = "SENT-123456789-secret"

  private func text(of interactions: [Cassette.Interaction]) -> [UInt8] {
    var encoder = HAREntryEncoder()
    var text: [UInt8] = []
    for interaction in interactions { encoder.encode(interaction, into: &text) }
    return text
  }

  /// The secret stands in front of the place that shows it to be one.
  private func twoEntries() -> [UInt8] {
    Array(
      #"""
      {"http_interactions":[{"request":{"uri":"https://example.com/\#(Self.secret)","method":"get"},
      "response":{"status":{"code":200},"body":{"string":"I know \#(Self.secret)"}}},
      {"request":{"uri":"https://example.com/b","method":"get","headers":{"Authorization":
      ["Bearer \#(Self.secret)"]}},"response":{"status":{"code":200},"headers":{"Set-Cookie":
      ["sid=\#(Self.secret); path=/"]}}}]}
      """#.utf8)
  }

  @Test func savesWithoutSecrets() throws {
    let found = try ImportFixtures.read(twoEntries(), in: folder)
    let url = folder.file("a.har.gz")
    #expect(try found.save(to: url))
    let cassette = try Cassette(contentsOf: url)
    #expect(cassette.hasIndex && cassette.count == 2)
    let all = try TestFiles.all(cassette)
    let bytes = text(of: all)
    #expect(bytes.withUnsafeBytes { $0.firstOffset(of: Array(Self.secret.utf8), from: 0) } == nil)
    #expect(
      all[1].request.headerFields["Authorization"] == "Bearer [redacted:authorization:1]")
    #expect(ImportFixtures.body(all[0]) == Array("I know [redacted:authorization:1]".utf8))
    #expect(all[0].redactions.map(\.placeholder).contains("[redacted:authorization:1]"))
    // Nothing of it varies by run.
    #expect(try found.save(to: url) == false)
  }

  @Test func keepsSecretsOnDemandOnly() throws {
    let found = try ImportFixtures.read(twoEntries(), in: folder)
    let url = folder.file("a.har.gz")
    try found.save(to: url, redacting: .unsafelyRecordingSecrets)
    #expect(try TestFiles.all(Cassette(contentsOf: url)) == TestFiles.all(found.cassette))
    let mine = RedactionRules([.init(id: "mine", names: ["sid"], places: .fields)])
    guard
      case .otherContent(url.path, _) = TestFiles.error({
        try found.save(to: url, redacting: mine)
      })
    else {
      Issue.record("other content was replaced")
      return
    }
    try found.save(to: url, redacting: mine, replacing: true)
    #expect(
      try Cassette(contentsOf: url).interaction(at: 1).request.headerFields["Authorization"] != nil)
  }

  @Test func aCassetteOfOursStaysAsItIs() throws {
    let old = folder.file("old.har.gz")
    try ImportFixtures.read(twoEntries(), in: folder).save(to: old)
    let found = try CassetteImport(contentsOf: old)
    #expect(found.format == "har")
    try found.save(to: folder.file("new.har.gz"))
    #expect(try TestFiles.bytes(old) == TestFiles.bytes(folder.file("new.har.gz")))
  }

  /// Our mark says nothing of who has looked for secrets: `save(to:)` redacts none.
  @Test func aCassetteOfOursIsSearchedForSecretsToo() throws {
    let old = folder.file("old.har.gz")
    let request = Cassette.Request(
      url: "https://e.test/1?access_token=\(Self.secret)",
      headerFields: ["Authorization": "Bearer [redacted:authorization:7]"])
    let listed = Cassette.Redaction(
      place: "request.header[Authorization]", placeholder: "[redacted:authorization:7]")
    var known = Cassette.Interaction(request: request, outcome: .response(.init(status: 200)))
    known.redactions = [listed]
    let unlisted = Cassette.Interaction(
      request: .init(
        url: "https://e.test/2",
        headerFields: ["Authorization": "Bearer \(Self.secret)-2", "X-Echo": Self.secret]),
      outcome: .response(.init(status: 200)))
    try Cassette(interactions: [known, unlisted]).save(to: old)
    let new = folder.file("new.har.gz")
    try CassetteImport(contentsOf: old).save(to: new)
    let text = try TestFiles.text(new)
    #expect(text.withUnsafeBytes { $0.firstOffset(of: Array(Self.secret.utf8), from: 0) } == nil)
    let all = try TestFiles.all(Cassette(contentsOf: new))
    #expect(all[0].request.headerFields == request.headerFields)
    #expect(all[0].request.url == "https://e.test/1?access_token=[redacted:access_token:1]")
    #expect(all[0].redactions.contains(listed) && all[0].redactions.count == 2)
    // The number that is taken is not given again.
    #expect(
      all[1].request.headerFields["Authorization"] == "Bearer [redacted:authorization:8]")
    #expect(all[1].request.headerFields["X-Echo"] == "[redacted:access_token:1]")
  }

  /// Whatever a run has redacted, an import of its cassette leaves as it is.
  @Test func whatIsRedactedStaysToTheByte() throws {
    let token =
      "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9P"
    let fields: Cassette.HeaderFields = [
      "Authorization": "Basic dXNlcjpwYXNzd29yZC0xMjM0", "Content-Type": "application/json",
      "Cookie": "a=cookie-value-1; b=cookie-value-2", "X-Token": token,
    ]
    let json = Data(
      #"{"password":1234567,"pin":[-1.5e3],"token":"\#(token)","d":"{\"secret\":\"abcdefgh1\"}"}"#
        .utf8)
    let interactions = [
      Cassette.Interaction(
        request: .init(
          method: "POST",
          url: "https://us%40er:pass%3Aword1@e.test/a?sig=abcdefgh%2B1#token=b12345678",
          headerFields: fields, body: .bytes(json)),
        outcome: .response(
          .init(
            status: 200,
            headerFields: [
              "Set-Cookie": "sid=cookie-value-3; path=/", "Content-Type": "application/json",
            ], body: .bytes(json)))),
      Cassette.Interaction(
        request: .init(
          method: "POST", url: "https://e.test/b",
          headerFields: ["Content-Type": "application/x-www-form-urlencoded"],
          body: .bytes(Data("password=a%20bcdefgh&u=https%3A%2F%2Fe%2F%3Ftoken%3Dabcdefgh9".utf8))),
        outcome: .failure(.init(domain: "d", code: 1, text: "password: abcdefgh8"), nil)),
      Cassette.Interaction(
        request: .init(
          method: "POST", url: "https://e.test/c",
          body: .multipart([.init(name: "password", value: Data("part-value-1".utf8))])),
        outcome: .response(.init(status: 200))),
    ]
    let redactor = Redactor()
    var numbering = PlaceholderNumbering()
    let old = folder.file("old.har.gz")
    try Cassette(
      interactions: interactions.map {
        redactor.finish(redactor.redact($0), numbering: &numbering)
      }
    ).save(to: old)
    let new = folder.file("new.har.gz")
    try CassetteImport(contentsOf: old).save(to: new)
    #expect(
      String(decoding: try TestFiles.text(new), as: UTF8.self)
        == String(decoding: try TestFiles.text(old), as: UTF8.self))
  }

  @Test func largeBodiesGoBesideTheCassette() throws {
    let body = String(repeating: "0123456789abcdef", count: 80_000)
    let text =
      #"{"http_interactions":[{"request":{"uri":"https://example.com/"},"response":{"status":"#
      + #"{"code":200},"body":{"string":"\#(body)"}}}]}"#
    let found = try ImportFixtures.read(text.utf8, in: folder)
    let url = folder.file("a.har.gz")
    try found.save(to: url)
    let cassette = try Cassette(contentsOf: url)
    let response = try #require(try cassette.interaction(at: 0).outcome.response)
    guard case .sideFile = response.body else {
      Issue.record("\(response.body)")
      return
    }
    #expect(try cassette.data(of: response.body) == Data(body.utf8))
  }

  @Test(arguments: [
    ("{}", "nothing that can be imported; it is none of har, vcr, betamax, vcrpy, go-vcr."),
    ("[1]", "nothing that can be imported; it is none of har, vcr, betamax, vcrpy, go-vcr."),
    (
      #"{"interactions":[{"request":{}}]}"#,
      "nothing that can be imported; it is none of har, vcr, betamax, vcrpy, go-vcr."
    ),
    (
      "",
      "empty. An empty file is not taken for a missing one: restore it, or delete it and record again."
    ),
    (#"{"http_interactions":["#, "truncated"),
    (#"[{"request":1},]"#, "not JSON, "),
  ])
  func saysWhatItCannotRead(text: String, message: String) throws {
    let url = try folder.write(Array(text.utf8), to: "a")
    let error = TestFiles.message { _ = try CassetteImport(contentsOf: url) }
    #expect(error.hasPrefix("\(url.path): \(message)"), "\(error)")
  }

  @Test func takesAFormatByName() throws {
    let url = try folder.write(twoEntries(), to: "a")
    #expect(try CassetteImport(contentsOf: url, format: "vcr").cassette.count == 2)
    #expect(
      TestFiles.error { _ = try CassetteImport(contentsOf: url, format: "vcrpy") }
        == .otherFormat(path: url.path, format: "vcrpy", found: "vcr"))
    let other = try folder.write(Array("{}".utf8), to: "b")
    #expect(
      TestFiles.error { _ = try CassetteImport(contentsOf: other, format: "vcrpy") }
        == .unknownFormat(path: other.path, formats: ["vcrpy"]))
    #expect(try CassetteImport(contentsOf: url, format: "betamax").format == "betamax")
    #expect(
      TestFiles.message { _ = try CassetteImport(contentsOf: url, format: "pcap") }
        == "there is no format \"pcap\" to import; there are har, vcr, betamax, vcrpy, go-vcr.")
  }

  @Test func whatIsMissingIsNotToBeRecorded() {
    let url = folder.file("none")
    #expect(
      TestFiles.error { _ = try CassetteImport(contentsOf: url) } == .noSuchFile(path: url.path))
    #expect(
      TestFiles.error { _ = try CassetteImport(contentsOf: url, format: "vcr") }
        == .noSuchFile(path: url.path))
  }

  @Test func readsGzipAndAMark() throws {
    for bytes in [TestFiles.gzip(twoEntries()), [0xEF, 0xBB, 0xBF] + twoEntries()] {
      #expect(try ImportFixtures.read(bytes, in: folder).cassette.count == 2)
    }
    var limits = Cassette.Limits()
    limits.textByteCount = 100
    let url = try folder.write(TestFiles.gzip(twoEntries()), to: "a")
    guard
      case .tooLarge = TestFiles.error({ _ = try CassetteImport(contentsOf: url, limits: limits) })
    else {
      Issue.record("a limit was passed over")
      return
    }
  }

  private struct LineImporter: CassetteImporter {
    let name = "lines"

    func content(of file: CassetteImport.File) throws(CassetteError) -> CassetteImport.Content? {
      let text = try file.text()
      guard text.starts(with: "urls\n".utf8) else { return nil }
      let urls = text.split(separator: 0x0A).dropFirst()
        .map { String(decoding: $0, as: UTF8.self) }
      return .init(
        cassette: Cassette(
          interactions: urls.map {
            .init(request: .init(url: $0), outcome: .response(.init(status: 200)))
          }))
    }
  }

  @Test func isOpenToMore() throws {
    let url = try folder.write(Array("urls\nhttps://example.com/\n".utf8), to: "a")
    let found = try CassetteImport(
      contentsOf: url, importers: [HARImporter(), LineImporter()])
    #expect(found.format == "lines")
    #expect(try found.cassette.interaction(at: 0).request.url == "https://example.com/")
  }

  /// Bytes of every kind through our writer, its HAR, and the import.
  @Test func roundTripsAreExact() throws {
    let seed = UInt64.random(in: .min ... .max)
    print("seed of \(#function): \(seed)")
    var random = RandomInteractions(seed: seed)
    let interactions = (0..<200).map { number in
      Cassette.Interaction(
        request: .init(
          method: "POST", url: "https://example.com/\(number)",
          body: Cassette.Body(random.bytes(allowingEmpty: true))),
        outcome: .response(
          .init(status: 200, body: Cassette.Body(random.bytes(allowingEmpty: true)))),
        startedAt: Date(timeIntervalSince1970: Double(number)))
    }
    try Cassette(interactions: interactions).save(to: folder.file("a.har.gz"))
    try Cassette(contentsOf: folder.file("a.har.gz")).exportHAR(to: folder.file("b.har"))
    // As another program would write it: without the mark of our own.
    let text = String(decoding: try TestFiles.bytes(folder.file("b.har")), as: UTF8.self)
      .replacingOccurrences(of: #""_cassette":1,"#, with: "")
    let url = try folder.write(Array(text.utf8), to: "c.har")
    let found = try CassetteImport(contentsOf: url)
    #expect(found.cassette.isForeign && found.warnings.isEmpty && found.skipped.isEmpty)
    try found.save(to: folder.file("d.har.gz"), redacting: .unsafelyRecordingSecrets)
    #expect(try TestFiles.all(Cassette(contentsOf: folder.file("d.har.gz"))) == interactions)
  }

  /// A large body, and a random value under a suspicious name.
  private func suspicious() -> [UInt8] {
    let large = String(repeating: "large ", count: 200_000)
    return Array(
      #"""
      {"http_interactions":[{"request":{"uri":"https://example.com/a","method":"get"},
      "response":{"status":{"code":200},"body":{"string":"\#(large)"}}},
      {"request":{"uri":"https://example.com/b","method":"get"},
      "response":{"status":{"code":200},"body":{"string":"{\"shop_token\":\"q8Zt3LmN7xVb2KpR5wYc9JdF\"}"}}}]}
      """#.utf8)
  }

  @Test func nothingIsLeftOfAnImportThatTheTripwireRefuses() throws {
    let found = try ImportFixtures.read(suspicious(), in: folder)
    let url = folder.file("a.har.gz")
    let before = try folder.names
    guard case .suspiciousValues = TestFiles.error({ try found.save(to: url) }) else {
      Issue.record("it was saved")
      return
    }
    #expect(try folder.names == before)
    // Bodies of a cassette that stays are its own.
    let large = Data(repeating: 0x61, count: SideFiles.defaultThreshold)
    var old = TestFiles.simple(0)
    old.outcome = .response(.init(status: 200, body: .bytes(large)))
    try Cassette(interactions: [old]).save(to: url)
    let kept = try FileManager.default.contentsOfDirectory(
      atPath: folder.file("a.bodies").path)
    guard
      case .suspiciousValues = TestFiles.error({ try found.save(to: url, replacing: true) })
    else {
      Issue.record("it was saved")
      return
    }
    #expect(
      try FileManager.default.contentsOfDirectory(atPath: folder.file("a.bodies").path) == kept)
    #expect(try TestFiles.all(Cassette(contentsOf: url)).count == 1)
  }

  @Test func aBodyThatCannotBeReadIsToldWithItsEntry() throws {
    let large = Data(repeating: 0x61, count: SideFiles.defaultThreshold)
    var interaction = TestFiles.simple(1)
    interaction.outcome = .response(.init(status: 200, body: .bytes(large)))
    let source = folder.file("source.har.gz")
    try Cassette(interactions: [TestFiles.simple(0), interaction]).save(to: source)
    let found = try CassetteImport(contentsOf: source)
    try FileManager.default.removeItem(at: folder.file("source.bodies"))
    guard
      case .unreadableBody(source.path, index: 1, interaction.request.url, _) = TestFiles.error({
        try found.save(to: folder.file("a.har.gz"))
      })
    else {
      Issue.record("the entry is not named")
      return
    }
    #expect(try folder.names == ["source.har.gz"])
  }

  @Test func valuesOfVariablesAreTakenOut() throws {
    // Whatever they are here: tests change no environment.
    let environment = ProcessInfo.processInfo.environment
    let variable = try #require(
      environment.first {
        $0.value.utf8.count > 12 && $0.value.contains("/") && $0.value.utf8.allSatisfy { $0 < 0x7F }
          && !$0.value.contains { "\"\\".contains($0) }
      })
    let text =
      #"{"http_interactions":[{"request":{"uri":"https://example.com/a","method":"get"},"response":"#
      + #"{"status":{"code":200},"body":{"string":"say \#(variable.value)."}}}]}"#
    let found = try ImportFixtures.read(text.utf8, in: folder)
    let url = folder.file("a.har.gz")
    try found.save(to: url, tripwire: .default.redactingVariables(variable.key))
    let body = ImportFixtures.body(try Cassette(contentsOf: url).interaction(at: 0))
    // A failure must not print it.
    let isTakenOut = body == Array("say [redacted:\(SecretNames.label(variable.key)):1].".utf8)
    #expect(isTakenOut)
  }
}
