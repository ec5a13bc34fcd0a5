import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

struct CassettePlayerTests {
  @Test func anEndpointThatNobodySendsGivesItsAnswerBack() async throws {
    let studio = try Studio { _ in Reply(text: "x") }
    let target = Probe(.get, "/a")
    try await studio.record([target])
    for mode in [RecordMode.replay, .append] {
      let provider = studio.provider(mode)
      let answer: Seen = await withCheckedContinuation { continuation in
        for _ in 0..<3 { _ = provider.endpoint(target) }
        provider.request(target, callbackQueue: DispatchQueue(label: "callbacks")) {
          continuation.resume(returning: Seen($0))
        }
      }
      #expect(answer.summary == "200 x")
      try await provider.finish()
    }
    #expect(studio.server.requestCount == 1)
  }
}
