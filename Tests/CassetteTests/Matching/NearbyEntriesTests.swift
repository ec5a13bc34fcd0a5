import TestSupport
import Testing

@testable import Cassette

struct NearbyEntriesTests {
  private func nearby(
    _ asked: Cassette.Request, _ recorded: [Cassette.Interaction], lastServed: Int? = nil,
    limit: Int = 8
  ) -> NearbyEntries {
    Cassette(interactions: recorded).lookUp.nearby(
      MatchSubject(asked), count: recorded.count, lastServed: lastServed, limit: limit)
  }

  private func get(_ path: String) -> Cassette.Interaction {
    Fixture.recorded(Fixture.get("http://h" + path))
  }

  @Test func eachKindHasItsShare() {
    var put = get("/a")
    put.request.method = "PUT"
    let secret = Fixture.recorded(
      Fixture.get("http://h/[redacted:k:1]"), [("request.url.path", "[redacted:k:1]")])
    let recorded =
      (0..<20).map { _ in get("/a") } + (0..<20).map { _ in put }
      + (0..<20).map { _ in secret } + (0..<20).map { get("/x\($0)") }
    let asked = Fixture.get("http://h/a")
    #expect(nearby(asked, recorded).indices == [0, 1, 2, 3, 20, 21, 40, 60])
    #expect(nearby(asked, recorded).isOnRoute)
    // What a kind does not need is the others'.
    #expect(nearby(asked, Array(recorded[18...])).indices == [0, 1, 2, 3, 22, 42, 4, 5])
    let other = nearby(Fixture.get("http://h/b"), Array(recorded[60...]))
    #expect(other.indices == Array(0..<8) && !other.isOnRoute)
  }

  @Test func whatWasServedLastIsTheMiddle() {
    let recorded = (0..<100).map { get("/x\($0)") }
    #expect(
      nearby(Fixture.get("http://h/b"), recorded, lastServed: 50, limit: 5).indices
        == [51, 50, 52, 49, 53])
    #expect(
      nearby(Fixture.get("http://h/b"), recorded, lastServed: 99, limit: 3).indices == [99, 98, 97])
  }

  @Test func oneOfEachRouteIsEnough() {
    let recorded = (0..<100).map { get("/x\($0 / 50)") }
    #expect(nearby(Fixture.get("http://h/b"), recorded).indices == [0, 50])
  }

  @Test func noneIsChosenTwice() {
    var random = SplitMix64(name: "NearbyEntriesTests")
    for _ in 0..<50 {
      let count = Int.random(in: 0...60, using: &random)
      let recorded = (0..<count).map { _ in
        get(["/a", "/a/", "/b", "/c"].randomElement(using: &random) ?? "/")
      }
      let limit = Int.random(in: 1...40, using: &random)
      let found = nearby(
        Fixture.get("http://h/a"), recorded,
        lastServed: count == 0 ? nil : Int.random(in: 0..<count, using: &random), limit: limit)
      #expect(found.indices.count <= limit && Set(found.indices).count == found.indices.count)
      #expect(found.indices.allSatisfy(recorded.indices.contains))
    }
  }
}
