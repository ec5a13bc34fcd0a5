import Foundation
import Testing

@testable import Cassette

struct CassetteSurveyTests {
  private let folder: TestFolder
  private let bytes: [UInt8]
  private let text: [UInt8]
  private let interactions = (0..<60).map { TestFiles.simple($0, padding: 4000) }
  private var url: URL { folder.file("x.har.gz") }

  init() throws {
    folder = try TestFolder()
    let good = folder.file("good.har.gz")
    try TestFiles.write(interactions, to: good)
    bytes = try TestFiles.bytes(good)
    text = try TestFiles.text(good)
  }

  private func survey(_ bytes: [UInt8]) throws -> (CassetteSurvey, [Cassette.Interaction]) {
    try Data(bytes).write(to: url)
    var found: [Cassette.Interaction] = []
    let survey = try CassetteSurvey(of: url) { found.append($1) }
    #expect(survey.intactCount == found.count)
    return (survey, found)
  }

  private var starts: [Int] {
    var starts: [Int] = []
    var offset = 0
    while offset < bytes.count,
      case .block(let count, _) = bytes[offset...].withUnsafeBytes({ BGZF.header($0) })
    {
      starts.append(offset)
      offset += count
    }
    return starts
  }

  @Test func aWholeFileHasNoProblems() throws {
    for packed in [bytes, text, TestFiles.gzip(text), TestFiles.blocked(text)] {
      let (survey, found) = try survey(packed)
      #expect(survey.problems.isEmpty && survey.expectedCount == 60)
      #expect(found == interactions)
    }
  }

  @Test func whatLiesInOtherBlocksSurvives() throws {
    for shift in [3, 16, 40] {
      var damaged = bytes
      damaged[starts[1] + shift] ^= 0x55
      let (survey, found) = try survey(damaged)
      #expect(!survey.problems.isEmpty && survey.expectedCount == 60)
      #expect(found.count > 30 && found.count < 60, "\(found.count)")
      #expect(found == interactions.filter { found.contains($0) })
      #expect(found.first == interactions.first && found.last == interactions.last)
    }
  }

  @Test func whatLiesBeforeACutSurvives() throws {
    let (survey, found) = try survey(Array(bytes[..<(starts[2] + 100)]))
    #expect(survey.problems == [.truncated(path: url.path, byteCount: starts[2] + 100)])
    #expect(survey.expectedCount == nil)
    #expect(found.count > 10 && found == Array(interactions.prefix(found.count)))
    let (_, lines) = try self.survey(Array(text[..<(text.count / 2)]))
    #expect(lines.count > 25 && lines == Array(interactions.prefix(lines.count)))
    let (member, none) = try self.survey(Array(TestFiles.gzip(text).dropLast(100)))
    #expect(none.isEmpty && member.problems.count == 1)
  }

  @Test func bothOfJoinedFilesSurvive() throws {
    let (survey, found) = try survey(bytes + bytes)
    #expect(survey.problems == [.joinedFiles(path: url.path, offset: text.count)])
    #expect(found == interactions + interactions)
  }

  @Test func damageThatNoEntryFeelsIsFoundToo() throws {
    var damaged = bytes
    // The last block with no other subfield, but for the end marker: that of the closing brackets.
    let closing = try #require(starts.dropLast().lastIndex { bytes[$0 + 10] == 6 })
    let end = starts[closing + 1]
    damaged[end - 8] ^= 1
    let (survey, found) = try survey(damaged)
    #expect(survey.problems.count == 1)
    #expect(found.count == 60)
    guard
      case .damagedBlock(_, closing, starts[closing], "the checksum is wrong") =
        survey.problems[0]
    else {
      Issue.record("\(survey.problems)")
      return
    }
  }

  @Test func anIndexThatDoesNotFitTheTextIsFound() throws {
    let keys = interactions.map { MatchKey($0) }
    for (shift, reason) in [
      (0, nil),
      (1, "the index has another match key, so that requests miss it"),
    ] as [(UInt32, String?)] {
      // An index that is wrong is not written anew where the text is the same.
      if reason != nil { try FileManager.default.removeItem(at: url) }
      let writer = try CassetteFileWriter(replacing: url)
      for (index, interaction) in interactions.enumerated() {
        try writer.append(
          entry: interaction.text,
          key: MatchKey(route: keys[index].route, full: keys[index].full + (index == 7 ? shift : 0))
        )
      }
      _ = try writer.finish()
      #expect(
        try CassetteSurvey(of: url).problems
          == (reason.map { [.damagedEntry(path: url.path, index: 7, url: nil, reason: $0)] } ?? []))
    }
  }

  @Test func entriesAroundABrokenOneSurviveHoweverTheTextIsPacked() throws {
    var broken = text
    let status = ByteSearch(Array(#""status":200"#.utf8))
    let second = try #require(
      status.first(in: text, from: status.first(in: text, from: 0).map { $0 + 1 } ?? 0))
    broken[second + 8] = UInt8(ascii: " ")
    // On one line, so that only brackets tell the entries apart.
    let joined = broken.filter { $0 != 0x0A }
    for packed in [
      broken, joined, TestFiles.gzip(broken), TestFiles.gzip(joined), TestFiles.blocked(broken),
      TestFiles.blocked(joined),
    ] {
      try Data(packed).write(to: url)
      var numbers: [Int?] = []
      let survey = try CassetteSurvey(of: url) { number, interaction in
        numbers.append(number)
        #expect(number.map { interactions[$0] } == interaction)
      }
      #expect(numbers == [0] + Array(2..<60))
      #expect(survey.intactCount == 59 && survey.expectedCount == 60)
      #expect(survey.problems.count == 1)
      guard case .damagedEntry(_, 1, _, _)? = survey.problems.first else {
        Issue.record("\(survey.problems)")
        return
      }
    }
    // Where brackets are broken as well, lines still tell the entries apart.
    for (offset, byte) in [(-2, UInt8(ascii: "{")), (-1, UInt8(ascii: " "))] {
      var torn = broken
      torn[second + offset] = byte
      let (survey, found) = try survey(torn)
      #expect(survey.expectedCount == nil)
      #expect(found == [interactions[0]] + interactions[2...])
    }
  }

  @Test func damageToABlockIsOneProblemHoweverManyEntriesItHolds() throws {
    var damaged = bytes
    damaged[starts[1] + 40] ^= 1
    let (survey, found) = try survey(damaged)
    #expect(found.count < 59)
    #expect(Set(survey.problems).count == survey.problems.count)
  }

  @Test func whatIsNotThereCannotBeSurveyed() throws {
    #expect(throws: CassetteError.missing(path: url.path)) { try CassetteSurvey(of: url) }
    let (survey, found) = try survey([])
    #expect(survey.problems == [.empty(path: url.path)] && found.isEmpty)
  }
}

extension Cassette.Interaction {
  fileprivate var text: [UInt8] {
    var encoder = HAREntryEncoder()
    var line: [UInt8] = []
    encoder.encode(self, into: &line)
    return line
  }
}
