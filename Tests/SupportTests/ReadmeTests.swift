import Foundation
import TestSupport
import Testing

/// What the README shows is what the example package compiles and runs.
struct ReadmeTests {
  private let readme: String

  init() throws {
    readme = try Self.text("README.md")
  }

  private static func text(_ path: String) throws -> String {
    String(
      decoding: try Data(contentsOf: Repository.root.appendingPathComponent(path)), as: UTF8.self)
  }

  /// The lines of each block of Swift, without the white space that begins them.
  private var examples: [[String]] {
    readme.components(separatedBy: "```swift\n").dropFirst().map { part in
      Self.lines(part.components(separatedBy: "\n```")[0])
    }
  }

  private static func lines(_ text: String) -> [String] {
    text.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
  }

  @Test func everyExampleIsCompiled() throws {
    let folder = "Examples/GitHubClient/Tests/GitHubClientTests/"
    let sources =
      try [
        "ReadmeExampleTests.swift", "ReadmeFurtherExamplesTests.swift",
        "ReadmeTypedTargetsTests.swift", "ReadmeServingTests.swift",
        "ReadmeFaultsTests.swift",
      ].map { Self.lines(try Self.text(folder + $0)) }
      + [Self.lines(try Self.text("Tests/ReactiveTests/ReadmeReactiveTests.swift"))]
    #expect(examples.count >= 4)
    for example in examples {
      let isThere = sources.contains { source in
        source.indices.contains { source[$0...].starts(with: example) }
      }
      #expect(isThere, "not in \(folder): \(example.joined(separator: "\n"))")
    }
  }

  @Test func theFirstExampleIsShort() {
    #expect((examples.first?.count ?? .max) <= 16)
    #expect(examples.first?.contains("@Test func profile() async throws {") == true)
  }

  @Test func bothCommandsExist() throws {
    let makefile = try Self.text("Makefile")
    for command in ["demo", "test"] {
      #expect(readme.contains("\nmake \(command) "))
      #expect(makefile.contains("\n\(command): "))
    }
  }
}
