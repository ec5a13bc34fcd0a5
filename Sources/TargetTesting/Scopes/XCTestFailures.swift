import Cassette

#if canImport(XCTest)
import XCTest
#endif

/// How many failures XCTest has recorded in this process, since first asked.
enum XCTestFailures {
  static var count: Int {
    #if canImport(XCTest)
    observer.count.withLock { $0 }
    #else
    0
    #endif
  }

  #if canImport(XCTest)
  private static let observer: Observer = {
    let observer = Observer()
    XCTestObservationCenter.shared.addTestObserver(observer)
    return observer
  }()

  private final class Observer: NSObject, XCTestObservation, Sendable {
    let count = Locked(0)

    #if canImport(Darwin)
    func testCase(_ testCase: XCTestCase, didRecord issue: XCTIssue) {
      count.withLock { $0 += 1 }
    }
    #else
    func testCase(
      _ testCase: XCTestCase, didFailWithDescription description: String, inFile filePath: String?,
      atLine lineNumber: Int
    ) {
      count.withLock { $0 += 1 }
    }
    #endif
  }
  #endif
}
