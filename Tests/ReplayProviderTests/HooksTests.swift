import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What users do to interactions on their way into a cassette and out of it.
struct HooksTests {
  private func studio() throws -> Studio {
    try Studio {
      Reply(
        fields: [("Set-Cookie", "sid=cookie-secret-1"), ("Content-Type", "application/json")],
        text: #"{"path":"\#($0.path)","pin":4711,"token":"json-secret-5"}"#)
    }
  }

  @Test func anInteractionIsEditedBeforeItIsSaved() async throws {
    let studio = try studio()
    var options = studio.options
    options.beforeSave = { interaction in
      var interaction = interaction
      interaction.tags = ["login"]
      interaction.notes.append("made by hand")
      if case .response(var response) = interaction.outcome {
        response.headerFields.append(name: "X-Edited", value: "yes")
        interaction.outcome = .response(response)
      }
      return interaction
    }
    let live = try await studio.record([Probe(.get, "/a")], options: options)
    #expect(live[0].text == #"{"path":"/a","pin":4711,"token":"json-secret-5"}"#)
    #expect(live[0]["x-edited"] == nil)
    let entry = try studio.interactions()[0]
    #expect(entry.tags == ["login"] && entry.notes == ["made by hand"])
    let places = [
      "response.body.json/pin", "response.body.json/token", "response.header[Set-Cookie]",
    ]
    #expect(entry.redactions.map(\.place) == places)
    let seen = try await studio.replay([Probe(.get, "/a")])
    #expect(seen[0]["x-edited"] == "yes")
    #expect(seen[0].text == #"{"path":"/a","pin":1000,"token":"[redacted:token:1]"}"#)
    // Recorded again it is the same, and stays.
    let text = try studio.text()
    let facts = try FileFacts(studio.cassette)
    try await studio.replay([Probe(.get, "/a")], .rerecord, options: options)
    #expect(try studio.text() == text)
    #expect(try FileFacts(studio.cassette) == facts)
  }

  @Test func theBuiltInRulesComeFirstAndOnceMoreAfter() async throws {
    let studio = try studio()
    let seen = TestSupport.Locked<[String]>([])
    var options = studio.options
    options.beforeSave = { interaction in
      var interaction = interaction
      seen.withLock {
        $0.append(
          String(decoding: interaction.entryText, as: UTF8.self))
      }
      interaction.request.headerFields.append(name: "X-Api-Key", value: "hook-secret-3")
      interaction.notes = ["Authorization: Bearer note-secret-4"]
      return interaction
    }
    let target = Probe(.get, "/a", headers: ["Authorization": "Bearer token-secret-2"])
    try await studio.record([target], options: options)
    #expect(seen.withLock { $0 }.count == 1)
    for secret in ["cookie-secret-1", "token-secret-2"] {
      #expect(!seen.withLock { $0[0] }.contains(secret))
    }
    try studio.expectNoLeak(
      of: ["cookie-secret-1", "token-secret-2", "hook-secret-3", "note-secret-4"])
    let entry = try studio.interactions()[0]
    #expect(entry.request.headerFields["X-Api-Key"] == "[redacted:api_key:1]")
    #expect(entry.redactions.map(\.place).contains("request.header[X-Api-Key]"))
    #expect(entry.redactions.map(\.place).contains("request.header[Authorization]"))
    #expect(try await studio.replay([target]).map(\.status) == [200])
  }

  @Test func anInteractionIsDropped() async throws {
    let studio = try studio()
    var options = studio.options
    options.beforeSave = { $0.request.url.hasSuffix("/b") ? nil : $0 }
    let reports = Reports()
    let live = try await studio.calls(
      [Probe(.get, "/a"), Probe(.get, "/b")],
      studio.provider(options: options, reports: reports))
    #expect(live.map(\.status) == [200, 200])
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/a"])
    #expect(
      reports.warnings == [
        "recorded 1 interaction (beforeSave has dropped 1) in \(studio.cassette.path)"
      ])
  }

  @Test func aRunOfWhichAllIsDroppedLeavesNothing() async throws {
    let studio = try studio()
    var options = studio.options
    options.beforeSave = { _ in nil }
    try await studio.record([Probe(.get, "/a")], options: options)
    #expect(try studio.folder.contents().isEmpty)
  }

  @Test func anInteractionIsEditedBeforeItIsReplayed() async throws {
    let studio = try studio()
    try await studio.record([Probe(.get, "/a"), Probe(.get, "/b")])
    let facts = try FileFacts(studio.cassette)
    var options = studio.options
    options.beforeReplay = { interaction in
      guard interaction.request.url.hasSuffix("/a") else { return interaction }
      var interaction = interaction
      interaction.outcome = .response(.init(status: 503, body: .bytes(Data("down".utf8))))
      return interaction
    }
    let seen = try await studio.replay([Probe(.get, "/a"), Probe(.get, "/b")], options: options)
    #expect(
      seen.map(\.summary) == [
        "503 down", #"200 {"path":"/b","pin":1000,"token":"[redacted:token:1]"}"#,
      ])
    #expect(try FileFacts(studio.cassette) == facts)
    let player = studio.run(.replay, options: options).player(
      for: Probe.self, endpointClosure: { studio.live($0) })
    let bare = MoyaProvider<Probe>(
      endpointClosure: player.endpointClosure, stubClosure: player.stubClosure)
    #expect(await bare.seen(Probe(.get, "/a")).summary == "503 down")
  }
}
