#if RxSwift
import Foundation
import MoyaCore
import ReplayProvider
import RxSwift
import TestSupport
import Testing

struct RxRequestTests {
  @Test func sendsOncePerSubscriptionAndNotBefore() async throws {
    let server = try LoopbackServer { Reply(text: "at \($0.path)") }
    let asked = TestSupport.Locked(0)
    let provider = MoyaProvider<Page>(
      endpointClosure: { page in
        asked.withLock { $0 += 1 }
        return MoyaProvider<Page>.defaultEndpointMapping(for: page)
      }, callbackQueue: DispatchQueue(label: "callbacks"))
    let single = provider.rx.request(Page(baseURL: server.baseURL))
    #expect(asked.withLock { $0 } == 0)
    #expect(await single.summary() == "200 at /page")
    #expect(await single.summary() == "200 at /page")
    #expect(asked.withLock { $0 } == 2)
    #expect(server.requestCount == 2)
  }

  @Test(.timeLimit(.minutes(1))) func disposingCancels() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply(text: "late").held(at: gate) }
    defer { gate.open() }
    let plugin = OutcomePlugin()
    let provider = makeProvider([plugin])
    let events = TestSupport.Locked(0)
    let page = Page(baseURL: server.baseURL)
    let single = provider.rx.request(page).subscribe { _ in events.withLock { $0 += 1 } }
    let progress = provider.rx.requestWithProgress(page).subscribe { event in
      if event.isStopEvent { events.withLock { $0 += 1 } }
    }
    #expect(await server.waitForRequests(2))
    single.dispose()
    progress.dispose()
    var outcomes = plugin.outcomes.makeAsyncIterator()
    #expect(await outcomes.next() == "explicitlyCancelled")
    #expect(await outcomes.next() == "explicitlyCancelled")
    #expect(events.withLock { $0 } == 0)
  }

  @Test func failsWithMoyasError() async throws {
    let server = try LoopbackServer { _ in Reply(404, text: "none") }
    let page = Page(baseURL: server.baseURL, validationType: .successCodes)
    let provider = makeProvider()
    #expect(await provider.rx.request(page).summary() == "responseValidationFailed 404")
    #expect(
      await provider.rx.requestWithProgress(page).filterCompleted().summaries() == [
        "responseValidationFailed 404"
      ])
  }

  @Test func answersOnTheCallsQueue() async throws {
    let server = try LoopbackServer { _ in Reply(text: "here") }
    let key = DispatchSpecificKey<String>()
    let queue = DispatchQueue(label: "mine")
    queue.setSpecific(key: key, value: "mine")
    // The real one only remembers its provider.
    let provider = makeProvider()
    defer { withExtendedLifetime(provider) {} }
    let single = provider.rx.request(Page(baseURL: server.baseURL), callbackQueue: queue)
    let seen = await single.map { _ in DispatchQueue.getSpecific(key: key) ?? "elsewhere" }.only()
    #expect(seen == "mine")
  }

  @Test func progressGrowsAndEndsWithTheResponse() async throws {
    let body = [UInt8](repeating: 7, count: 400_000)
    let server = try LoopbackServer { _ in Reply(200, body: body) }
    // The real one only remembers its provider.
    let provider = makeProvider()
    defer { withExtendedLifetime(provider) {} }
    let states = provider.rx.requestWithProgress(Page(baseURL: server.baseURL))
    let seen = await states.map { "\($0.progress) \($0.completed) \($0.response?.data.count ?? 0)" }
      .all()
    #expect(seen.last == "1.0 true 400000")
    #expect(seen.dropLast().allSatisfy { $0.contains(" false ") })
    let fractions = await states.filterProgress().map { "\($0)" }.all().compactMap(Double.init)
    #expect(fractions == fractions.sorted() && fractions.allSatisfy { (0...1).contains($0) })
    #expect(await states.filterCompleted().map { "\($0.data.count)" }.all() == ["400000"])
  }

  @Test func progressOfAStub() async {
    let provider = makeStubbed()
    let states = provider.rx.requestWithProgress(Page(sampleData: Data("s".utf8)))
    #if UpstreamMoya
    // The real RxMoya never emits for stubs.
    #expect(await states.filterCompleted().map(\.summary).all() == [])
    #else
    #expect(await states.filterCompleted().map(\.summary).all() == ["200 s"])
    #endif
  }

  #if !UpstreamMoya
  // The real RxMoya only remembers its provider: once that is gone, nothing is sent and nothing ends.
  @Test func keepsItsProvider() async {
    let single = makeStubbed().rx.request(Page(sampleData: Data("kept".utf8)))
    #expect(await single.summary() == "200 kept")
  }
  #endif

  @Test func recordsAndReplays() async throws {
    let folder = try TemporaryFolder()
    let server = try LoopbackServer { Reply(text: "recorded \($0.path)") }
    let page = Page(baseURL: server.baseURL)
    for _ in 0..<2 {
      let provider = ReplayProvider<Page>(cassette: .file(folder.file("rx.har.gz")))
      #expect(await provider.rx.request(page).summary() == "200 recorded /page")
      let states = provider.rx.requestWithProgress(page)
      #expect(await states.filterCompleted().map(\.summary).all() == ["200 recorded /page"])
      try await provider.finish()
      server.stop()
    }
    #expect(server.requestCount == 2)
  }
}
#endif
