#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ServerTrustManagerTests {
  /// Asks for more than the system does.
  private struct Strict: ServerTrustEvaluating {
    #if canImport(Security)
    func evaluate(_ trust: SecTrust, forHost host: String) throws {
      throw CocoaError(.featureUnsupported)
    }
    #endif
  }

  @Test func findsTheEvaluatorOfAHost() throws {
    let manager = ServerTrustManager(evaluators: ["h.test": DefaultTrustEvaluator()])
    #expect(manager.allHostsMustBeEvaluated)
    #expect(try manager.serverTrustEvaluator(forHost: "h.test") is DefaultTrustEvaluator)
    #expect(try manager.serverTrustEvaluator(forHost: "H.Test") is DefaultTrustEvaluator)
    #expect {
      try manager.serverTrustEvaluator(forHost: "other.test")
    } throws: { error in
      guard case .serverTrustEvaluationFailed(.noRequiredEvaluator("other.test")) = error.asAFError
      else { return false }
      return true
    }
    let lenient = ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: [:])
    #expect(try lenient.serverTrustEvaluator(forHost: "h.test") == nil)
  }

  @Test func leavesHTTPAlone() async throws {
    let server = try LoopbackServer { _ in Reply(text: "ok") }
    let session = Session(
      startRequestsImmediately: false,
      serverTrustManager: ServerTrustManager(evaluators: ["127.0.0.1": Strict()]))
    let provider = MoyaProvider<TestTarget>(session: session)
    #expect(await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "200 ok")
  }

  #if !canImport(Security)
  /// What a request over HTTPS ends with.
  private func failure(at port: Int, _ manager: ServerTrustManager?) async throws -> AFError {
    let session = Session(startRequestsImmediately: false, serverTrustManager: manager)
    let target = TestTarget(
      baseURL: try #require(URL(string: "https://127.0.0.1:\(port)")))
    let result = await MoyaProvider<TestTarget>(session: session).result(of: target)
    guard case .failure(.underlying(let error, nil)) = result else {
      throw UnexpectedResult(summary: result.summary)
    }
    return try #require(error.asAFError)
  }

  private struct UnexpectedResult: Error {
    let summary: String
  }

  @Test func sendsNothingWhereAnEvaluatorCannotRun() async throws {
    let evaluators: [any ServerTrustEvaluating] = [
      Strict(), .composite(evaluators: [DefaultTrustEvaluator(), Strict()]),
    ]
    let server = try LoopbackServer { _ in Reply(text: "ok") }
    for evaluator in evaluators {
      let error = try await failure(
        at: Int(server.port), ServerTrustManager(evaluators: ["127.0.0.1": evaluator]))
      #expect(server.acceptCount == 0)
      #expect(error.isServerTrustEvaluationError)
      #expect(
        error.localizedDescription
          == "The server is not trusted: the evaluator of 127.0.0.1 cannot run on this platform, "
          + "where URLSession shows the certificate to nobody, so nothing was sent. Leave the host "
          + "to the system with DefaultTrustEvaluator, or make the session without a "
          + "ServerTrustManager here.")
    }
  }

  @Test func sendsNothingToAHostWithoutAnEvaluator() async throws {
    let server = try LoopbackServer { _ in Reply(text: "ok") }
    let error = try await failure(at: Int(server.port), ServerTrustManager(evaluators: [:]))
    #expect(server.acceptCount == 0)
    #expect(
      error.localizedDescription
        == "The server is not trusted: there is no evaluator for 127.0.0.1, and every host must "
        + "have one.")
  }

  @Test func leavesToTheSystemWhatAsksForNoMore() async throws {
    let managers: [ServerTrustManager?] = [
      nil, ServerTrustManager(allHostsMustBeEvaluated: false, evaluators: [:]),
      ServerTrustManager(evaluators: ["127.0.0.1": DefaultTrustEvaluator(validateHost: false)]),
      ServerTrustManager(evaluators: ["127.0.0.1": DisabledTrustEvaluator()]),
      ServerTrustManager(evaluators: [
        "127.0.0.1": CompositeTrustEvaluator(evaluators: [DefaultTrustEvaluator()])
      ]),
    ]
    for manager in managers {
      // Nobody listens there.
      let error = try await failure(at: 1, manager)
      #expect(error.isSessionTaskError)
      #expect((error.underlyingError as NSError?)?.code == NSURLErrorCannotConnectToHost)
    }
  }

  @Test func refusesARedirectionToo() async throws {
    let server = try LoopbackServer { _ in
      Reply(302, fields: [("Location", "https://other.test/")])
    }
    let session = Session(
      startRequestsImmediately: false, serverTrustManager: ServerTrustManager(evaluators: [:]))
    let provider = MoyaProvider<TestTarget>(session: session)
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    guard case .failure(.underlying(let error, _)) = result else {
      Issue.record("unexpected \(result)")
      return
    }
    #expect(error.asAFError?.isServerTrustEvaluationError == true)
  }
  #endif
}
#endif
