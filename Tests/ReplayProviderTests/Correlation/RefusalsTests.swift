import Cassette
import Foundation
import MoyaCore
import TestSupport
import Testing

@testable import Recorder
@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Whose error it becomes that a request was sent nowhere.
struct RefusalsTests {
  /// How a user's stub ends.
  enum Stub: CaseIterable {
    case answer, response, rejected, failure
  }

  private func endpoint(_ target: Probe, _ studio: Studio, _ stub: Stub) -> Endpoint {
    let live = studio.live(target)
    let url = URL(string: live.url)!
    return Endpoint(
      url: live.url,
      sampleResponseClosure: {
        switch stub {
        case .answer: .networkResponse(200, Data())
        case .response:
          .response(
            HTTPURLResponse(url: url, statusCode: 200, httpVersion: nil, headerFields: nil)!,
            Data())
        case .rejected: .networkResponse(500, Data())
        case .failure: .networkError(NSError(domain: "stub", code: 1))
        }
      }, method: live.method, task: live.task, httpHeaderFields: live.httpHeaderFields)
  }

  /// A stub of the user's answers a call that may not be recorded; later ones of its target fail.
  @Test(arguments: [Flow.pluginAlone, .veiledPluginAlone], Stub.allCases)
  func aStubsIsNobodyElses(flow: Flow, stub: Stub) async throws {
    let studio = try Studio { _ in .closed }
    var options = studio.options
    options.allowsUnsafeMethods = false
    options.allowsOnlyFailures = true
    let reports = Reports()
    let run = studio.run(.rerecord, options: options, reporter: reports.reporter)
    let provider: MoyaProvider<Probe> = flow.provider(
      run, session: Studio.session(), endpointClosure: { endpoint($0, studio, stub) },
      stubClosure: { $0.method == .post ? .immediate : .never })
    let stubbed = await provider.seen(Probe(.post, "/a", validationType: .successCodes))
    #expect((stubbed.error == nil) == (stub == .answer || stub == .response), "\(stubbed)")
    // Nothing shows that a failure without a response is a stub's; a reason that stays is only given to
    // what went nowhere.
    #expect(run.withState { $0.refused.count } == (stub == .failure ? 1 : 0))
    #expect(await provider.seen(Probe(.get, "/a")).error == "task NSURLErrorDomain -1005")
    #expect(reports.failures == [])
    // One that was truly refused has its error, each time.
    for count in 1...2 {
      let seen = await provider.seen(Probe(.put, "/a"))
      #expect(seen.error?.hasPrefix("Recorder.RecorderError ") == true, "\(seen)")
      #expect(reports.failures.count == count)
    }
    #expect(await provider.seen(Probe(.get, "/a")).error == "task NSURLErrorDomain -1005")
    try await run.finish()
    #expect(try studio.interactions().map(\.request.method) == ["GET", "GET"])
  }
}
