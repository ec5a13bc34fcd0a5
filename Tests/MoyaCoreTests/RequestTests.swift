#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as retriers, plugins and users of a session see it.
@Suite struct RequestTests {
  /// Notes what a retrier sees of the request.
  private final class Looking: RequestInterceptor {
    let seen = Locked<[String]>([])
    let requests = Locked<[Request]>([])

    func retry(
      _ request: Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      let text =
        "\(request) state \(request.state) retries \(request.retryCount) "
        + "requests \(request.requests.count) tasks \(request.tasks.count) "
        + "status \(request.response?.statusCode ?? 0) last \(request.lastRequest == request.request) "
        + "task \(request.task === request.lastTask) error \(request.error == nil)"
      seen.withLock { $0.append(text) }
      requests.withLock { $0.append(request) }
      completion(request.retryCount < 1 ? .retry : .doNotRetry)
    }
  }

  @Test func isSeenByARetrier() async throws {
    let server = try LoopbackServer { _ in Reply(500) }
    let interceptor = Looking()
    let provider = MoyaProvider<TestTarget>(session: .bounded(interceptor: interceptor))
    let target = TestTarget(baseURL: server.baseURL, validationType: .successCodes)
    #expect(await provider.result(of: target).summary == "responseValidationFailed 500")
    let url = server.url("/x").absoluteString
    #expect(
      interceptor.seen.withLock { $0 } == [
        "GET \(url) (500) state resumed retries 0 requests 2 tasks 1 status 500 last true "
          + "task true error false",
        "GET \(url) (500) state resumed retries 1 requests 4 tasks 2 status 500 last true "
          + "task true error false",
      ])
    let requests = interceptor.requests.withLock { $0 }
    #expect(requests[0] == requests[1] && Set(requests).count == 1)
    #expect(requests[0].error?.responseCode == 500)
    #expect(requests[0].isFinished && !requests[0].isCancelled)
    #expect(requests[0].performedRequests.map(\.url) == [server.url("/x"), server.url("/x")])
    #expect(requests[0].interceptor != nil)
  }

  @Test func isItself() throws {
    let session = Session.bounded()
    let url = try #require(URL(string: "http://h/x"))
    let one = session.request(URLRequest(url: url))
    let other = session.request(URLRequest(url: url))
    #expect(one == one && one != other)
    #expect(Set([one, other, one]).count == 2)
    #expect(one.description == "No request created yet.")
    #expect(one.underlyingQueue === session.rootQueue)
    #expect(one.credential == nil)
    #expect(one.authenticate(username: "u", password: "p").credential?.user == "u")
  }

  @Test func tellsHowFarItHasCome() async throws {
    final class Watched: Session, @unchecked Sendable {  // `steps` is in a locked box.
      let steps = Locked<[String]>([])

      override func request(
        _ convertible: any URLRequestConvertible, interceptor: (any RequestInterceptor)? = nil
      ) -> DataRequest {
        watch(super.request(convertible, interceptor: interceptor))
      }

      override func upload(
        _ data: Data, with convertible: any URLRequestConvertible,
        interceptor: (any RequestInterceptor)? = nil
      ) -> UploadRequest {
        watch(super.upload(data, with: convertible, interceptor: interceptor))
      }

      private func watch<R: Request>(_ request: R) -> R {
        let queue = DispatchQueue(label: "progress")
        return
          request
          .downloadProgress(queue: queue) { progress in
            self.steps.withLock { $0.append("down \(progress.completedUnitCount)") }
          }
          .uploadProgress(queue: queue) { progress in
            self.steps.withLock { $0.append("up \(progress.completedUnitCount)") }
          }
          .cURLDescription(on: queue) { command in
            self.steps.withLock { $0.append(String(command.prefix(9))) }
          }
      }
    }
    let server = try LoopbackServer { _ in Reply(text: "12345") }
    let session = Watched(startRequestsImmediately: false)
    let target = TestTarget(baseURL: server.baseURL)
    #expect(
      await MoyaProvider<TestTarget>(session: session).result(of: target).summary == "200 12345")
    // The queue is another one: what it was handed may still be under way.
    while session.steps.withLock({ $0.count }) < 2 { await _Concurrency.Task.yield() }
    #expect(session.steps.withLock { $0 } == ["$ curl -v", "down 5"])

    session.steps.withLock { $0 = [] }
    let upload = session.upload(
      Data("abc".utf8), with: try URLRequest(url: server.url("/x"), method: .post))
    upload.resume()
    while !upload.isFinished || session.steps.withLock({ $0.count }) < 3 {
      await _Concurrency.Task.yield()
    }
    #expect(session.steps.withLock { $0 } == ["$ curl -v", "up 3", "down 5"])
    #expect(upload.data == Data("12345".utf8))
  }

  @Test func isCancelledWithAllOthers() async throws {
    let server = try LoopbackServer { _ in .never }
    let session = Session.bounded()
    let requests = (0..<3).map { _ in session.request(URLRequest(url: server.url("/x"))).resume() }
    #expect(await server.waitForRequests(3))
    let all = await withCheckedContinuation { continuation in
      session.withAllRequests { continuation.resume(returning: $0) }
    }
    #expect(all == Set(requests))
    await withCheckedContinuation { continuation in
      session.cancelAllRequests(completingOnQueue: DispatchQueue(label: "q")) {
        continuation.resume()
      }
    }
    #expect(requests.allSatisfy { $0.isFinished && $0.error?.isExplicitlyCancelledError == true })
  }
}
#endif
