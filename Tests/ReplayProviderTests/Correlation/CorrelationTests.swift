import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Calls of one URL at once, told apart by what they send.
struct CorrelationTests {
  /// Contents of one length that differ in their last bytes only.
  private func content(_ number: Int) -> String {
    String(repeating: "x", count: 200) + "\(number + 100)"
  }

  private func target(_ kind: String, _ number: Int) -> Probe {
    let text = content(number)
    switch kind {
    case "json": return Probe(.post, "/a", task: .requestJSONEncodable(["n": text]))
    case "bytes": return Probe(.post, "/a", "text/plain", text)
    case "parts":
      return Probe(
        .post, "/a",
        task: .uploadMultipart([
          MultipartFormData(provider: .data(Data(text.utf8)), name: "n")
        ]))
    default: return Probe(.get, "/a", headers: ["X-N": text])
    }
  }

  @Test(arguments: ["json", "bytes", "parts", "fields"], [false, true])
  func eachAnswerIsRecordedWithItsRequest(kind: String, isAlone: Bool) async throws {
    let studio = try Studio { request in
      let sent = request.bodyText + (request.value(of: "X-N") ?? "")
      let number = (0..<30).first { sent.contains(content($0)) } ?? -1
      // The first to start is the last to be answered.
      return Reply(text: "\(number)").delayed(by: .milliseconds((30 - number) * 5))
    }
    let run = studio.run(.rerecord, reporter: Reports().reporter)
    let provider: MoyaProvider<Probe> =
      isAlone
      ? MoyaProvider<Probe>(
        endpointClosure: { studio.live($0) }, session: Studio.session(), plugins: [run.recorder])
      : ReplayProvider<Probe>(
        run: run, endpointClosure: { studio.live($0) }, session: Studio.session())
    let queue = DispatchQueue(label: "callbacks", attributes: .concurrent)
    let count = TestSupport.Locked(0)
    await withCheckedContinuation { continuation in
      for number in 0..<30 {
        provider.request(target(kind, number), callbackQueue: queue) { _ in
          if count.withLock({ value in
            value += 1; return value
          }) == 30 {
            continuation.resume()
          }
        }
      }
    }
    try await run.finish()
    let interactions = try studio.interactions()
    #expect(interactions.count == 30)
    for interaction in interactions {
      let sent: String
      switch interaction.request.body {
      case .multipart(let parts): sent = String(decoding: parts[0].value, as: UTF8.self)
      case .bytes(let data): sent = String(decoding: data, as: UTF8.self)
      default: sent = interaction.request.headerFields["X-N"] ?? ""
      }
      let answer = try #require(interaction.outcome.response?.body.data)
      let number = try #require(Int(String(decoding: answer, as: UTF8.self)))
      #expect(sent.contains(content(number)))
      #expect(interaction.notes == [])
    }
  }

  /// A request that goes nowhere fails late; others of its target end before.
  @Test(arguments: [Flow.pluginAlone, .veiledPluginAlone], [false, true])
  func aRefusedCallKeepsItsError(flow: Flow, othersFail: Bool) async throws {
    // Of two failures of one target at once, Moya's messages alone do not say which was refused.
    if othersFail, !Flow.seeing.contains(flow) { return }
    let studio = try Studio { _ in othersFail ? .closed : Reply(text: "yes") }
    var options = studio.options
    options.allowsUnsafeMethods = false
    options.allowsOnlyFailures = true
    let reports = Reports()
    let run = studio.run(.rerecord, options: options, reporter: reports.reporter)
    let provider: MoyaProvider<Probe> = flow.provider(
      run, session: Studio.session(), endpointClosure: { studio.live($0) })
    let held = DispatchQueue(label: "held", attributes: .initiallyInactive)
    let refused: Seen = await withCheckedContinuation { refused in
      provider.request(Probe(.post, "/a"), callbackQueue: held) {
        refused.resume(returning: Seen($0))
      }
      provider.request(Probe(.get, "/a"), callbackQueue: DispatchQueue(label: "free")) { result in
        let seen = Seen(result)
        #expect(othersFail ? seen.error == "task NSURLErrorDomain -1005" : seen.text == "yes")
        held.activate()
      }
    }
    #expect(refused.error?.hasPrefix("Recorder.RecorderError ") == true, "\(refused)")
    #expect(reports.failures.count == 1 && reports.text.contains("POST "), "\(reports.text)")
    try await run.finish()
    #expect(try studio.interactions().map(\.request.method) == ["GET"])
    #expect(studio.server.requestCount == 1)
  }
}
