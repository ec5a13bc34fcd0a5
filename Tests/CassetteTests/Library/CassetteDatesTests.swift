import Foundation
import TestSupport
import Testing

@testable import Cassette

struct CassetteDatesTests {
  private let folder: TemporaryFolder
  private var url: URL { folder.file("it.har.gz") }

  init() throws {
    folder = try TemporaryFolder()
  }

  private func write(_ dates: [Double], checkedAt: Date? = nil) throws {
    let writer = try CassetteFileWriter(replacing: url, checkedAt: checkedAt)
    for (number, date) in dates.enumerated() {
      try writer.append(
        .init(
          request: .init(url: "https://api.test/\(number)"), outcome: .response(.init(status: 200)),
          startedAt: Date(timeIntervalSince1970: date)))
    }
    _ = try writer.finish()
  }

  @Test(arguments: [0, 1, 2000]) func saysWhenItWasChecked(count: Int) throws {
    let date = Date(timeIntervalSince1970: 1_700_000_000.125)
    try write((0..<count).map(Double.init), checkedAt: date)
    let cassette = try Cassette(contentsOf: url)
    #expect(cassette.hasIndex)
    #expect(cassette.checkedAt == date)
    #expect(cassette.count == count)
    let text = try ChildProcess.run("/usr/bin/env", ["gzip", "-dc", url.path]).stdout
    #expect(
      text.hasPrefix(
        #"{"log":{"version":"1.2","creator":{"name":"MoyaCassettes","version":"1.0"},"_cassette":1,"_checkedAt":"2023-11-14T22:13:20.125Z","entries":["#
      ))
    // Zipped anew, it has no index, and says the same.
    try Data(text.utf8).write(to: folder.file("it.har"))
    let plain = try Cassette(contentsOf: folder.file("it.har"))
    #expect(plain.checkedAt == date)
    #expect(plain.count == count)
  }

  @Test func saysNothingWhereItWasNot() throws {
    try write([1])
    #expect(try Cassette(contentsOf: url).checkedAt == nil)
    #expect(Cassette(interactions: []).checkedAt == nil)
  }

  @Test func theNewestEntryCounts() throws {
    try write([])
    #expect(try Cassette(contentsOf: url).newestDate() == nil)
    try write([5, 1_700_000_000.5, 7])
    #expect(
      try Cassette(contentsOf: url).newestDate() == Date(timeIntervalSince1970: 1_700_000_000.5))
    let memory = Cassette(interactions: [
      .init(
        request: .init(url: "u"), outcome: .response(.init(status: 200)),
        startedAt: Date(timeIntervalSince1970: 3))
    ])
    #expect(try memory.newestDate() == Date(timeIntervalSince1970: 3))
  }
}
