import Foundation
import Testing

@testable import Cassette

struct CassetteEntriesTests {
  @Test func entriesAreReadWhenAskedFor() throws {
    let folder = try TestFolder()
    let url = folder.file("a.har.gz")
    try Cassette(interactions: (0..<500).map { TestFiles.simple($0, padding: 2_000) }).save(to: url)
    var bytes = try TestFiles.bytes(url)
    // Damage in a block in the midst: what lies elsewhere is read all the same.
    bytes[bytes.count / 3] ^= 0xFF
    try Data(bytes).write(to: url)
    let cassette = try Cassette(contentsOf: url)
    #expect(cassette.entries.count == 500)
    #expect(cassette.entries.first?.index == 0 && cassette.entries.last?.index == 499)
    #expect(try cassette.entries[499].interaction() == TestFiles.simple(499, padding: 2_000))
    var read = 0
    #expect(throws: CassetteError.self) {
      for entry in cassette.entries {
        _ = try entry.interaction()
        read += 1
      }
    }
    #expect(read > 0 && read < 499)
  }

  @Test func answersAreFoundByWhateverMatcher() throws {
    func interaction(_ url: String, _ body: String) -> Cassette.Interaction {
      .init(
        request: .init(method: "POST", url: url, body: .bytes(Data(body.utf8))),
        outcome: .response(.init(status: 200)))
    }
    var redacted = interaction("https://api.test/a?key=[redacted:key:1]", "{}")
    redacted.redactions = [
      .init(place: "request.url.query[key]", placeholder: "[redacted:key:1]")
    ]
    let cassette = Cassette(interactions: [
      interaction("https://api.test/a?key=x", "{}"), redacted,
      interaction("https://api.test/a?key=x", #"{"a":1}"#), interaction("https://other/a", "{}"),
    ])
    func found(_ url: String, _ matcher: RequestMatcher = .default) throws -> [Int] {
      try cassette.entries(answering: interaction(url, "{ }").request, by: matcher).map(\.index)
    }
    #expect(try found("https://api.test/a?key=x") == [0, 1])
    #expect(try found("https://api.test/a?key=y") == [1])
    #expect(try found("https://api.test/a?key=x", .default.removing(.body)) == [0, 1, 2])
    #expect(try found("https://other:444/a", .default.removing(.port)) == [3])
    #expect(try found("https://nowhere/a").isEmpty)
  }
}
