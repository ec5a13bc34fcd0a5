import Foundation
import TestSupport
import Testing

@testable import Cassette

struct PlaybackLayersTests {
  private func entry(
    _ url: String, status: Int = 200, to location: String? = nil, method: String = "GET"
  ) -> Cassette.Interaction {
    var fields: Cassette.HeaderFields = [:]
    fields["Location"] = location
    return .init(
      request: .init(method: method, url: "https://h" + url),
      outcome: .response(.init(status: status, headerFields: fields)))
  }

  private func layers(
    _ cassettes: [Cassette.Interaction]..., repeats: RepeatPolicy = .never,
    order: ReplayOrder = .any, followsRedirections: Bool = true
  ) -> PlaybackLayers {
    PlaybackLayers(
      handMade: HandMadeLayer(matching: .default, repeats: repeats),
      cassettes: cassettes.map {
        Playback(
          cassette: Cassette(interactions: $0), matching: .default, repeats: repeats, order: order)
      }, followsRedirections: followsRedirections)
  }

  /// The status of the answer, and the URL that it came from where that is another one; a miss's URL.
  private func ask(
    _ layers: PlaybackLayers, _ url: String, method: String = "GET", delivers: Bool = true
  ) throws -> String {
    switch try layers.answer(.init(MatchSubject(.init(method: method, url: "https://h" + url)))) {
    case .none(let call):
      return "no \(call.request.method) \(call.request.url.dropFirst(9))"
    case .recording(let reservation):
      if delivers { reservation.deliver() }
      switch reservation.interaction.outcome {
      case .failure(let failure, _): return "\(failure.code)"
      case .response(let response):
        return "\(response.status)" + (response.finalURL.map { " \($0.dropFirst(9))" } ?? "")
      }
    }
  }

  // MARK: Layers

