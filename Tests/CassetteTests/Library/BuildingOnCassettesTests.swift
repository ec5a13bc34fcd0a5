import Foundation
import TestSupport
import Testing

import Cassette

/// The examples of the article "building-on-cassettes", as a user of the library would write them.
struct BuildingOnCassettesTests {
  private func interaction(_ path: String, _ text: String = "{}") -> Cassette.Interaction {
    .init(
      request: .init(url: "https://api.test\(path)"),
      outcome: .response(.init(status: 200, body: .bytes(Data(text.utf8)))))
  }

  @Test func theArticlesExamplesRun() throws {
    let folder = try TemporaryFolder()
    let url = folder.file("a.har.gz")
    let output = folder.file("body")
    try Cassette(interactions: [
      interaction("/users/octocat", #"{"login":"octocat"}"#), interaction("/health"),
    ]).save(to: url)

    let cassette = try Cassette(contentsOf: url)
    for entry in cassette.entries {
      let interaction = try entry.interaction()
      print(entry.index, interaction.request.method, interaction.request.url)
    }

    let request = Cassette.Request(url: "https://api.test/users/octocat")
    for entry in try cassette.entries(answering: request) {
      print(try entry.interaction().outcome.response?.status ?? 0)
    }
    #expect(try cassette.entries(answering: request).map(\.index) == [0])

    if let body = try cassette.interaction(at: 0).outcome.response?.body {
      try cassette.write(body, to: output)
    }
    #expect(try Data(contentsOf: output) == Data(#"{"login":"octocat"}"#.utf8))

    let interaction = interaction("/new")
    var editor = Cassette.Editor(cassette)
    try editor.removeAll { $0.request.url.hasSuffix("/health") }
    try editor.updateAll { $0.notes.removeAll() }
    editor.append(interaction)
    try editor.save(to: url)

    let older = cassette
    try older.save(to: folder.file("b.har.gz"))
    let other = try Cassette(contentsOf: folder.file("b.har.gz"))
    let edited = try Cassette(contentsOf: url)
    #expect(
      try edited.entries.map { try $0.interaction().request.url } == [
        "https://api.test/users/octocat", "https://api.test/new",
      ])
    do {
      let cassette = edited
      let difference = try cassette.difference(from: older, ignoring: .default)
      print(difference)
      #expect(
        difference.description == """
          + 1: GET https://api.test/new
          - 1: GET https://api.test/health
          """)

      let result = try cassette.merge(other, into: url)
      print("\(result.addedCount) added, \(result.commonCount) in common")
      #expect(result.firstCount == 2 && result.addedCount == 1 && result.commonCount == 1)
    }
  }

  @Test func theExamplesAreThoseOfTheArticle() throws {
    let article = try String(
      contentsOf: Repository.root.appendingPathComponent(
        "Sources/Cassette/Cassette.docc/building-on-cassettes.md"), encoding: .utf8)
    let source = try String(contentsOfFile: "\(#filePath)", encoding: .utf8)
    let lines = Set(
      source.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) })
    var isCode = false
    var count = 0
    for line in article.split(separator: "\n") {
      if line.hasPrefix("```") {
        isCode = line == "```swift"
      } else if isCode {
        let code = line.trimmingCharacters(in: .whitespaces)
        #expect(lines.contains(code), "\(code)")
        count += 1
      }
    }
    #expect(count > 15)
  }
}
