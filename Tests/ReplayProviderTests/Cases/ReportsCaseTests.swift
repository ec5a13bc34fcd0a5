import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What is told, to whom, and when.
struct ReportsCaseTests {
  @Test("RP-01: recording by accident on CI") func recordingByAccidentOnCI() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let reports = Reports()
    let provider = studio.provider(reports: reports, environment: ["CI": "true"])
    #expect(await provider.seen(Probe(.get, "/a")).error != nil)
    try await provider.finish()
    for word in [studio.cassette.path, "CI", "CASSETTE_MODE=once swift test"] {
      #expect(reports.text.contains(word), "\(word)")
    }
    #expect(studio.server.acceptCount == 0)
    #expect(try studio.folder.contents().isEmpty)
    let told = studio.provider(environment: ["CI": "true", "CASSETTE_MODE": "once"])
    #expect(await told.seen(Probe(.get, "/a")).text == "/a")
    try await told.finish()
    #expect(try studio.interactions().count == 1)
  }

  @Test func aNearMissNamesWhatDiffers() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    func page(_ number: Int) -> Probe { Probe(.get, url: "https://api.test/u?page=\(number)") }
    try await studio.record([
      page(1), page(2), Probe(.post, "/u", "application/json", #"{"n":1}"#),
    ])
    let reports = Reports()
    _ = try await studio.replay([page(3)], reports: reports)
    let lines = reports.failures[0].split(separator: "\n")
    #expect(lines[1].hasPrefix("#1 GET https://api.test/u?page=1 "))
    #expect(lines[1].contains("\"page\"") && lines[1].contains("3") && lines[1].contains("1"))
    let none = Reports()
    _ = try await studio.replay(
      [Probe(.post, "/u", "application/json", #"{"n":"1"}"#), Probe(.get, "/zzz")], reports: none)
    #expect(none.failures[0].contains("$.n: sent \"1\", recorded 1"))
    #expect(none.failures[1].contains("/zzz"))
  }

  @Test func aMissOfHostileTextIsPlainAndShort() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    func post(_ text: String) -> Probe { Probe(.post, "/u", "text/plain", text) }
    try await studio.record([post("one\u{1B}[31m\r\n" + String(repeating: "x", count: 100_000))])
    let reports = Reports()
    _ = try await studio.replay([post("two\u{1B}[31m\u{202E}")], reports: reports)
    #expect(reports.text.utf8.count < 4096)
    #expect(!reports.text.utf8.contains(0x1B) && !reports.text.utf8.contains(0x0D))
  }
}
