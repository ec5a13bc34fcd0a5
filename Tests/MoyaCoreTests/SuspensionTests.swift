#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension Request {
  /// Returns once the request is done.
  func end() async {
    while !isFinished { await _Concurrency.Task.yield() }
  }
}

@Suite struct SuspensionTests {
  /// Lets the test decide when a redirection is followed.
  private final class HeldRedirector: RedirectHandler {
    let decision = TestSupport.Locked<(() -> Void)?>(nil)

    func task(
      _ task: URLSessionTask, willBeRedirectedTo request: URLRequest,
      for response: HTTPURLResponse, completion: @escaping (URLRequest?) -> Void
    ) {
      decision.withLock { $0 = { completion(request) } }
    }
  }

  @Test func aDownloadIsNotAddedToItsOwnBeginning() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in
      .chunked([.text("ABCDEFG"), .gate(gate), .text("HIJKLMN")])
    }
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let request = Session.bounded().download(
      URLRequest(url: server.url("/x")), to: { _, _ in (file, []) })
    request.resume()
    while request.downloadProgress.completedUnitCount < 7 { await _Concurrency.Task.yield() }
    request.suspend()
    #expect(request.isSuspended)
    gate.open()
    request.resume()
    await request.end()
    #expect(request.error == nil)
    #expect(try folder.read("f") == Data("ABCDEFGHIJKLMN".utf8))
  }

  @Test func aBodyIsSentAgain() async throws {
    let gate = Gate()
    let server = try LoopbackServer { _ in Reply(text: "ok").held(at: gate) }
    var urlRequest = URLRequest(url: server.url("/x"))
    urlRequest.httpMethod = "POST"
    urlRequest.httpBody = Data("hello".utf8)
    let request = Session.bounded().request(urlRequest).resume()
    #expect(await server.waitForRequests(1))
    request.suspend()
    gate.open()
    request.resume()
    await request.end()
    #expect(request.error == nil && request.response?.statusCode == 200)
    #expect(server.requests.allSatisfy { $0.bodyText == "hello" })
    #expect(request.retryCount == 0)
  }

  @Test func aRedirectionMayBeDecidedMeanwhile() async throws {
    let server = try LoopbackServer { request in
      request.path == "/end" ? Reply(text: "end") : Reply(302, fields: [("Location", "/end")])
    }
    let handler = HeldRedirector()
    let session = Session(startRequestsImmediately: false, redirectHandler: handler)
    let request = session.request(URLRequest(url: server.url("/x"))).resume()
    while handler.decision.withLock({ $0 == nil }) { await _Concurrency.Task.yield() }
    request.suspend()
    handler.decision.withLock { decision in
      decision?()
      decision = nil
    }
    request.resume()
    // On Linux the request begins anew, and the handler is asked again.
    while !request.isFinished {
      handler.decision.withLock { decision in
        decision?()
        decision = nil
      }
      await _Concurrency.Task.yield()
    }
    #expect(request.error == nil)
    #expect(request.response?.url == server.url("/end"))
  }

  @Test func aSuspendedRequestCanBeCancelled() async throws {
    let server = try LoopbackServer { _ in .never }
    let request = Session.bounded().request(URLRequest(url: server.url("/x"))).resume()
    #expect(await server.waitForRequests(1))
    request.suspend().cancel()
    await request.end()
    #expect(request.error?.isExplicitlyCancelledError == true)
    request.resume()
    #expect(request.isCancelled)
  }
}
#endif