  @Test func theFirstThatHasOneThatIsFreeAnswers() throws {
    let layers = layers(
      [entry("/login", status: 201), entry("/a", status: 202)],
      [entry("/a", status: 203), entry("/b", status: 204), entry("/a", status: 205)])
    #expect(
      try ["/a", "/a", "/b", "/login", "/a", "/a"].map { try ask(layers, $0) } == [
        "202", "203", "204", "201", "205", "no GET /a",
      ])
    #expect(layers.cassettes.map(\.unplayed) == [[], []])
  }

  @Test func repeatsTheLastOfAll() throws {
    let layers = layers(
      [entry("/a", status: 201), entry("/b", status: 202)], [entry("/a", status: 203)],
      repeats: .repeatLast)
    #expect(try (0..<4).map { _ in try ask(layers, "/a") } == ["201", "203", "203", "203"])
    #expect(try (0..<2).map { _ in try ask(layers, "/b") } == ["202", "202"])
    layers.handMade.add([entry("/a", status: 209), entry("/c", status: 208)])
    #expect(try (0..<2).map { _ in try ask(layers, "/a") } == ["209", "203"])
    #expect(try (0..<2).map { _ in try ask(layers, "/c") } == ["208", "208"])
  }

  @Test func rewindsOverAllOfThem() throws {
    let layers = layers(
      [entry("/a", status: 201), entry("/a", status: 202)], [entry("/a", status: 203)],
      repeats: .rewind)
    layers.handMade.add([entry("/a", status: 200)])
    let round = ["200", "201", "202", "203"]
    #expect(try (0..<12).map { _ in try ask(layers, "/a") } == round + round + round)
  }

  @Test func anOrderGoesThroughOneLayerAfterTheOther() throws {
    let layers = layers(
      [entry("/a", status: 201), entry("/b", status: 202)], [entry("/c", status: 203)],
      order: .recorded)
    layers.handMade.add([entry("/x")])
    #expect(
      try ["/c", "/a", "/c", "/x", "/b", "/c", "/a"].map { try ask(layers, $0) } == [
        "no GET /c", "201", "no GET /c", "200", "202", "203", "no GET /a",
      ])
  }

  @Test func inParallelEachAnswersOnce() async throws {
    let count = 60
    let layers = layers(
      (0..<count).map { _ in entry("/a", status: 201) },
      (0..<count).map { _ in entry("/a", status: 202) })
    let seen = try await withThrowingTaskGroup(of: String.self) { group in
      for index in 0..<(2 * count) {
        group.addTask {
          // Entries come while others are looked up.
          if index % 2 == 0 { layers.handMade.add([entry("/a", status: 200)]) }
          return try ask(layers, "/a")
        }
      }
      return try await group.reduce(into: [String: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(Set(seen.keys).isSubset(of: ["200", "201", "202"]))
    var rest: [String: Int] = [:]
    for _ in 0..<count { rest[try ask(layers, "/a"), default: 0] += 1 }
    #expect(seen.merging(rest, uniquingKeysWith: +) == ["200": count, "201": count, "202": count])
    #expect(try ask(layers, "/a") == "no GET /a")
  }

  // MARK: Made by hand

  @Test func whatIsMadeByHandAnswersFirstAndOnce() throws {
    let layers = layers([entry("/a", status: 203)])
    for status in 0..<9 { layers.handMade.add([entry("/a", status: 300 + status)]) }
    for status in 0..<3 { #expect(try ask(layers, "/a") == "\(300 + status)") }
    layers.handMade.add([entry("/a", status: 299)])
    for status in 3..<9 { #expect(try ask(layers, "/a") == "\(300 + status)") }
    #expect(try (0..<3).map { _ in try ask(layers, "/a") } == ["299", "203", "no GET /a"])
  }

  @Test func whatWasSetAsideBeforeMoreWasMadeIsGivenBack() throws {
    let layers = layers()
    layers.handMade.add([entry("/a", status: 201), entry("/a", status: 202)])
    let old = layers.handMade.entries
    var first = try old.reserve(.init(url: "https://h/a"))
    #expect(first?.index == 0)
    layers.handMade.add((0..<9).map { _ in entry("/a", status: 203) })
    #expect(try ask(layers, "/a") == "202")
    first = nil
    #expect(try ask(layers, "/a") == "201")
    #expect(try ask(layers, "/a") == "203")
    // Who still asks the old one gets nothing that it does not know.
    #expect(try old.reserve(.init(url: "https://h/a")) == nil)
    #expect(layers.handMade.entries.unplayed == Array(3..<11))
  }

  // MARK: Redirections

  @Test func followsAChainAndUsesAllOfIt() throws {
    let layers = layers(
      [entry("/start", status: 302, to: "b/c"), entry("/b/c", status: 307, to: "../end?x=1")],
      [entry("/end?x=1", status: 204)])
    let held = try layers.answer(.init(MatchSubject(.init(url: "https://h/start#top"))))
    #expect(layers.cassettes.map(\.unplayed) == [[0, 1], [0]])
    guard case .recording(let reservation) = held else {
      Issue.record("\(held)")
      return
    }
    #expect(reservation.interaction.outcome.response?.finalURL == "https://h/end?x=1#top")
    #expect(reservation.interaction.request.url == "https://h/end?x=1")
    #expect(try ask(layers, "/end?x=1") == "no GET /end?x=1")
    reservation.giveBack()
    #expect(try ask(layers, "/start") == "204 /end?x=1")
    #expect(layers.cassettes.map(\.unplayed) == [[], []])
  }

  @Test func whatIsDroppedInTheMiddleIsGivenBack() throws {
    let layers = layers([
      entry("/start", status: 302, to: "/b"), entry("/b", status: 302, to: "/c"), entry("/c"),
    ])
    #expect(try ask(layers, "/c") == "200")
    // Where the chain leads is recorded, and has answered already: a miss of just that.
    #expect(try ask(layers, "/start") == "no GET /c")
    #expect(layers.cassettes[0].unplayed == [0, 1])
    #expect(try ask(layers, "/b", delivers: false) == "no GET /c")
  }

  @Test func aRedirectionToWhatNobodyRecordedIsTheAnswer() throws {
    let layers = layers([
      entry("/start", status: 302, to: "/b"), entry("/b", status: 301, to: "https://o/x"),
    ])
    #expect(try ask(layers, "/start") == "301 /b")
    #expect(layers.cassettes[0].unplayed.isEmpty)
  }

  @Test func aPostBecomesAGet() throws {
    let layers = layers([
      entry("/form", status: 303, to: "/done", method: "POST"), entry("/done", method: "POST"),
      entry("/done", status: 204),
    ])
    #expect(try ask(layers, "/form", method: "POST") == "204 /done")
  }

  @Test func aCircleAndAChainTooLongFail() throws {
    let circle = layers([
      entry("/a", status: 302, to: "/b"), entry("/b", status: 302, to: "/a#again"),
    ])
    #expect(try ask(circle, "/a") == "-1007")
    #expect(circle.cassettes[0].unplayed.isEmpty)
    let repeating = layers([entry("/a", status: 302, to: "/a")], repeats: .repeatLast)
    #expect(try ask(repeating, "/a") == "-1007")
    for (count, expected) in [(20, "200 /20"), (21, "-1007")] {
      let chain = layers(
        (0..<count).map { entry("/\($0)", status: 302, to: "/\($0 + 1)") } + [entry("/\(count)")])
      #expect(try ask(chain, "/0") == expected)
    }
  }

  @Test func theSamePlaceMayBePassedTwice() throws {
    // As one does who is sent to log in, and back.
    let layers = layers([
      entry("/a", status: 302, to: "/login"), entry("/login", status: 302, to: "/a"), entry("/a"),
    ])
    #expect(try ask(layers, "/a") == "200 /a")
  }

  @Test func nothingIsFollowedWhereNobodyWantsIt() throws {
    let layers = layers(
      [entry("/start", status: 302, to: "/b"), entry("/b")], followsRedirections: false)
    #expect(try ask(layers, "/start") == "302")
    #expect(layers.cassettes[0].unplayed == [1])
  }

  @Test func repeatsAndOrderHoldForEachHop() throws {
    let entries = [
      entry("/start", status: 302, to: "/b"), entry("/b", status: 204), entry("/x", status: 201),
    ]
    let ordered = layers(entries, order: .recorded)
    #expect(
      try ["/x", "/start", "/x"].map { try ask(ordered, $0) } == ["no GET /x", "204 /b", "201"])
    let repeating = layers(entries, repeats: .rewind)
    #expect(
      try (0..<3).map { _ in try ask(repeating, "/start") } == ["204 /b", "204 /b", "204 /b"])
  }
}
