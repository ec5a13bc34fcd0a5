import Foundation
import TestSupport
import Testing

@testable import Cassette

struct PlaybackClaimsTests {
  private static let matching = RequestMatcher.default.removing(.body).adding(
    .sent(.body), .sent(.header("X-Sig")))

  private func sent(_ text: String) -> Cassette.Request {
    Cassette.Request(
      method: "POST", url: "http://h/up?sig=1", headerFields: ["X-Sig": text],
      body: .bytes(Data(text.utf8)))
  }

  private let built = Cassette.Request(method: "POST", url: "http://h/up")

  private func playback(_ texts: [String], repeats: RepeatPolicy = .never) -> Playback {
    Playback(
      cassette: Cassette(
        interactions: texts.map {
          Cassette.Interaction(
            request: sent($0), built: built, outcome: .response(.init(status: 200)))
        }), matching: Self.matching, repeats: repeats)
  }

  private func subject(_ text: String) -> MatchSubject {
    MatchSubject(built).sent(as: sent(text))
  }

  @Test func whatWasClaimedByOthersMayBeTaken() throws {
    let playback = playback(["one", "two"])
    let first = try #require(try playback.claim(MatchSubject(built)))
    let second = try #require(try playback.claim(MatchSubject(built)))
    #expect([first.index, second.index] == [0, 1] && first.isClaim)
    #expect(try playback.claim(MatchSubject(built)) == nil)
    // The first call is the second's recording.
    let two = try #require(try first.settled(as: subject("two")))
    let one = try #require(try second.settled(as: subject("one")))
    #expect(two.index == 1 && one.index == 0 && !one.isClaim)
    two.deliver()
    one.deliver()
    #expect(playback.unplayed == [])
  }

  @Test func aClaimThatGoesAwayIsGivenBack() throws {
    let playback = playback(["one", "two"])
    do {
      let first = try #require(try playback.claim(MatchSubject(built)))
      let second = try #require(try playback.claim(MatchSubject(built)))
      // The second takes what the first has claimed, and the first is left what the second had.
      let taken = try #require(try second.settled(as: subject("one")))
      #expect(taken.index == 0)
      #expect(try playback.claim(MatchSubject(built)) == nil)
      taken.deliver()
      withExtendedLifetime(first) {}
    }
    #expect(try playback.claim(MatchSubject(built))?.index == 1)
    let third = try #require(try playback.claim(MatchSubject(built)))
    third.giveBack()
    #expect(try playback.claim(MatchSubject(built))?.index == 1)
    #expect(try third.settled(as: subject("three")) == nil)
    #expect(try playback.claim(MatchSubject(built))?.index == 1)
  }

  @Test func aMissGivesTheClaimBack() throws {
    let playback = playback(["one"])
    let claim = try #require(try playback.claim(MatchSubject(built)))
    #expect(try claim.settled(as: subject("two")) == nil)
    #expect(try playback.claim(MatchSubject(built))?.index == 0)
  }

  @Test func repeatsWhereToldTo() throws {
    let playback = playback(["one", "two"], repeats: .repeatLast)
    func ask(_ text: String) throws -> Int? {
      let claim = try #require(try playback.claim(MatchSubject(built)))
      let found = try claim.settled(as: subject(text))
      found?.deliver()
      return found?.index
    }
    #expect(try ["two", "one", "one", "two", "three"].map(ask) == [1, 0, 0, 1, nil])
  }

  @Test func differencesSayThatTheyAreOfWhatWasSent() {
    let recorded = Cassette.Interaction(
      request: sent("one"), built: built, outcome: .response(.init(status: 200)))
    let differences = Self.matching.differences(
      between: subject("two"), and: recorded, concealing: .init())
    #expect(
      differences.map(\.description) == [
        #"sent body at byte 0: sent "two", recorded "one""#,
        #"sent header "X-Sig": sent "two", recorded "one""#,
      ])
    // What is not known is not compared.
    #expect(Self.matching.differences(between: built, and: recorded) == [])
  }

  @Test func redactedPlacesOfWhatWasSentStandForAny() throws {
    var recorded = Cassette.Interaction(
      request: sent("[redacted:sig:1]"), built: built, outcome: .response(.init(status: 200)))
    recorded.redactions = [
      .init(place: "request.header[X-Sig]", placeholder: "[redacted:sig:1]"),
      .init(place: "request.body", placeholder: "[redacted:sig:1]"),
    ]
    let bindings = try #require(Self.matching.match(subject("two"), recorded, key: .init()))
    #expect(bindings.count == 2)
    recorded.redactions.removeLast()
    #expect(Self.matching.match(subject("two"), recorded, key: .init()) == nil)
  }

  @Test func optionsHoldForWhatIsSentToo() {
    let matcher = RequestMatcher(.sent(.body), .sent(.query), .sent(.sent(.method)))
      .ignoringJSON("/n").ignoringQuery("q")
    func asked(_ url: String, _ body: String) -> MatchSubject {
      MatchSubject(built).sent(as: Fixture.post(body, "application/json", url))
    }
    let recorded = Fixture.recorded(
      Fixture.post(#"{"n":1}"#, "application/json", "http://h/?q=1"))
    #expect(matcher.match(asked("http://h/?q=2", #"{"n":2}"#), recorded, key: .init()) != nil)
    #expect(matcher.match(asked("http://h/?r=2", #"{"n":2}"#), recorded, key: .init()) == nil)
    #expect(matcher.match(asked("http://h/", #"{"m":2}"#), recorded, key: .init()) == nil)
    #expect(matcher.comparesContent && matcher.comparesContentSent && matcher.comparesSent)
    #expect(!RequestMatcher(.sent(.query), .body).comparesContentSent)
    #expect(
      "\(matcher)".hasPrefix("RequestMatcher(.sent(.body), .sent(.query), .sent(.method))"))
  }

  /// Many calls at once: as many get each recording as there are of it.
  @Test func claimsAreSettledAtomically() async throws {
    var random = SplitMix64(name: "PlaybackClaimsTests")
    let texts = (0..<200).map { _ in "t\(Int.random(in: 0..<8, using: &random))" }
    let playback = playback(texts)
    let asked = texts.shuffled(using: &random)
    let found = try await withThrowingTaskGroup(of: (String, Int?).self) { group in
      for text in asked {
        group.addTask {
          guard let claim = try playback.claim(MatchSubject(built)) else { return (text, nil) }
          await _Concurrency.Task.yield()
          let found = try claim.settled(as: subject(text))
          found?.deliver()
          return (text, found?.index)
        }
      }
      return try await group.reduce(into: []) { $0.append($1) }
    }
    #expect(found.allSatisfy { text, index in index.map { texts[$0] == text } ?? false })
    #expect(playback.unplayed == [])
  }
}

extension Playback {
  fileprivate func claim(_ subject: MatchSubject) throws(CassetteError) -> Reservation? {
    try reserve(subject, isClaim: true)
  }
}

extension Playback.Reservation {
  fileprivate func settled(
    as subject: MatchSubject
  ) throws(CassetteError) -> Playback.Reservation? {
    let layers = PlaybackLayers(
      handMade: HandMadeLayer(matching: playback.matching, repeats: .never), cassettes: [playback],
      followsRedirections: false)
    return try layers.settle(self, PlaybackLayers.Call(subject))
  }
}
