import Recorder
import TargetTesting
import Testing

@Suite struct SwiftTestingMustFail {
  @Test func anAssertionFails() {
    expectRoute(Refused(path: "/a"), "GET /b")
  }

  @Test func aSwallowedMissFails() async throws {
    try await withCassette(.file(try Folder.recorded("testing-miss.har.gz")), mode: .replay) { _ in
      await sendAndForget("/missing")
    }
  }

  @Test(.cassette(.file(Folder.file("testing.har.gz")), mode: .rerecord))
  func aFailureKeepsTheRecordingAside() async {
    await sendAndForget("/recorded")
    #expect(Bool(false), "must fail under Swift Testing")
  }
}
