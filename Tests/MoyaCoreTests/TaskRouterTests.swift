#if !UpstreamMoya
import Foundation
import TestSupport
import Testing

@testable import MoyaCore

@Suite struct TaskRouterTests {
  @Test func failsRequestsAfterSomebodyInvalidatedTheURLSession() async throws {
    let server = try LoopbackServer { _ in Reply(200) }
    let session = Session.bounded()
    let provider = MoyaProvider<TestTarget>(session: session)
    let target = TestTarget(baseURL: server.baseURL)
    #expect(await provider.result(of: target).summary == "200 ")
    session.session.finishTasksAndInvalidate()
    while session.router.invalidation == nil { await _Concurrency.Task.yield() }
    #expect(await provider.result(of: target).summary == "sessionInvalidated -")
    #expect(server.requestCount == 1)
  }
}
#endif
