#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if canImport(FoundationNetworking)
/// Where URLSession on Linux aborts the process, and nothing above it can keep it from doing so.
///
/// When a test here fails because the process lives on, the platform is mended, and what
/// `Session` and the docs say of it is to be taken back.
@Suite struct PlatformAbortTests {
  /// What is known to abort, each sent to a request of each kind.
  enum Fault: String, CaseIterable, Codable, Sendable {
    case trailers
    case trailersOfADownload
    case trailersThatWereAskedFor
    case trailersOfAnUpload
    case headCutOff

    var reply: Reply {
      switch self {
      case .trailers, .trailersOfADownload, .trailersThatWereAskedFor, .trailersOfAnUpload:
        .chunked([.text("a")], fields: [("Trailer", "X-T")], trailers: [("X-T", "1")])
      case .headCutOff: .raw(text: "HTTP/1.1 200 OK\r\nContent-Type: text/plain\r\n")
      }
    }

    func target(_ server: LoopbackServer) -> TestTarget {
      switch self {
      case .trailers, .headCutOff: TestTarget(baseURL: server.baseURL)
      case .trailersOfADownload:
        TestTarget(
          baseURL: server.baseURL, task: .downloadDestination { url, _ in (url, []) })
      case .trailersThatWereAskedFor:
        TestTarget(baseURL: server.baseURL, headers: ["TE": "trailers", "Connection": "TE"])
      case .trailersOfAnUpload:
        TestTarget(
          baseURL: server.baseURL, method: .post,
          task: .uploadMultipart([MultipartFormData(provider: .data(Data()), name: "n")]))
      }
    }
  }

  @Test(arguments: Fault.allCases)
  func abortsWhatever(fault: Fault) async throws {
    let output = await #expect(
      processExitsWith: .failure, observing: [\.standardErrorContent]
    ) { [fault = fault as Fault] in
      let server = try LoopbackServer { _ in fault.reply }
      let provider = MoyaProvider<TestTarget>(session: .bounded())
      _ = await provider.result(of: fault.target(server))
      exit(0)
    }
    let text = String(decoding: output?.standardErrorContent ?? [], as: UTF8.self)
    #expect(text.contains("Transfer completed, but there's no response."))
  }

  @Test func aTransferOfChunksWithoutTrailersIsFine() async throws {
    let server = try LoopbackServer { _ in
      .chunked([.text("a")], fields: [("Trailer", "X-T")])
    }
    let provider = MoyaProvider<TestTarget>(session: .bounded())
    #expect(await provider.result(of: TestTarget(baseURL: server.baseURL)).summary == "200 a")
  }
}
#endif
#endif
