import Recorder
import TargetTesting
import XCTest

final class XCTestMustFail: XCTestCase {
  func testAnAssertionFails() {
    expectRoute(Refused(path: "/a"), "GET /b")
  }

  func testASwallowedMissFails() async throws {
    try await withCassette(.file(try Folder.recorded("xctest-miss.har.gz")), mode: .replay) { _ in
      await sendAndForget("/missing")
    }
  }

  func testAnUnplayedEntryFails() throws {
    try withCassette(
      .file(try Folder.recorded("xctest-unplayed.har.gz")), mode: .replay,
      options: .init(unplayed: .fail)
    ) { _ in }
  }

  func testAFailureKeepsTheRecordingAside() async throws {
    try await withCassette(.file(Folder.file("xctest.har.gz")), mode: .rerecord) { _ in
      await sendAndForget("/recorded")
      XCTFail("must fail under XCTest")
    }
  }
}
