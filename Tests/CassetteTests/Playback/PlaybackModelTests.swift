import Foundation
import TestSupport
import Testing

@testable import Cassette

/// A playback that looks at every recording each time, by the rules as they are written.
private struct Model {
  let recorded: [Cassette.Interaction]
  let matching: RequestMatcher
  let key = LiveBinding.Key()
  let repeats: RepeatPolicy
  let order: ReplayOrder
  var uses: [UseTable.Use]
  var rewindCounts: [Int]
  var bindings = BindingTable()

  init(
    _ recorded: [Cassette.Interaction], _ matching: RequestMatcher, _ repeats: RepeatPolicy,
    _ order: ReplayOrder
  ) {
    self.recorded = recorded
    self.matching = matching
    self.repeats = repeats
    self.order = order
    uses = Array(repeating: .free, count: recorded.count)
    rewindCounts = Array(repeating: 0, count: recorded.count)
  }

  mutating func reserve(_ request: Cassette.Request, repeatingLast: Bool) -> Int? {
    let subject = MatchSubject(request)
    let found = recorded.indices.compactMap { index in
      matching.match(subject, recorded[index], key: key).map {
        (index: index, bindings: $0, rank: bindings.rank(of: $0))
      }
    }
    var free = found.filter { uses[$0.index] == .free }
    if order.selects(request, nil) {
      let due = recorded.indices.first {
        order.selects(recorded[$0].request, nil) && uses[$0] == .free
      }
      free = free.filter { $0.index == due }
    }
    if let best = free.min(by: { ($0.rank, $0.index) < ($1.rank, $1.index) }) {
      uses[best.index] = .reserved
      bindings.adopt(best.bindings)
      return best.index
    }
    let taken = found.filter { uses[$0.index] != .free }
    switch repeats.kind(request, nil) {
    case .rewind:
      let fitting = taken.filter { $0.rank != .inconsistent }
      let best = (fitting.isEmpty ? taken : fitting).min {
        (rewindCounts[$0.index], $0.rank, $0.index) < (rewindCounts[$1.index], $1.rank, $1.index)
      }
      guard let best else { return nil }
      rewindCounts[best.index] += 1
      if best.rank != .inconsistent { bindings.adopt(best.bindings) }
      return best.index
    case .never where !repeatingLast:
      return nil
    case .never, .last:
      let best = taken.min { ($0.rank, -$0.index) < ($1.rank, -$1.index) }
      if let best, best.rank != .inconsistent { bindings.adopt(best.bindings) }
      return best?.index
    }
  }
}

struct PlaybackModelTests {
  private static let matchers: [RequestMatcher] = [
    .default, .default.adding(.header("X")), .default.ignoringQuery("k"),
    .default.removing(.body), RequestMatcher(.method, .query),
    .default.adding(.custom("short") { $0.url.utf8.count == $1.url.utf8.count }),
  ]

  private static let policies: [RepeatPolicy] = [
    .never, .repeatLast, .rewind, .never.rewinding("/p").repeatingLast("/v/*"),
    .rewind.answeringOnce("/p"),
  ]

  private static let orders: [ReplayOrder] = [.any, .any, .recorded, .recorded(only: "/v/*")]

