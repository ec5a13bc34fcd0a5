import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

struct FinishingTests {
  @Test func theEndOfARunWaitsForOpenCalls() async throws {
    let studio = try Studio { Reply(text: $0.path).delayed(by: .milliseconds(300)) }
    let provider = studio.provider()
    for number in 0..<5 {
      let call: any Cancellable = provider.request(
        Probe(.get, "/\(number)"), callbackQueue: DispatchQueue(label: "callbacks"),
        completion: { _ in })
      #expect(!call.isCancelled)
    }
    try await provider.run.finish(failed: false)
    #expect(try studio.interactions().count == 5)
    let late = try await studio.calls(
      [Probe(.get, "/0")], ReplayProvider<Probe>(run: provider.run))
    #expect(late[0].error != nil)
  }
}
