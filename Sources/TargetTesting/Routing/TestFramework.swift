#if canImport(Testing)
import Testing
#endif
#if canImport(XCTest)
import XCTest
#endif

/// Which framework runs the test, and how it is told of a failure.
///
/// Neither framework sees the other's failures: `XCTFail` in a `@Test` and `Issue.record` in an
/// `XCTestCase` pass in silence. So it is decided here, and nowhere else, whom to tell.
enum TestFramework: Sendable {
  case swiftTesting
  case xcTest
  /// Neither can be linked: a failure is printed.
  case none

  /// The framework that runs the code that asks.
  static var current: TestFramework {
    #if canImport(Testing)
    if Test.current != nil || runsForSwiftTesting { return .swiftTesting }
    #endif
    #if canImport(XCTest)
    return .xcTest
    #else
    return .none
    #endif
  }

  /// Whether the current task is part of a test of Swift Testing's, which is told of its issues.
  ///
  /// It is not in a detached task, on a queue, or in a callback of URLSession's.
  static var knowsItsTest: Bool {
    #if canImport(Testing)
    Test.current != nil
    #else
    false
    #endif
  }

  /// The name of the test of Swift Testing's that the current task is part of, as a filter would match it.
  ///
  /// XCTest does not say which test runs.
  static var currentTest: String? {
    #if canImport(Testing)
    Test.current.map(name)
    #else
    nil
    #endif
  }

  #if canImport(Testing)
  /// The suites and the function of a test, without the parentheses of a function that takes nothing.
  static func name(of test: Test) -> String {
    var components = test.id.description.split(separator: "/").map(String.init)
    _ = components.popLast()
    if let module = components.first, let dot = module.firstIndex(of: ".") {
      components[0] = String(module[module.index(after: dot)...])
    }
    if let last = components.last, last.hasSuffix("()") {
      components[components.count - 1] = String(last.dropLast(2))
    }
    return components.joined(separator: "/")
  }
  #endif

  // `swift test` runs the one binary twice, and says so to the second process only by this argument.
  private static let runsForSwiftTesting: Bool = {
    let arguments = CommandLine.arguments
    guard let index = arguments.firstIndex(of: "--testing-library"), index + 1 < arguments.count
    else { return false }
    return arguments[index + 1] == "swift-testing"
  }()

  /// Tells the framework of a failure.
  func record(_ message: String, at location: TestLocation) {
    switch self {
    case .swiftTesting:
      #if canImport(Testing)
      Issue.record(
        Comment(rawValue: message),
        sourceLocation: SourceLocation(
          fileID: "\(location.fileID)", filePath: "\(location.filePath)",
          line: Int(location.line), column: Int(location.column)))
      #endif
    case .xcTest:
      #if canImport(XCTest)
      XCTFail(message, file: location.filePath, line: location.line)
      #endif
    case .none:
      print("\(location.fileID):\(location.line): error: \(message)")
    }
  }

  /// Tells the framework, or standard output, of what should be seen and fails nothing.
  func warn(_ message: String, at location: TestLocation) {
    #if canImport(Testing) && compiler(>=6.3)
    if case .swiftTesting = self {
      Issue.record(
        Comment(rawValue: message), severity: .warning,
        sourceLocation: SourceLocation(
          fileID: "\(location.fileID)", filePath: "\(location.filePath)",
          line: Int(location.line), column: Int(location.column)))
      return
    }
    #endif
    print("\(location.fileID):\(location.line): warning: \(message)")
  }
}
