#if !UpstreamMoya
import Foundation
import TestSupport
import Testing

/// The article that says which test shows which behaviour.
@Suite struct BehaviourIndexTests {
  /// The tests that the sources declare, as `Suite.test`.
  private func declaredTests() throws -> Set<String> {
    let folder = Repository.root.appendingPathComponent("Tests/MoyaCoreTests")
      .resolvingSymlinksInPath()
    var tests: Set<String> = []
    for file in try FileManager.default.contentsOfDirectory(
      at: folder, includingPropertiesForKeys: nil) where file.pathExtension == "swift"
    {
      var suite: String?
      var isTest = false
      for line in try String(contentsOf: file, encoding: .utf8).split(separator: "\n") {
        let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "@" && $0 != "_" }
        if words.first == "@Suite", let index = words.firstIndex(of: "struct") {
          suite = String(words[index + 1])
        }
        if words.first == "@Test" { isTest = true }
        if isTest, let index = words.firstIndex(of: "func") {
          if let suite { tests.insert("\(suite).\(words[index + 1])") }
          isTest = false
        }
      }
    }
    return tests
  }

  /// The tests that the article names: what stands between backquotes in a row's last column.
  private func namedTests() throws -> [String] {
    let article = Repository.root
      .appendingPathComponent("Sources/MoyaCore/MoyaCore.docc/Behaviour.md")
    return try String(contentsOf: article, encoding: .utf8).split(separator: "\n")
      .filter { $0.hasPrefix("| ") && $0.hasSuffix("` |") }
      .compactMap { row in
        row.dropLast(3).split(separator: "`").last.map(String.init)
      }
  }

  @Test func everyTestThatTheArticleNamesExists() throws {
    let declared = try declaredTests()
    let named = try namedTests()
    #expect(declared.contains("BehaviourIndexTests.everyTestThatTheArticleNamesExists"))
    #expect(named.count > 100)
    for test in named { #expect(declared.contains(test), "\(test) is not there") }
  }
}
#endif
