import TargetTesting
import XCTest

final class XCTestMustFail: XCTestCase {
  func testFails() {
    XCTFail("must fail under XCTest")
  }
}
