#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct InflightRequestsTests {
  private typealias Provider = MoyaProvider<TestTarget>

  /// A provider whose request closure answers when the test says so.
  private struct Held {
    let provider: Provider
    let answers = Locked<[() -> Void]>([])

    init(plugins: [any PluginType] = [], fails: Bool = false) {
      let answers = answers
      provider = Provider(
        requestClosure: { endpoint, done in
          answers.withLock { held in
            held.append {
              if fails {
                done(.failure(.requestMapping("no")))
              } else {
                Provider.defaultRequestMapping(for: endpoint, closure: done)
              }
            }
          }
        }, stubClosure: Provider.immediatelyStub, plugins: plugins, trackInflights: true)
    }

    func answer() {
      let held = answers.withLock { answers in
        defer { answers = [] }
        return answers
      }
      for answer in held { answer() }
    }
  }

  @Test func joinsEqualRequestsAndForgetsThem() {
    let plugin = StepPlugin()
    let held = Held(plugins: [plugin])
    let provider = held.provider
    let results = Locked<[String]>([])
    for _ in 0..<2 {
      provider.request(TestTarget()) { result in
        results.withLock { $0.append("\(result.summary) of \(provider.inflightRequests.count)") }
      }
    }
    provider.request(TestTarget(path: "/other")) { _ in }
    #expect(provider.inflightRequests.values.map(\.count).sorted() == [1, 2])
    held.answer()
    #expect(results.withLock { $0 } == ["200 SA of 2", "200 SA of 2"])
    #expect(provider.inflightRequests.isEmpty)
    #expect(
      plugin.steps.withLock { Array($0.prefix(5)) } == [
        "A.prepare -", "A.willSend A", "A.didReceive 200 S", "A.process 200 S", "A.process 200 S",
      ])
  }

  @Test(arguments: [false, true])
  func forgetsWhatCouldNotBeBuiltOrWasCancelled(fails: Bool) {
    let held = Held(fails: fails)
    let count = Locked(0)
    let first = held.provider.request(TestTarget()) { _ in count.withLock { $0 += 1 } }
    held.provider.request(TestTarget()) { _ in count.withLock { $0 += 1 } }
    if !fails { first.cancel() }
    held.answer()
    #expect(count.withLock { $0 } == 2)
    #expect(held.provider.inflightRequests.isEmpty)
    held.provider.request(TestTarget()) { _ in count.withLock { $0 += 1 } }
    held.answer()
    #expect(count.withLock { $0 } == 3)
  }

  @Test func doesNotCancelForAllWhatOneOfThoseWaitingCancels() {
    let held = Held()
    let results = Locked<[String]>([])
    let first = held.provider.request(TestTarget()) { result in
      results.withLock { $0.append(result.summary) }
    }
    let second = held.provider.request(TestTarget()) { result in
      results.withLock { $0.append(result.summary) }
    }
    second.cancel()
    #expect(second.isCancelled && !first.isCancelled)
    held.answer()
    #expect(results.withLock { $0 } == ["200 S", "200 S"])
  }

  @Test func beginsAnewFromWithinACompletion() {
    let held = Held()
    let provider = held.provider
    let results = Locked<[String]>([])
    provider.request(TestTarget()) { result in
      results.withLock { $0.append("first") }
      provider.request(TestTarget()) { _ in results.withLock { $0.append("again") } }
    }
    held.answer()
    #expect(results.withLock { $0 } == ["first"])
    #expect(provider.inflightRequests.count == 1)
    held.answer()
    #expect(results.withLock { $0 } == ["first", "again"])
    #expect(provider.inflightRequests.isEmpty)
  }
}
#endif