  private func recording(_ random: inout SplitMix64) -> Cassette.Interaction {
    func placeholder() -> String { "[redacted:k:\(Int.random(in: 1...3, using: &random))]" }
    var places: [Cassette.Redaction] = []
    func secret(_ place: String) -> String {
      guard Int.random(in: 0..<3, using: &random) > 0 else {
        return "live-\(Int.random(in: 1...3, using: &random))"
      }
      let text = placeholder()
      places.append(.init(place: "request." + place, placeholder: text))
      return text
    }
    var request = Cassette.Request(url: "https://h/")
    if Int.random(in: 0..<6, using: &random) == 0 {
      request.url = "https://\(secret("url.user"))@h/"
    }
    request.url +=
      Int.random(in: 0..<6, using: &random) == 0 ? "v/\(secret("url.path"))/w" : "p"
    request.url += "?n=\(Int.random(in: 0...1, using: &random))"
    if Bool.random(using: &random) { request.url += "&k=\(secret("url.query[k]"))" }
    if Int.random(in: 0..<3, using: &random) == 0 {
      request.method = "POST"
      request.body = .bytes(
        Data(
          #"{"n":\#(Int.random(in: 0...1, using: &random)),"t":"\#(secret("body.json/t"))"}"#.utf8))
    }
    if Bool.random(using: &random) {
      request.headerFields = ["X": "a \(secret("header[X]"))"]
    }
    return Cassette.Interaction(
      request: request, outcome: .response(.init(status: 200)), redactions: places)
  }

  /// The request that a recording may have been made of.
  private func asked(
    _ recorded: Cassette.Interaction, _ random: inout SplitMix64
  ) -> Cassette.Request {
    func filled(_ text: String) -> String {
      (1...3).reduce(text) { text, number in
        let isLive = Int.random(in: 0..<5, using: &random) > 0
        let other = Int.random(in: 0..<5, using: &random) == 0 ? 4 : number
        return isLive ? text.replacing("[redacted:k:\(number)]", with: "live-\(other)") : text
      }
    }
    var request = recorded.request
    request.url = filled(request.url)
    if case .bytes(let data) = request.body {
      request.body = .bytes(Data(filled(String(decoding: data, as: UTF8.self)).utf8))
    }
    if let value = request.headerFields["X"] { request.headerFields["X"] = filled(value) }
    return request
  }

  @Test func choosesAsAModelDoesThatLooksAtAll() throws {
    var random = SplitMix64(name: "PlaybackModelTests")
    for round in 0..<36 {
      let count = [5, 24, 60][round % 3]
      let some = (0..<max(3, count / 8)).map { _ in recording(&random) }
      let recorded = (0..<count).map { _ in some.randomElement(using: &random) ?? some[0] }
      let matching = Self.matchers[round / 3 % Self.matchers.count]
      let repeats = try #require(Self.policies.randomElement(using: &random))
      let order = try #require(Self.orders.randomElement(using: &random))
      let playback = Playback(
        cassette: Cassette(interactions: recorded), matching: matching, repeats: repeats,
        order: order)
      var model = Model(recorded, matching, repeats, order)
      var held: [Playback.Reservation] = []
      // Repeats that stay counted: what goes away undelivered is not.
      var answered: [Playback.Reservation] = []
      for step in 0..<(2 * count) {
        // Now and then the one that is due, so that an order goes on.
        let isDue = Int.random(in: 0..<3, using: &random) == 0
        let next = isDue ? model.uses.firstIndex(of: .free) : nil
        let original = recorded[next ?? Int.random(in: recorded.indices, using: &random)]
        let request = asked(original, &random)
        let isRepeating = Int.random(in: 0..<4, using: &random) == 0
        let found = try playback.reserve(request, repeatingLast: isRepeating)
        let expected = model.reserve(request, repeatingLast: isRepeating)
        #expect(
          found?.index == expected,
          "round \(round), step \(step), \(matching), \(repeats), \(order): \(request)")
        if let found {
          if !found.isRepeat {
            held.append(found)
          } else if repeats.kind(request, nil) == .rewind, isDue {
            model.rewindCounts[found.index] -= 1
            found.giveBack()
          } else {
            answered.append(found)
          }
        }
        guard !held.isEmpty else { continue }
        let index = Int.random(in: held.indices, using: &random)
        switch Int.random(in: 0..<6, using: &random) {
        case 0:
          model.uses[held[index].index] = .free
          held.remove(at: index)
        case 1, 2:
          model.uses[held[index].index] = .used
          held[index].deliver()
          held.remove(at: index)
        default: break
        }
      }
      // Kept up to here.
      withExtendedLifetime(answered) {}
      #expect(playback.unplayed == recorded.indices.filter { model.uses[$0] != .used })
    }
  }
}
