import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Many calls at once.
struct ConcurrencyCaseTests {
  private func number(_ value: Int) -> Probe {
    value < 50 ? Probe(.get, url: "https://api.test/n?i=\(value)") : Probe(.get, "/ticket")
  }

  private func studio() throws -> Studio {
    let tickets = TestSupport.Locked(0)
    return try Studio { request in
      if request.path == "/ticket" {
        return Reply(text: "\(tickets.withLock { value in value += 1; return value })")
      }
      let number = Int(request.query?.dropFirst(2) ?? "") ?? 0
      return Reply(text: "\(number)").delayed(by: .milliseconds((49 - number) * 10))
    }
  }

  /// Starts all calls on this thread, in order, and waits for all answers.
  private func all(_ numbers: [Int], _ provider: ReplayProvider<Probe>) async -> [Int: Seen] {
    let answers = TestSupport.Locked<[Int: Seen]>([:])
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    await withCheckedContinuation { continuation in
      for value in numbers {
        provider.request(number(value), callbackQueue: queue) { result in
          let isLast = answers.withLock { answers in
            answers[value] = Seen(result)
            return answers.count == numbers.count
          }
          if isLast { continuation.resume() }
        }
      }
    }
    return answers.withLock { $0 }
  }

  @Test("CC-01: fifty in parallel that end in reverse, and ten equal ones: each its own, in order")
  func fiftyThatEndInReverse() async throws {
    var random = SplitMix64(name: "shuffled")
    var orders: [[String]] = []
    for _ in 0..<2 {
      let studio = try studio()
      let provider = studio.provider()
      let live = await all(Array(0..<60), provider)
      try await provider.finish()
      #expect((0..<50).allSatisfy { live[$0]?.text == "\($0)" })
      orders.append(try studio.interactions().map(\.request.url))
      #expect(orders.last?.count == 60)
      #expect(studio.server.requestCount == 60)
      studio.server.stop()
      for _ in 0..<10 {
        let provider = studio.provider(.replay)
        let seen = await all(Array(0..<60).shuffled(using: &random), provider)
        try await provider.finish()
        for value in 0..<50 {
          #expect(seen[value] == live[value], "\(value), seed \(random.seed)")
        }
        let tickets = (50..<60).compactMap { seen[$0]?.text }
        #expect(tickets.count == 10 && Set(tickets) == Set((1...10).map(String.init)))
      }
    }
    #expect(orders[0] == orders[1])
    #expect(orders[0].prefix(50).elementsEqual((0..<50).map { "https://api.test/n?i=\($0)" }))
  }

  @Test("CC-02: one cassette of two recording tests: the second is told that it is in use")
  func oneCassetteOfTwoRuns() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    let reports = Reports()
    let first = studio.provider()
    #expect(await first.seen(Probe(.get, "/a")).text == "/a")
    let second = studio.provider(reports: reports)
    #expect(await second.seen(Probe(.get, "/b")).error != nil)
    try await second.finish()
    try await first.finish()
    #expect(reports.text.contains(studio.cassette.path) && reports.text.contains("in use"))
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/a"])
    #expect(studio.server.requestCount == 1)
  }

  @Test("CC-02: two tests with cassettes of their own see only their own")
  func twoCassettesSeeOnlyTheirOwn() async throws {
    let studios = [try studio(), try studio()]
    let providers = studios.map { $0.provider() }
    // All at once, in both.
    async let first = all(Array(0..<20), providers[0])
    async let second = all(Array(20..<40), providers[1])
    let answers = await [first, second]
    for provider in providers { try await provider.finish() }
    for (index, studio) in studios.enumerated() {
      let numbers = (index * 20)..<(index * 20 + 20)
      #expect(numbers.allSatisfy { answers[index][$0]?.text == "\($0)" })
      #expect(
        try studio.interactions().map(\.request.url)
          == numbers.map { "https://api.test/n?i=\($0)" })
    }
  }

  /// Two runs that only read have nothing to do with each other: each has its own use of the entries.
  @Test("CC-02: two tests that replay one cassette at once each get every answer")
  func twoReadersOfOneCassette() async throws {
    let studio = try studio()
    let recording = studio.provider()
    _ = await all(Array(40..<60), recording)
    try await recording.finish()
    studio.server.stop()
    let facts = try FileFacts(studio.cassette)
    let providers = [RecordMode.replay, .append].map { studio.provider($0) }
    async let first = all(Array(40..<60), providers[0])
    async let second = all(Array(40..<60), providers[1])
    for seen in await [first, second] {
      #expect((40..<50).allSatisfy { seen[$0]?.text == "\($0)" })
      let tickets = (50..<60).compactMap { seen[$0]?.text }
      #expect(tickets.count == 10 && Set(tickets) == Set((1...10).map(String.init)))
    }
    for provider in providers { try await provider.finish() }
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try studio.folder.contents() == ["it.har.gz"])
  }

  @Test(
    "CC-02: what one test adds to a cassette, one that reads it does not see, and is not hurt by")
  func oneReadsWhileAnotherAdds() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a"), Probe(.get, "/b")])
    let reader = studio.provider(.replay)
    #expect(await reader.seen(Probe(.get, "/a")).text == "/a")
    let adder = studio.provider(.append)
    #expect(await adder.seen(Probe(.get, "/c")).text == "/c")
    let late = Reports()
    let second = studio.provider(.append, reports: late)
    #expect(await second.seen(Probe(.get, "/a")).text == "/a")
    // It has nothing to write until it meets something new; then the other one has the file.
    #expect(await second.seen(Probe(.get, "/d")).error == nil)
    await #expect(throws: CassetteError.self) { try await second.finish() }
    try await adder.finish()
    #expect(await reader.seen(Probe(.get, "/b")).text == "/b")
    #expect(await reader.seen(Probe(.get, "/c")).isMiss)
    try await reader.finish()
    #expect(
      try studio.interactions().map(\.request.url)
        == ["/a", "/b", "/c"].map { "https://api.test" + $0 })
  }

  /// Equal calls at once, of which every third fails: as many of each kind again.
  @Test func equalCallsWithFailuresInBetween() async throws {
    let count = TestSupport.Locked(0)
    let studio = try Studio { _ in
      let number = count.withLock { value in
        value += 1; return value
      }
      // curl sends again what fails on a connection that it has used before.
      return (number.isMultiple(of: 3) ? Reply(text: "cut").truncated(to: 1) : Reply(text: "ok"))
        .closing()
    }
    var kinds: [[String: Int]] = []
    for _ in 0..<3 {
      let provider = studio.provider()
      let seen = await all(Array(50..<80), provider)
      try await provider.finish()
      kinds.append(seen.values.reduce(into: [:]) { $0[$1.summary, default: 0] += 1 })
    }
    let cut = kinds[0].keys.first { $0.hasPrefix("task NSURLErrorDomain ") } ?? ""
    #expect(kinds[0] == ["200 ok": 20, cut: 10])
    #expect(kinds[0] == kinds[1] && kinds[1] == kinds[2])
    #expect(studio.server.requestCount == 30)
  }
}
