import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Whatever a matcher compares, the index finds what comparing all recordings finds.
struct IndexedMatchingTests {
  private static let matchers: [RequestMatcher] = [
    .default, .default.adding(.pathTemplate("/{x}", "/a/{x}/{y}")),
    .default.adding(.query(only: "a")),
    .default.adding(.queryAtLeast), .default.ignoringQueryValues("a").ignoringQuery("b"),
    .default.adding(.cookie("c")), .default.adding(.cookiePresence("c")),
    .default.ignoringJSON("/k", "/m0/*"), .default.comparingNumbers(.within(50)),
    .default.comparingNumbers(.bySpelling), .default.ignoringFormFields("a"),
    .default.ignoringParts("n0"), .default.ignoringPartContents("n1"),
    .default.comparingTextByLines(), .default.removing(.body).adding(.bodySHA256),
    .default.adding(.targetType), .default.adding(.targetCase, .pathTemplate("/{x}")),
    .default.removing(.port, .query), .default.adding(.bodyBytes),
    RequestMatcher(.path, .query(only: "b"), .cookiePresence("c")),
  ]

  private func request(_ random: inout SeededGenerator) -> RequestModel {
    var model = RequestModel(&random)
    // So few that many are alike.
    (model.isSecure, model.port) = (true, nil)
    model.host = "h"
    model.path =
      [["a"], ["b"], ["a", "b", "c"], ["a", "d", "c"], []].randomElement(using: &random)
      .map { $0.map { Array($0.utf8) } } ?? []
    return model
  }

  @Test func findsWhatComparingAllFinds() throws {
    var seeds = SplitMix64(name: "IndexedMatchingTests")
    var random = SeededGenerator(seed: seeds.next())
    var foundCount = 0
    for round in 0..<3 {
      let models = (0..<14).map { _ in request(&random) }
      func spelled() -> (Cassette.Request, Cassette.TargetIdentity?) {
        var model = models.randomElement(using: &random) ?? models[0]
        if Int.random(in: 0..<3, using: &random) == 0 { model = model.changed(&random) }
        var spelling = model.spelled(&random)
        if Bool.random(using: &random) {
          spelling.headerFields["Cookie"] = ["c=1", "c=2", "d=1"].randomElement(using: &random)
        }
        let target = Cassette.TargetIdentity(
          type: ["A", "B"].randomElement(using: &random) ?? "A",
          name: ["x", nil].randomElement(using: &random) ?? nil)
        return (spelling, Int.random(in: 0..<4, using: &random) == 0 ? nil : target)
      }
      let recorded = (0..<40).map { _ in
        let (request, target) = spelled()
        var interaction = Fixture.recorded(request)
        interaction.target = target
        return interaction
      }
      let cassette = Cassette(interactions: recorded)
      for matcher in Self.matchers {
        let playback = Playback(cassette: cassette, matching: matcher, repeats: .never)
        var free = Set(recorded.indices)
        for step in 0..<20 {
          let (asked, target) = spelled()
          let subject = MatchSubject(asked, target: target)
          let all = recorded.indices.filter {
            matcher.match(subject, recorded[$0], key: .init()) != nil
          }
          foundCount += all.isEmpty ? 0 : 1
          let found = try playback.reserve(subject)
          #expect(
            found?.index == all.first { free.contains($0) },
            "round \(round), step \(step), \(matcher): \(asked)")
          if target == nil {
            #expect(
              try cassette.entries(answering: asked, by: matcher).map(\.index) == all,
              "round \(round), step \(step), \(matcher): \(asked)")
          }
          guard let found else { continue }
          free.remove(found.index)
          found.deliver()
        }
      }
    }
    // Else nothing was tested.
    #expect(foundCount > 150)
  }
}
