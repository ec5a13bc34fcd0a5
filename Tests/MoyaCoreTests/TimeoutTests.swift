#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct TimeoutTests {
  private typealias Provider = MoyaProvider<TestTarget>

  private func provider(
    timeout: TimeInterval, configuration: URLSessionConfiguration = .ephemeral
  ) -> Provider {
    Provider(
      requestClosure: { endpoint, done in
        do {
          var request = try endpoint.urlRequest()
          request.timeoutInterval = timeout
          done(.success(request))
        } catch {
          done(.failure(.underlying(error, nil)))
        }
      }, session: Session(configuration: configuration))
  }

  @Test func aServerThatNeverAnswersTimesOut() async throws {
    let server = try LoopbackServer { _ in .never }
    let result = await provider(timeout: 1).result(of: TestTarget(baseURL: server.baseURL))
    #expect(result.urlErrorCode == NSURLErrorTimedOut)
    #expect(server.requestCount == 1)
  }

  @Test func aBodyThatStallsTimesOutWithWhatHasCome() async throws {
    let server = try LoopbackServer { _ in
      Reply(
        200, fields: [("Content-Length", "9")], pieces: [.text("some")], framing: .contentLength,
        ending: .silent)
    }
    let result = await provider(timeout: 1).result(of: TestTarget(baseURL: server.baseURL))
    #expect(result.urlErrorCode == NSURLErrorTimedOut)
    guard case .failure(let error) = result else { return }
    #expect(error.response?.data == Data("some".utf8))
  }

  @Test func aFractionOfASecondIsNotOverAtOnce() async throws {
    let server = try LoopbackServer { _ in Reply(200).delayed(by: .milliseconds(20)) }
    let target = TestTarget(baseURL: server.baseURL)
    #expect(await provider(timeout: 0.9).result(of: target).summary == "200 ")
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = 0.9
    let byConfiguration = Provider(session: Session(configuration: configuration))
    #expect(await byConfiguration.result(of: target).summary == "200 ")
  }

  @Test(arguments: [
    TimeInterval.greatestFiniteMagnitude, .infinity, .nan, 1e16, -.infinity, -1, 0,
  ])
  func noTimeoutAbortsTheProcess(timeout: TimeInterval) async throws {
    // Not a number counts as never.
    let isOver = timeout <= 0
    let server = try LoopbackServer { _ in
      isOver ? .never : Reply(200).delayed(by: .milliseconds(20))
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForRequest = timeout
    for provider in [
      provider(timeout: timeout), Provider(session: Session(configuration: configuration)),
    ] {
      let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
      if isOver {
        #expect(result.urlErrorCode == NSURLErrorTimedOut)
      } else {
        #expect(result.summary == "200 ")
      }
    }
  }

  @Test func theResourceTimeoutEndsATransferThatTrickles() async throws {
    let server = try LoopbackServer { _ in
      Reply(
        200, pieces: [.text("a"), .gate(Gate())], framing: .chunked(trailers: []))
    }
    let configuration = URLSessionConfiguration.ephemeral
    configuration.timeoutIntervalForResource = 0.1
    let provider = Provider(session: Session(configuration: configuration))
    let result = await provider.result(of: TestTarget(baseURL: server.baseURL))
    #expect(result.urlErrorCode == NSURLErrorTimedOut)
  }
}
#endif
