#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an attempt leaves behind for the next one, and a request for whoever still has it.
@Suite struct RetryStateTests {
  /// Retries once, when it is told to or at once, and notes what it sees.
  private final class Retrier: RequestInterceptor {
    let seen = TestSupport.Locked<[String]>([])
    let delay: Duration

    init(after delay: Duration = .zero) {
      self.delay = delay
    }

    func retry(
      _ request: Request, for session: Session, dueTo error: any Error,
      completion: @escaping @Sendable (RetryResult) -> Void
    ) {
      let isFirst = request.retryCount == 0
      seen.withLock { seen in
        seen.append("\(request.retryCount) \(error.asAFError?.responseCode ?? 0)")
        if request.error == nil { seen.append("no error") }
      }
      DispatchQueue.global().asyncAfter(deadline: .now() + delay.seconds) {
        completion(isFirst ? .retry : .doNotRetry)
      }
    }
  }

  @Test func aRetrierIsAskedOncePerAttemptHoweverLongItTakes() async throws {
    let server = try LoopbackServer { _ in Reply(401) }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = 1
    let retrier = Retrier(after: .milliseconds(1_500))
    let session = Session(
      configuration: configuration, startRequestsImmediately: false, interceptor: retrier)
    let request = session.request(URLRequest(url: server.url("/x")))
      .validate(statusCode: [200]).resume()
    await request.end()
    #expect(retrier.seen.withLock { $0 } == ["0 401", "1 401"])
    #expect(server.requestCount == 2)
    #expect(request.retryCount == 1)
  }

  @Test func aDownloadsFileIsThatOfTheLastAttempt() async throws {
    let count = TestSupport.Locked(0)
    let server = try LoopbackServer { _ in
      let number = count.withLock { count in
        count += 1
        return count
      }
      return number == 1 ? Reply(503, text: "error") : Reply(text: "right")
    }
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let session = Session.bounded(interceptor: Retrier())
    let request = session.download(
      URLRequest(url: server.url("/x")), to: { _, _ in (file, []) })
    request.validate(statusCode: [200]).resume()
    await request.end()
    #expect(request.error == nil)
    #expect(request.fileURL == file)
    #expect(try folder.read("f") == Data("right".utf8))
  }

  @Test func aFailedAttemptsFileIsNotTheRequests() async throws {
    let replies = TestSupport.Locked([Reply(503, text: "error")])
    let server = try LoopbackServer { _ in
      replies.withLock { $0.popLast() } ?? .raw([], ending: .reset)
    }
    let folder = try TemporaryFolder()
    let file = folder.file("f")
    let request = Session.bounded(interceptor: Retrier()).download(
      URLRequest(url: server.url("/x")), to: { _, _ in (file, []) })
    request.validate(statusCode: [200]).resume()
    await request.end()
    #expect(request.error?.isSessionTaskError == true)
    #expect(request.fileURL == nil)
    #expect(try folder.contents() == [])
  }

  @Test func closuresOfAFinishedRequestAreLetGoOf() async throws {
    let server = try LoopbackServer { _ in Reply(text: "ok") }
    weak var kept: Request?
    do {
      let request = Session.bounded().request(URLRequest(url: server.url("/x")))
      request.downloadProgress { _ in _ = request.response }
      request.uploadProgress { _ in _ = request.response }
      request.resume()
      await request.end()
      kept = request
    }
    while kept != nil { await _Concurrency.Task.yield() }
  }
}
#endif
