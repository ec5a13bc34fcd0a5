import Foundation
import TestSupport
import Testing

@testable import Cassette

struct RerecordingTests {
  private func interaction(_ path: String) -> Cassette.Interaction {
    .init(
      request: .init(url: "https://api.test/\(path)"),
      outcome: .response(.init(status: 200)))
  }

  /// The order in which paths are saved; `a` takes the place of an old entry, `+a` has none.
  private func order(_ new: [String], after old: [String]) throws -> [String] {
    let previous = Cassette(interactions: old.map(interaction))
    let rerecording = try #require(Rerecording(replacing: previous))
    let slots = try rerecording.order(count: new.count) { index throws(CassetteError) in
      interaction(new[index])
    }
    #expect(Set(slots.map(\.new)) == Set(new.indices))
    for slot in slots {
      guard let place = slot.old else { continue }
      #expect(old[place] == new[slot.new])
    }
    return slots.map { ($0.old == nil ? "+" : "") + new[$0.new] }
  }

  @Test func entriesKeepTheirPlaces() throws {
    #expect(try order(["a", "b", "c"], after: ["a", "b", "c"]) == ["a", "b", "c"])
    #expect(try order(["c", "a", "b"], after: ["a", "b", "c"]) == ["a", "b", "c"])
    #expect(try order(["a", "c"], after: ["a", "b", "c"]) == ["a", "c"])
    #expect(try order([], after: ["a"]) == [])
    #expect(try order(["b", "a"], after: []) == ["+b", "+a"])
  }

  @Test func newOnesComeAfterThoseBeforeThem() throws {
    #expect(
      try order(["x", "a", "y", "b", "z"], after: ["a", "b"]) == ["+x", "a", "+y", "b", "+z"])
    #expect(try order(["b", "x", "a"], after: ["a", "b"]) == ["a", "b", "+x"])
  }

  @Test func equalRequestsStayInTheirOrder() throws {
    #expect(try order(["a", "x", "a"], after: ["x", "a"]) == ["x", "a", "+a"])
    var random = SplitMix64(name: "RerecordingTests.equalRequestsStayInTheirOrder")
    for _ in 0..<200 {
      let old = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        ["a", "b", "c"].randomElement(using: &random) ?? "a"
      }
      let new = (0..<Int.random(in: 0...8, using: &random)).map { _ in
        ["a", "b", "c", "d"].randomElement(using: &random) ?? "a"
      }
      let rerecording = try #require(
        Rerecording(replacing: Cassette(interactions: old.map(interaction))))
      let slots = try rerecording.order(count: new.count) { index throws(CassetteError) in
        interaction(new[index])
      }
      for path in ["a", "b", "c", "d"] {
        let calls = slots.map(\.new).filter { new[$0] == path }
        #expect(calls == calls.sorted(), "\(old) \(new)")
        let kept = slots.filter { new[$0.new] == path }.compactMap(\.old)
        #expect(kept == kept.sorted(), "\(old) \(new)")
      }
    }
  }
}
