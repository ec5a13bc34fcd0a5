import Foundation
import TestSupport
import Testing

@testable import Recorder

struct TestFilterTests {
  @Test(arguments: [
    ("ProfileTests/profile", "ProfileTests/profile"),
    ("/testProfile", "/testProfile"),
    ("Tests/search(word:)", #"'Tests/search\(word:\)'"#),
    ("Tests/`a $5 bill`", #"'Tests/`a \$5 bill`'"#),
    ("it's", #"'it'\''s'"#),
  ])
  func quotesForAShell(_ name: String, _ argument: String) async throws {
    #expect(TestFilter.argument(name) == argument)
    let output = try await ChildProcess.run(
      "/bin/sh", ["-c", "printf %s \(argument)"], in: URL(fileURLWithPath: "/"))
    let pattern = try Regex(output.stdout)
    #expect(name.wholeMatch(of: pattern) != nil)
  }
}
