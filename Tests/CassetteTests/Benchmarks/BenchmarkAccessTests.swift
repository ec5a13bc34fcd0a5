import Foundation
import Testing

@_spi(Benchmarks) @testable import Cassette

/// What the benchmarks measure does what a player and a recording do.
struct BenchmarkAccessTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  @Test(arguments: [true, false])
  func recordsAndAnswers(isRedacting: Bool) throws {
    let url = folder.file("a.har.gz")
    var interactions = (0..<30).map { TestFiles.simple($0) }
    interactions[4].request.headerFields.append(name: "Authorization", value: "Bearer abcdef123456")
    let recording = try BenchmarkRecording(to: url, isRedacting: isRedacting)
    for interaction in interactions { try recording.append(interaction) }
    try recording.finish()
    #expect(try folder.names == ["a.har.gz"])
    let cassette = try Cassette(contentsOf: url)
    let hasSecret = String(decoding: try TestFiles.text(url), as: UTF8.self).contains("abcdef")
    #expect(cassette.count == 30 && hasSecret == !isRedacting)

    let player = BenchmarkPlayer(cassette)
    for interaction in interactions.reversed() {
      #expect(try player.answer(interaction.request)?.outcome == interaction.outcome)
      #expect(try player.answer(interaction.request) == nil)
    }
    #expect(try BenchmarkFile.search(url, for: interactions[7].request) == 1)
    #expect(try BenchmarkFile.search(url, for: .init(url: "https://api.test/none")) == 0)
    #expect(try BenchmarkFile.indexByteCount(of: url) > 30 * 13)
    let line = try BenchmarkFile.text(ofEntryAt: 7, in: cassette)
    #expect(try JSONDocument(Array(line)).root.range == 0..<line.count)
  }

  @Test func readsTexts() {
    #expect(BenchmarkText.secretCount(in: Array("token=abcdef123\nBearer ghijkl456".utf8)) == 2)
    let content = Array("--b\r\n\r\nx\r\n--b\r\n\r\ny\r\n--b--".utf8)
    #expect(BenchmarkText.partCount(of: content, boundary: Array("b".utf8)) == 2)
    #expect(BenchmarkText.partCount(of: content, boundary: Array("c".utf8)) == nil)
    let (recorded, placeholder) = (Array("a<1>c".utf8), Array("<1>".utf8))
    let fits = BenchmarkText.fits(
      Array("abc".utf8), recorded: recorded, placeholders: [placeholder])
    #expect(fits)
    #expect(!BenchmarkText.fits(Array("abd".utf8), recorded: recorded, placeholders: [placeholder]))
  }
}
