import Foundation
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

  @Test func anUnplayedEntryFails() throws {
    try withCassette(
      .file(try Folder.recorded("testing-unplayed.har.gz")), mode: .replay,
      options: .init(unplayed: .fail)
    ) { _ in }
  }

  @Test(.cassette(.file(Folder.file("testing.har.gz")), mode: .rerecord))
  func aFailureKeepsTheRecordingAside() async {
    await sendAndForget("/recorded")
    #expect(Bool(false), "must fail under Swift Testing")
  }

  @Test func aFailureWithinAClosureKeepsTheRecordingAside() async throws {
    try await withCassette(.file(Folder.file("closure.har.gz")), mode: .rerecord) { _ in
      await sendAndForget("/recorded")
      #expect(Bool(false), "must fail within a closure")
    }
  }

  @Test func aFailureWithinASynchronousClosureKeepsTheRecordingAside() throws {
    try record(in: Folder.file("synchronous.har.gz")) {
      #expect(Bool(false), "must fail within a synchronous closure")
    }
  }

  // The closure of a test that awaits nothing is another function.
  private func record(in file: URL, _ fail: () -> Void) throws {
    try withCassette(.file(file), mode: .rerecord) { _ in
      sendAndWait("/recorded")
      fail()
    }
  }
}
