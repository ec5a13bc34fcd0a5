import Testing

@testable import Cassette

struct TargetMatchingTests {
  private func recorded(_ type: String?, _ name: String? = nil) -> Cassette.Interaction {
    var interaction = Fixture.recorded(Fixture.get("http://h/"))
    interaction.target = type.map { .init(type: $0, name: name) }
    return interaction
  }

  private func difference(
    _ asked: (String, String?)?, _ recorded: Cassette.Interaction, _ part: RequestMatcher.Part
  ) -> String? {
    let matcher = RequestMatcher.default.adding(part)
    let subject = MatchSubject(
      Fixture.get("http://h/"), target: asked.map { .init(type: $0.0, name: $0.1) })
    let differences = matcher.differences(between: subject, and: recorded, concealing: .init())
    #expect((matcher.match(subject, recorded, key: .init()) == nil) != differences.isEmpty)
    return differences.first?.description
  }

  @Test func typesAndCases() {
    let kept = recorded("GitHub", "zen")
    #expect(difference(("GitHub", "other"), kept, .targetType) == nil)
    #expect(
      difference(("Gitlab", "zen"), kept, .targetType)
        == "target type: sent Gitlab, recorded GitHub")
    #expect(difference(("Gitlab", "zen"), kept, .targetCase) == nil)
    #expect(
      difference(("GitHub", "user"), kept, .targetCase) == "target case: sent user, recorded zen")
    #expect(
      difference(("GitHub", nil), kept, .targetCase) == "target case: sent no case, recorded zen")
    #expect(
      difference(("GitHub", "zen"), recorded("GitHub"), .targetCase)
        == "target case: sent zen, recorded no case")
    // One character, other bytes.
    #expect(difference(("e\u{301}", nil), recorded("\u{e9}"), .targetType) != nil)
  }

  @Test func aRecordingWithoutATargetAnswersAny() {
    #expect(difference(("GitHub", "zen"), recorded(nil), .targetType) == nil)
    #expect(difference(("GitHub", "zen"), recorded(nil), .targetCase) == nil)
    #expect(difference(nil, recorded("GitHub", "zen"), .targetType) == nil)
  }

  @Test func requestsOfTwoTargetsAreToldApart() throws {
    let playback = Playback(
      cassette: Cassette(
        interactions: (0..<12).map { recorded($0 < 6 ? "A" : "B", "c\($0 % 2)") }),
      matching: .default.adding(.targetType, .targetCase), repeats: .never)
    func ask(_ type: String, _ name: String) throws -> Int? {
      let found = try playback.reserve(
        MatchSubject(Fixture.get("http://h/"), target: .init(type: type, name: name)))
      found?.deliver()
      return found?.index
    }
    #expect(try ["c1", "c1", "c0", "c1", "c1"].map { try ask("B", $0) } == [7, 9, 6, 11, nil])
    #expect(try ask("A", "c1") == 1)
    #expect(try ask("C", "c1") == nil)
  }
}
