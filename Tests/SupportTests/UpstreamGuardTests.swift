import Foundation
import TestSupport
import Testing

/// What the trait `UpstreamMoya` asks of sources and tests.
struct UpstreamGuardTests {
  /// MoyaCoreTests test what is left out under the trait, so each file of theirs is left out as well.
  @Test func testsOfMoyaCoreAreLeftOutWithTheRealMoya() throws {
    let folder = Repository.root.appendingPathComponent("Tests/MoyaCoreTests")
    let names = try #require(FileManager.default.enumerator(atPath: folder.path))
      .compactMap { $0 as? String }.filter { $0.hasSuffix(".swift") }
    #expect(!names.isEmpty)
    for name in names.sorted() {
      let text = try String(contentsOf: folder.appendingPathComponent(name), encoding: .utf8)
      #expect(
        text.hasPrefix("#if !UpstreamMoya\n") && text.hasSuffix("\n#endif\n"),
        "\(name) has to stand between #if !UpstreamMoya and #endif")
    }
  }
}
