import Foundation
import TestSupport
import Testing

@testable import Cassette

struct ReplayOrderTests {
  private func playback(
    _ paths: [String], _ order: ReplayOrder, repeats: RepeatPolicy = .never,
    targets: [String: String] = [:]
  ) -> Playback {
    Playback(
      cassette: Cassette(
        interactions: paths.map { path in
          Cassette.Interaction(
            request: .init(url: "https://h" + path), outcome: .response(.init(status: 200)),
            target: targets[path].map { .init(type: "Api", name: $0) })
        }), matching: .default, repeats: repeats, order: order)
  }

  private func ask(
    _ playback: Playback, _ path: String, target: String? = nil
  ) throws -> Int? {
    let found = try playback.reserve(
      .init(url: "https://h" + path), target: target.map { .init(type: "Api", name: $0) })
    found?.deliver()
    return found?.index
  }

  @Test func theNextRequestIsTheNextRecording() throws {
    let playback = playback(["/a", "/b", "/a", "/c"], .recorded)
    func due() throws -> Int? { try playback.due(for: MatchSubject(.init(url: "https://h/x"))) }
    #expect(try ask(playback, "/b") == nil)
    #expect(try due() == 0)
    #expect(try ask(playback, "/a") == 0)
    #expect(try ask(playback, "/a") == nil)
    #expect(try due() == 1)
    for (path, index) in [("/b", 1), ("/a", 2), ("/c", 3)] {
      #expect(try ask(playback, path) == index)
    }
    #expect(try due() == nil)
    #expect(try ask(playback, "/a") == nil)
    #expect(playback.unplayed.isEmpty)
  }

  @Test func whatIsGivenBackIsDueAgain() throws {
    let playback = playback(["/a", "/b"], .recorded)
    let first = try playback.reserve(.init(url: "https://h/a"))
    let second = try playback.reserve(.init(url: "https://h/b"))
    #expect([first?.index, second?.index] == [0, 1])
    first?.giveBack()
    #expect(try playback.due(for: MatchSubject(.init(url: "https://h/b"))) == 0)
    #expect(try ask(playback, "/a") == 0)
  }

  @Test func onlySomeCallsKeepToTheOrder() throws {
    let playback = playback(
      ["/x", "/pay/1", "/y", "/pay/2", "/pay/1"], .recorded(only: "/pay/*"))
    #expect(try ask(playback, "/y") == 2)
    #expect(try playback.due(for: MatchSubject(.init(url: "https://h/y"))) == nil)
    #expect(try ask(playback, "/pay/2") == nil)
    #expect(try playback.due(for: MatchSubject(.init(url: "https://h/pay/2"))) == 1)
    for (path, index) in [("/pay/1", 1), ("/pay/2", 3), ("/x", 0), ("/pay/1", 4)] {
      #expect(try ask(playback, path) == index)
    }
  }

  @Test func callsOfATargetKeepToTheOrder() throws {
    let playback = playback(
      ["/a", "/b", "/c"], .recorded(only: "first"), targets: ["/a": "first", "/c": "first"])
    #expect(try ask(playback, "/c", target: "first") == nil)
    #expect(try ask(playback, "/b", target: "second") == 1)
    #expect(try ask(playback, "/a", target: "first") == 0)
    #expect(try ask(playback, "/c", target: "first") == 2)
  }

  @Test func anOrderOfCallsThatAreNotRecordedIsNone() throws {
    // As in the HAR of a browser, which knows no targets.
    let playback = playback(["/a", "/b"], .recorded(only: "first"))
    #expect(try ask(playback, "/b", target: "first") == 1)
    #expect(try ask(playback, "/a", target: "first") == 0)
  }

  @Test func whatHasAnsweredMayAnswerAgainInBetween() throws {
    let playback = playback(
      ["/job", "/status", "/job"], .recorded, repeats: .never.repeatingLast("/status"))
    #expect(try ask(playback, "/status") == nil)
    for (path, index) in [
      ("/job", 0), ("/status", 1), ("/status", 1), ("/job", 2), ("/status", 1), ("/job", nil),
    ] {
      #expect(try ask(playback, path) == index)
    }
  }
}
