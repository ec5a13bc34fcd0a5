import Foundation
import TestSupport
import Testing

@testable import Cassette

struct RedactedPlaybackTests {
  private static let placeholder = "[redacted:api_key:1]"
  /// As user-info has it, where a colon begins the password.
  private static let escaped = "%5Bredacted%3Aapi_key%3A1%5D"

  /// A cassette whose requests differ as told, and all hold the same redacted key.
  private func playback(
    count: Int, _ url: (Int) -> String, body: ((Int) -> String)? = nil,
    places: [String] = ["request.url.query[api_key]"],
    matching: RequestMatcher = .default
  ) -> Playback {
    let interactions = (0..<count).map { number in
      var request = Cassette.Request(url: url(number))
      if let body {
        request.method = "POST"
        request.body = .bytes(Data(body(number).utf8))
      }
      return Cassette.Interaction(
        request: request, outcome: .response(.init(status: 200 + number % 100)),
        redactions: places.map { .init(place: $0, placeholder: Self.placeholder) })
    }
    return Playback(
      cassette: Cassette(interactions: interactions), matching: matching, repeats: .never)
  }

  /// Asks for all recordings in an order, with a live key; how many were read in all.
  private func reads(
    _ playback: Playback, _ order: [Int], isInOrder: Bool = false
  ) throws -> Int {
    for (step, number) in order.enumerated() {
      var request = try playback.cassette.interaction(at: number).request
      for spelling in [Self.placeholder, Self.escaped] {
        request.url = request.url.replacing(spelling, with: "live-secret")
      }
      if case .bytes(let data) = request.body {
        let text = String(decoding: data, as: UTF8.self)
        request.body = .bytes(Data(text.replacing(Self.placeholder, with: "live-secret").utf8))
      }
      let found = try playback.reserve(request)
      #expect(found?.index == (isInOrder ? step : number))
      found?.deliver()
    }
    #expect(playback.unplayed.isEmpty)
    return playback.readCount
  }

  @Test(arguments: [20, 200, 400])
  func eachRecordingIsReadAFewTimesHoweverManyThereAre(count: Int) throws {
    let order = Array(0..<count)
    func query() -> Playback {
      playback(count: count) { "https://h/p?page=\($0)&api_key=\(Self.placeholder)" }
    }
    #expect(try reads(query(), order) == 2 * count)
    #expect(try reads(query(), order.reversed()) == 2 * count)
    let json = playback(
      count: count, { _ in "https://h/p" },
      body: { #"{"n":\#($0),"key":"\#(Self.placeholder)"}"# }, places: ["request.body.json/key"])
    #expect(try reads(json, order.reversed()) == 2 * count)
    let form = playback(
      count: count, { _ in "https://h/p" }, body: { "n=\($0)&key=\(Self.placeholder)" },
      places: ["request.body.form[key]"])
    #expect(try reads(form, order.reversed()) == 2 * count)
    let path = playback(
      count: count, { "https://h/v1/\(Self.placeholder)/items/\($0)" }, places: ["request.url.path"]
    )
    #expect(try reads(path, order.reversed()) == 2 * count)
    // Once more to tell the forms apart.
    let equal = playback(count: count) { _ in "https://h/p?api_key=\(Self.placeholder)" }
    let equalReads = try reads(equal, order.reversed(), isInOrder: true)
    #expect(equalReads == 3 * count)
  }

  @Test func userInfoThatIsRedactedIsNoReasonToCompareAll() throws {
    for count in [20, 400] {
      let playback = playback(
        count: count, { _ in "https://\(Self.escaped)@h/p" }, places: ["request.url.user"])
      #expect(
        try reads(playback, Array(0..<count), isInOrder: true) == 2 * count + 1)
    }
  }

  @Test func manyWaysToRedactOneRouteShareTheRestOfThem() throws {
    let count = 300
    let interactions = (0..<count).map { number in
      Cassette.Interaction(
        request: .init(url: "https://h/p?n=\(number)&s\(number % 20)=\(Self.placeholder)"),
        outcome: .response(.init(status: 200)),
        redactions: [
          .init(place: "request.url.query[s\(number % 20)]", placeholder: Self.placeholder)
        ])
    }
    let playback = Playback(
      cassette: Cassette(interactions: interactions), matching: .default, repeats: .never)
    // Read twice where the ways are too many to have groups of their own.
    #expect(try reads(playback, (0..<count).reversed()) == 2 * count + count * 12 / 20)
  }

  @Test func twoKeysOfOneRequestHaveTheirOwnRecordings() throws {
    let count = 100
    let interactions = (0..<count).map { number in
      Cassette.Interaction(
        request: .init(url: "https://h/p?key=[redacted:key:\(number % 2 + 1)]"),
        outcome: .response(.init(status: 200)),
        redactions: [
          .init(
            place: "request.url.query[key]", placeholder: "[redacted:key:\(number % 2 + 1)]")
        ])
    }
    let playback = Playback(
      cassette: Cassette(interactions: interactions), matching: .default, repeats: .never)
    func ask(_ key: String) throws -> Int? {
      let found = try playback.reserve(.init(url: "https://h/p?key=\(key)"))
      found?.deliver()
      return found?.index
    }
    #expect(try ask("first") == 0)
    #expect(try ask("second") == 1)
    for number in 1..<(count / 2) { #expect(try ask("second") == 2 * number + 1) }
    // The placeholder itself is the best match of its own recordings.
    #expect(try ask("[redacted:key:1]") == 2)
    for number in 2..<(count / 2) { #expect(try ask("first") == 2 * number) }
    #expect(try ask("first") == nil)
    #expect(playback.unplayed.isEmpty)
    #expect(playback.readCount < 6 * count)
  }

  @Test func anEqualRecordingComesBeforeOneWithAWildcard() throws {
    let redaction = Cassette.Redaction(
      place: "request.url.query[key]", placeholder: "[redacted:key:1]")
    let wild = Cassette.Interaction(
      request: .init(url: "https://h/p?key=[redacted:key:1]"),
      outcome: .response(.init(status: 200)), redactions: [redaction])
    var plain = wild
    (plain.request.url, plain.redactions) = ("https://h/p?key=x", [])
    for wildCount in [2, 10] {
      let playback = Playback(
        cassette: Cassette(
          interactions: Array(repeating: wild, count: wildCount) + [plain]),
        matching: .default, repeats: .never)
      let request = Cassette.Request(url: "https://h/p?key=x")
      let held = try (0...wildCount).map { _ in try playback.reserve(request) }
      #expect(held.map { $0?.index } == [wildCount] + Array(0..<wildCount))
      #expect(try playback.reserve(request) == nil)
      #expect(try playback.usedUp(MatchSubject(request)).indices == Array(0...wildCount))
    }
  }
}
