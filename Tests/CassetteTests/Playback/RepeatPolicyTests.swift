import Foundation
import TestSupport
import Testing

@testable import Cassette

struct RepeatPolicyTests {
  private func playback(_ paths: [String], _ repeats: RepeatPolicy) -> Playback {
    Playback(
      cassette: Cassette(
        interactions: paths.map {
          Cassette.Interaction(
            request: .init(url: "https://h" + $0), outcome: .response(.init(status: 200)))
        }), matching: .default, repeats: repeats)
  }

  private func ask(
    _ playback: Playback, _ path: String, target: Cassette.TargetIdentity? = nil
  ) throws -> Int? {
    let found = try playback.reserve(.init(url: "https://h" + path), target: target)
    found?.deliver()
    return found?.index
  }

  @Test func rewindsToTheFirst() throws {
    for count in [1, 3, 9] {
      let playback = playback(Array(repeating: "/a", count: count), .rewind)
      let asked = try (0..<(3 * count + 1)).map { _ in try ask(playback, "/a") }
      #expect(asked == (0...(3 * count)).map { $0 % count })
      #expect(try ask(playback, "/b") == nil)
    }
  }

  @Test func whatRewindsIsGivenBackWhereItIsNotDelivered() throws {
    let playback = playback(["/a", "/a"], .rewind)
    for expected in [0, 1, 0] { #expect(try ask(playback, "/a") == expected) }
    do {
      let dropped = try playback.reserve(.init(url: "https://h/a"))
      #expect(dropped?.index == 1)
      #expect(dropped?.isRepeat == true)
    }
    let other = try playback.reserve(.init(url: "https://h/a"))
    #expect(other?.index == 1)
    other?.giveBack()
    for expected in [1, 0, 1] { #expect(try ask(playback, "/a") == expected) }
  }

  @Test func rulesForSomeCallsOfWhichTheLastCounts() throws {
    let paths = ["/status", "/status", "/login", "/quotes", "/quotes"]
    let policy = RepeatPolicy.repeatLast.rewinding("quotes", "/st*").repeatingLast("/status")
      .answeringOnce("/login")
    let playback = playback(paths, policy)
    let quotes = Cassette.TargetIdentity(type: "Api", name: "quotes")
    #expect(try (0..<4).map { _ in try ask(playback, "/status") } == [0, 1, 1, 1])
    #expect(try (0..<2).map { _ in try ask(playback, "/login") } == [2, nil])
    #expect(
      try (0..<5).map { _ in try ask(playback, "/quotes", target: quotes) } == [3, 4, 3, 4, 3])
    // Without the target, the rule for it does not hold.
    #expect(try ask(playback, "/quotes") == 4)
  }

  @Test func aRoundUnderLoadGivesEachRecordingAsOften() async throws {
    let (count, rounds) = (50, 8)
    let playback = playback(Array(repeating: "/a", count: count), .rewind)
    let found = try await withThrowingTaskGroup(of: Int?.self) { group in
      for _ in 0..<(count * rounds) { group.addTask { try ask(playback, "/a") } }
      return try await group.reduce(into: [Int?: Int]()) { $0[$1, default: 0] += 1 }
    }
    #expect(found.count == count)
    #expect(found.values.allSatisfy { $0 == rounds })
  }

  @Test func eachValueHasItsOwnRounds() throws {
    let playback = Playback(
      cassette: Cassette(
        interactions: (0..<4).map {
          let placeholder = "[redacted:key:\($0 % 2 + 1)]"
          return Cassette.Interaction(
            request: .init(url: "https://h/a?key=\(placeholder)"),
            outcome: .response(.init(status: 200)),
            redactions: [.init(place: "request.url.query[key]", placeholder: placeholder)])
        }), matching: .default, repeats: .rewind)
    let asked = ["one", "two", "one", "two", "one", "one", "one", "two", "one"]
    #expect(
      try asked.map { try ask(playback, "/a?key=\($0)") } == [0, 1, 2, 3, 0, 2, 0, 1, 2])
    // A third value fits none, and does not make anybody forget the others.
    #expect(try ask(playback, "/a?key=three") == 3)
    #expect(try ask(playback, "/a?key=one") == 0)
    #expect(try ask(playback, "/a?key=two") == 1)
  }
}
