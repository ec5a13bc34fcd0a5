import Foundation
import TestSupport
import Testing

@testable import Cassette

struct PlaybackTests {
  private func entry(
    _ url: String, _ answer: String, redacting name: String? = nil
  ) -> Cassette.Interaction {
    Cassette.Interaction(
      request: Cassette.Request(url: url),
      outcome: .response(Cassette.Response(status: 200, body: Cassette.Body(Data(answer.utf8)))),
      redactions: name.map {
        [
          Cassette.Redaction(
            place: "request.url.query[\($0)]",
            placeholder: String(url[url.range(of: "[redacted")!.lowerBound...]))
        ]
      } ?? [])
  }

  private func playback(
    _ entries: [Cassette.Interaction], repeats: RepeatPolicy = .never
  ) -> Playback {
    Playback(cassette: Cassette(interactions: entries), matching: .default, repeats: repeats)
  }

  private func answer(_ reservation: Playback.Reservation?) throws -> String? {
    guard let reservation else { return nil }
    let body = try #require(reservation.interaction.outcome.response?.body)
    return String(decoding: try reservation.content(body), as: UTF8.self)
  }

  @Test func namesTheEntryWhoseBodyIsMissing() throws {
    let folder = try TestFolder()
    let url = folder.file("a.har.gz")
    let large = String(repeating: "x", count: SideFiles.defaultThreshold)
    try Cassette(interactions: [entry("https://h/a", "1"), entry("https://h/b", large)])
      .save(to: url)
    try FileManager.default.removeItem(at: folder.file("a.bodies"))
    let playback = Playback(
      cassette: try Cassette(contentsOf: url), matching: .default, repeats: .never)
    let reservation = try #require(try playback.reserve(Cassette.Request(url: "https://h/b")))
    let body = try #require(reservation.interaction.outcome.response?.body)
    let reading = TestFiles.error { _ = try reservation.content(body) }
    guard
      case .unreadableBody(url.path, 1, "https://h/b", .missingSideFile(let path, "a.bodies")) =
        reading
    else {
      Issue.record("\(String(describing: reading))")
      return
    }
    #expect(path.hasPrefix(folder.file("a.bodies/").path))
    #expect(
      TestFiles.error { _ = try reservation.write(body, to: folder.file("out")) } == reading)
    // What cannot be written is no fault of the entry's.
    let other = TestFiles.error {
      _ = try reservation.write(.bytes(Data([1])), to: folder.file("none/out"))
    }
    guard case .system = other else {
      Issue.record("\(String(describing: other))")
      return
    }
  }

  @Test func givesEachRecordingOnceInOrder() throws {
    let playback = playback([
      entry("https://h/a", "1"), entry("https://h/b", "x"), entry("https://h/a", "2"),
    ])
    let request = Cassette.Request(url: "https://h/a")
    let first = try playback.reserve(request)
    let second = try playback.reserve(request)
    #expect(try answer(first) == "1")
    #expect(try answer(second) == "2")
    #expect(try playback.reserve(request) == nil)
    #expect(try playback.usedUp(MatchSubject(request)).indices == [0, 2])
    #expect(playback.unplayed == [0, 1, 2])
    first?.deliver()
    second?.deliver()
    #expect(playback.unplayed == [1])
  }

  @Test func takesBackWhatWasNotDelivered() throws {
    let playback = playback([entry("https://h/a", "1"), entry("https://h/a", "2")])
    let request = Cassette.Request(url: "https://h/a")
    do {
      let dropped = try playback.reserve(request)
      #expect(try answer(dropped) == "1")
    }
    let again = try playback.reserve(request)
    #expect(try answer(again) == "1")
    again?.deliver()
    #expect(try answer(try playback.reserve(request)) == "2")
  }

  @Test func oneRecordingIsNeverGivenTwiceAtOnce() async throws {
    let count = 200
    let playback = playback((0..<count).map { entry("https://h/a", "\($0)") })
    let answers = try await withThrowingTaskGroup(of: String?.self) { group in
      for _ in 0..<count {
        group.addTask {
          let reservation = try playback.reserve(Cassette.Request(url: "https://h/a"))
          reservation?.deliver()
          return try answer(reservation)
        }
      }
      return try await group.reduce(into: Set<String>()) { set, answer in
        if let answer { set.insert(answer) }
      }
    }
    #expect(answers.count == count)
    #expect(playback.unplayed.isEmpty)
  }

  @Test func aRedactedValueKeepsToTheRecordingItWasFirstAnsweredFrom() throws {
    func recorded(_ number: Int, _ answer: String) -> Cassette.Interaction {
      entry("https://h/a?key=[redacted:key:\(number)]", answer, redacting: "key")
    }
    let playback = playback([
      recorded(1, "one"), recorded(2, "two"), recorded(1, "one again"), recorded(2, "two again"),
    ])
    func ask(_ key: String) throws -> String? {
      let reservation = try playback.reserve(Cassette.Request(url: "https://h/a?key=\(key)"))
      reservation?.deliver()
      return try answer(reservation)
    }
    #expect(try ask("first-live-key") == "one")
    #expect(try ask("second-live-key") == "two")
    // In another order than was recorded: each key has its own answers.
    #expect(try ask("second-live-key") == "two again")
    #expect(try ask("first-live-key") == "one again")
    #expect(try ask("first-live-key") == nil)
  }

  @Test func repeatsTheLastAlsoWhileItIsSetAsideOnly() throws {
    for count in [1, 2, 9] {
      let playback = playback(
        (0..<count).map { entry("https://h/a", "\($0)") }, repeats: .repeatLast)
      let request = Cassette.Request(url: "https://h/a")
      let held = try (0..<(count + 2)).map { _ in try playback.reserve(request) }
      #expect(held.map { $0?.index } == Array(0..<count) + [count - 1, count - 1])
      #expect(held.map { $0?.isRepeat } == Array(repeating: false, count: count) + [true, true])
      #expect(try playback.reserve(.init(url: "https://h/b")) == nil)
    }
  }

  @Test func oneCallMayRepeatWhereOthersMayNot() throws {
    let playback = playback([entry("https://h/a", "1")])
    let request = Cassette.Request(url: "https://h/a")
    #expect(try playback.reserve(request, repeatingLast: true)?.isRepeat == false)
    var first = try playback.reserve(request, repeatingLast: true)
    #expect(first?.isRepeat == false)
    #expect(try playback.reserve(request) == nil)
    do {
      let again = try playback.reserve(request, repeatingLast: true)
      #expect(again?.isRepeat == true)
    }
    // A repeated answer that goes away is not given back: it is set aside for another call.
    #expect(try playback.reserve(request) == nil)
    first = nil
    let last = try playback.reserve(request)
    #expect(last?.isRepeat == false)
    let again = try playback.reserve(request, repeatingLast: true)
    again?.deliver()
    #expect(playback.isUsed(0))
  }

  @Test func repeatsForEachKeyItsOwnLast() throws {
    let playback = playback(
      (0..<10).map {
        entry("https://h/a?key=[redacted:key:\($0 % 2 + 1)]", "\($0)", redacting: "key")
      }, repeats: .repeatLast)
    func ask(_ key: String) throws -> Int? {
      let found = try playback.reserve(.init(url: "https://h/a?key=\(key)"))
      found?.deliver()
      return found?.index
    }
    #expect(try (0..<7).map { _ in try ask("one") } == [0, 2, 4, 6, 8, 1, 3])
    let other = self.playback(
      (0..<10).map {
        entry("https://h/a?key=[redacted:key:\($0 % 2 + 1)]", "\($0)", redacting: "key")
      }, repeats: .repeatLast)
    func askOther(_ key: String) throws -> Int? {
      let found = try other.reserve(.init(url: "https://h/a?key=\(key)"))
      found?.deliver()
      return found?.index
    }
    for _ in 0..<5 {
      _ = try askOther("one")
      _ = try askOther("two")
    }
    #expect(try askOther("one") == 8)
    #expect(try askOther("two") == 9)
  }

  @Test func readsEachOfManyEqualRecordingsOnceWhenTheirAnswersComeLate() throws {
    let count = 2000
    let playback = playback((0..<count).map { entry("https://h/a", "\($0)") })
    let request = Cassette.Request(url: "https://h/a")
    var held: [Playback.Reservation?] = try (0..<count).map { number in
      let found = try playback.reserve(request)
      #expect(found?.index == number)
      return found
    }
    #expect(playback.readCount == count)
    #expect(try playback.reserve(request) == nil)
    #expect(playback.readCount == count)
    for index in [7, 1900, 3] { held[index] = nil }
    #expect(try playback.reserve(request)?.index == 3)
    for found in held.reversed() { found?.deliver() }
    #expect(playback.unplayed == [3, 7, 1900])
  }

  @Test func otherMatchersLookOnTheRouteOrEverywhere() throws {
    let entries = (0..<12).map { entry("https://h/\($0 % 2)?n=\($0)", "\($0)") }
    for (matching, expected) in [
      (RequestMatcher.default.ignoringQuery("n"), [1, 3, 5, 7, 9, 11, nil]),
      (RequestMatcher(.method), Array(0..<12) + [nil]),
      (RequestMatcher(.method, .query), [11, nil]),
    ] as [(RequestMatcher, [Int?])] {
      let playback = Playback(
        cassette: Cassette(interactions: entries), matching: matching, repeats: .never)
      let request = Cassette.Request(url: "https://h/1?n=11")
      let found = try expected.map { _ in
        let found = try playback.reserve(request)
        found?.deliver()
        return found?.index
      }
      #expect(found == expected)
    }
  }

  @Test func looksOnlyOnTheRouteWhereEveryQueryIsRedacted() throws {
    let cassette = Cassette(
      interactions: (0..<50).map {
        entry("https://h/\($0)?key=[redacted:key:1]", "\($0)", redacting: "key")
      })
    let key = MatchKey(Cassette.Request(url: "https://h/7?key=live"))
    #expect(cassette.entriesToCompare(onRoute: key.route) == [7])
  }
}
