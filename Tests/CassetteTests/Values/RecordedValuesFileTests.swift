import Foundation
import Testing

@testable import Cassette

/// How recorded values stand in a cassette, and are read again.
struct RecordedValuesFileTests {
  private let folder: TestFolder
  private var url: URL { folder.file("a.har.gz") }

  init() throws { folder = try TestFolder() }

  private static func values(_ lists: [(String, [String])]) -> Cassette.RecordedValues {
    var values = Cassette.RecordedValues()
    for (name, list) in lists { for json in list { values.append(Array(json.utf8), to: name) } }
    return values
  }

  private static let some = values([
    ("order", [#""A""#, "17", "-0.5e3"]), ("a/b \"c\"", [#"{"x":[1,null,true],"y":"é\n"}"#]),
  ])
  private static let someText =
    #"],"_values":{"a/b \"c\"":[{"x":[1,null,true],"y":"é\n"}],"order":["A",17,-0.5e3]}}}"# + "\n"

  private func write(
    _ interactions: [Cassette.Interaction], _ values: Cassette.RecordedValues, to url: URL
  ) throws {
    let writer = try CassetteFileWriter(replacing: url)
    for interaction in interactions { try writer.append(interaction) }
    writer.values = values
    _ = try writer.finish()
  }

  private func read(_ name: String) throws -> Cassette.RecordedValues {
    try Cassette(contentsOf: folder.file(name)).recordedValues()
  }

  @Test(arguments: [0, 1, 3])
  func standInTheLastLineAndChangeNoOtherByte(count: Int) throws {
    let interactions = (0..<count).map { TestFiles.simple($0) }
    try write(interactions, .init(), to: folder.file("none.har.gz"))
    try write(interactions, Self.some, to: url)
    let (plain, text) = (
      try TestFiles.text(folder.file("none.har.gz")), try TestFiles.text(url)
    )
    let ending = Array("]}}\n".utf8)
    #expect(plain.suffix(ending.count).elementsEqual(ending))
    #expect(text == plain.dropLast(ending.count) + Array(Self.someText.utf8))
    // They share the block of the closing, so the compressed bytes of all before it are the same too.
    let before = try TestFiles.bytes(folder.file("none.har.gz"))
    let block = try TestFiles.bytes(url)
    let start = TestFiles.blocked(Array(plain.dropLast(ending.count))).count - BGZF.endMarker.count
    #expect(before.prefix(start).elementsEqual(block.prefix(start)))
    let cassette = try Cassette(contentsOf: url)
    #expect(cassette.hasIndex && cassette.count == count)
    #expect(try cassette.recordedValues() == Self.some)
    #expect(try read("none.har.gz").isEmpty)
  }

  @Test func areReadFromWhateverSomebodyHasMadeOfTheFile() throws {
    try write((0..<3).map { TestFiles.simple($0) }, Self.some, to: url)
    let text = try TestFiles.text(url)
    _ = try folder.write(TestFiles.blocked(text), to: "blocked.har.gz")
    _ = try folder.write(TestFiles.gzip(text), to: "gzip.har.gz")
    _ = try folder.write(text, to: "plain.har")
    let object = try JSONSerialization.jsonObject(with: Data(text))
    let pretty = try JSONSerialization.data(withJSONObject: object, options: .prettyPrinted)
    _ = try folder.write(Array(pretty), to: "pretty.har")
    for name in ["blocked.har.gz", "gzip.har.gz", "plain.har"] {
      #expect(try !Cassette(contentsOf: folder.file(name)).hasIndex)
      #expect(try read(name) == Self.some, "\(name)")
    }
    let found = try read("pretty.har")
    #expect(found.names == Self.some.names)
    #expect(found["order"].first == Array(#""A""#.utf8))
    // On one line again, whatever stood around them.
    try Cassette(contentsOf: folder.file("pretty.har")).save(to: folder.file("again.har.gz"))
    #expect(try read("again.har.gz") == found)
    #expect(try TestFiles.text(folder.file("again.har.gz")).split(separator: 0x0A).count == 5)
  }

  @Test func mayFillSeveralBlocksBehindALongEntry() throws {
    let long = (0..<20_000).map { #""\#(UUID(uuidString: Self.uuid($0))!.uuidString)""# }
    let values = Self.values([("ids", long)])
    try write(
      [TestFiles.simple(0), TestFiles.simple(1, padding: 200_000)], values, to: url)
    #expect(try read("a.har.gz") == values)
    #expect(values.byteCount == 3 + 20_000 * 38)
  }

  private static func uuid(_ number: Int) -> String {
    let digits = String(number, radix: 16)
    return "00000000-0000-4000-8000-" + String(repeating: "0", count: 12 - digits.count) + digits
  }

  @Test func namesAreComparedByTheirBytes() throws {
    let values = Self.values([("caf\u{E9}", ["1"]), ("cafe\u{301}", ["2"])])
    try write([], values, to: url)
    #expect(try read("a.har.gz")["caf\u{E9}"] == [Array("1".utf8)])
    #expect(try read("a.har.gz")["cafe\u{301}"] == [Array("2".utf8)])
    #expect(try read("a.har.gz").count == 2)
  }

  @Test func areNotAskedOfAnotherProgramsHAR() throws {
    _ = try folder.write(
      Array(#"{"log":{"entries":[],"_values":{"a":["1"]}}}"#.utf8), to: "foreign.har")
    _ = try folder.write(
      Array(#"{"log":{"entries":[],"_values":17}}"#.utf8), to: "other.har")
    #expect(try read("foreign.har").isEmpty)
    #expect(try read("other.har").isEmpty)
  }

  /// Writes a cassette whose last line is that one, with an index that fits.
  private func forge(_ closing: String) throws {
    let interactions = (0..<2).map { TestFiles.simple($0) }
    try write(interactions, .init(), to: url)
    let text = try TestFiles.text(url)
    let table = try scan()
    var bytes = TestFiles.blocked(Array(text.dropLast(4)))
    bytes.removeLast(BGZF.endMarker.count)
    bytes += TestFiles.blocked(Array(closing.utf8)).dropLast(BGZF.endMarker.count)
    bytes += CassetteIndex.blocks(for: table, at: bytes.count)
    _ = try folder.write(bytes, to: "a.har.gz")
  }

  private func scan() throws -> EntryTable {
    guard case .file(let file) = try Cassette(contentsOf: url).storage else { return EntryTable() }
    return file.table
  }

  @Test(arguments: [
    #"],"_values":17}}"#, #"],"_values":{"a":17}}}"#, #"],"_values":{"a":[1],"a":[2]}}}"#,
    #"],"_values":[[1]]}}"#, #"],"_values":{"a":[1}}}"#, #"],"_values":{"a":[1]}}"#, #""a""#, "",
  ])
  func whatIsNoListIsATypedError(closing: String) throws {
    try forge(closing + "\n")
    let cassette = try Cassette(contentsOf: url)
    #expect(cassette.hasIndex && cassette.count == 2)
    #expect(try cassette.interaction(at: 1) == TestFiles.simple(1))
    let error = try #require(TestFiles.error { _ = try cassette.recordedValues() })
    #expect(error == HARScanner.noValues(path: url.path))
    // The same without the index, as far as it is JSON at all.
    _ = try folder.write(TestFiles.blocked(try TestFiles.text(url)), to: "b.har.gz")
    #expect(TestFiles.error { _ = try Cassette(contentsOf: folder.file("b.har.gz")) } != nil)
    #expect(try !CassetteSurvey(of: url).problems.isEmpty)
  }

  @Test func areBounded() throws {
    let deep = String(repeating: "[", count: 600) + String(repeating: "]", count: 600)
    try forge(#"],"_values":{"a":[\#(deep)]}}}"# + "\n")
    #expect(
      TestFiles.error { _ = try read("a.har.gz") } == HARScanner.noValues(path: url.path))
    try forge(#"],"_values":{"a":["\#(String(repeating: "x", count: 5000))"]}}}"# + "\n")
    #expect(try read("a.har.gz").count == 1)
    var limits = Cassette.Limits()
    limits.frameByteCount = 1000
    #expect(
      TestFiles.error { _ = try Cassette(contentsOf: url, limits: limits).recordedValues() }
        == .tooLarge(
          path: url.path, what: "the size of what is not an entry in bytes", limit: 1000))
    limits = .init()
    limits.jsonValueCount = 100
    try forge(
      #"],"_values":{"a":[\#(Array(repeating: "1", count: 200).joined(separator: ","))]}}}"# + "\n")
    #expect(
      TestFiles.error { _ = try Cassette(contentsOf: url, limits: limits).recordedValues() }
        == HARScanner.noValues(path: url.path))
  }

  @Test func noChangedByteTrapsOrPassesForOtherValues() throws {
    let seed = UInt64.random(in: .min ... .max)
    var random = SeededGenerator(seed: seed)
    try write((0..<2).map { TestFiles.simple($0) }, Self.some, to: url)
    let bytes = try TestFiles.bytes(url)
    for _ in 0..<400 {
      var damaged = bytes
      damaged[Int.random(in: 0..<bytes.count, using: &random)] ^=
        1 << UInt8.random(in: 0..<8, using: &random)
      _ = try folder.write(damaged, to: "b.har.gz")
      // Only what opens and can be read is compared: all else has to be an error of ours.
      _ = TestFiles.error {
        let found = try read("b.har.gz")
        #expect(found == Self.some, "seed \(seed)")
      }
    }
  }

  @Test func savingEditingExportingAndMergingKeepThem() throws {
    try write((0..<2).map { TestFiles.simple($0) }, Self.some, to: url)
    let cassette = try Cassette(contentsOf: url)
    try cassette.save(to: folder.file("saved.har.gz"))
    #expect(try TestFiles.bytes(folder.file("saved.har.gz")) == TestFiles.bytes(url))
    #expect(try cassette.save(to: url) == false)
    var editor = Cassette.Editor(cassette)
    try editor.removeAll { $0 == TestFiles.simple(0) }
    try editor.save(to: folder.file("edited.har.gz"))
    #expect(try Cassette(contentsOf: folder.file("edited.har.gz")).count == 1)
    try cassette.exportHAR(to: folder.file("exported.har"))
    try CassetteImport(contentsOf: folder.file("exported.har")).save(
      to: folder.file("imported.har.gz"))
    for name in ["saved.har.gz", "edited.har.gz", "exported.har", "imported.har.gz"] {
      #expect(try read(name) == Self.some, "\(name)")
    }
  }

  @Test func mergingTellsOfListsThatDiffer() throws {
    try write([], Self.values([("a", ["1"]), ("b", ["2", "3"])]), to: url)
    try write(
      [], Self.values([("a", ["1"]), ("b", ["2"]), ("c", ["4"])]), to: folder.file("b.har.gz"))
    let result = try Cassette(contentsOf: url).merge(
      Cassette(contentsOf: folder.file("b.har.gz")), into: folder.file("c.har.gz"))
    #expect(result.unequalValues == ["b"] && result.wasWritten)
    #expect(
      try read("c.har.gz") == Self.values([("a", ["1"]), ("b", ["2", "3"]), ("c", ["4"])]))
  }

  @Test func mergingNumbersPlaceholdersOn() throws {
    let secret = #""[redacted:token:1]""#
    try write([], Self.values([("a", [secret])]), to: url)
    try write(
      [], Self.values([("b", [secret, #""x [redacted:token:2]""#])]), to: folder.file("b.har.gz"))
    _ = try Cassette(contentsOf: url).merge(
      Cassette(contentsOf: folder.file("b.har.gz")), into: folder.file("c.har.gz"))
    #expect(
      try read("c.har.gz")
        == Self.values([
          ("a", [secret]), ("b", [#""[redacted:token:2]""#, #""x [redacted:token:3]""#]),
        ]))
  }

  @Test func survivorsKeepThem() throws {
    let interactions = (0..<2000).map { TestFiles.simple($0) }
    try write(interactions, Self.some, to: url)
    var bytes = try TestFiles.bytes(url)
    let end = try #require(scan().positions.last.map { Int($0 >> 16) })
    for index in 20..<40 { bytes[index] ^= 0xFF }
    #expect(end > 40)
    _ = try folder.write(bytes, to: "b.har.gz")
    let survey = try CassetteSurvey(of: folder.file("b.har.gz"))
    #expect(!survey.problems.isEmpty && survey.values == Self.some)
    #expect(try CassetteSurvey(of: url).values == Self.some)
  }
}
