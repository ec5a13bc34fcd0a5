import Foundation
import Testing

@testable import Recorder

struct CassetteNameTests {
  @Test(arguments: [
    ("octocat", "octocat"),
    ("Suite/test()", "Suite/test()"),
    ("login(user:)", "login(user%3A)"),
    ("GET https://example.com/a?b=c", "GET https%3A/%/example.com/a%3Fb=c"),
    ("a\\b", "a%5Cb"),
    ("q*\"<>|", "q%2A%22%3C%3E%7C"),
    ("tab\there", "tab%09here"),
    ("100%", "100%25"),
    ("../etc/passwd", "%2E%2E/etc/passwd"),
    ("..", "%2E%2E"),
    (".hidden", "%2Ehidden"),
    ("trailing. ", "trailing.%20"),
    ("/absolute", "%/absolute"),
    ("Zoë/日本", "Zoë/日本"),
  ])
  func makesPaths(name: String, path: String) throws {
    #expect(try CassetteName.path(for: name) == path)
  }

  @Test func differentNamesGiveDifferentPaths() throws {
    let long = String(repeating: "x", count: 299)
    let names = [
      "a:b", "a-b", "a%3Ab", "x?", "x*", "a", "/a", "a/", "a//b", "a/b", ".a", "%2Ea", "a.", "a ",
      long + "1", long + "2", String(repeating: "é", count: 300), "é", "e\u{301}",
    ]
    let paths = try names.map { Array(try CassetteName.path(for: $0).utf8) }
    #expect(Set(paths).count == names.count)
    for path in paths {
      for component in path.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false) {
        // Room for `.har.gz` and for what a recording puts behind it.
        #expect((1...200).contains(component.count))
        #expect(Set(component).isDisjoint(with: Set("<>:\"\\|?*".utf8)))
        #expect(String(validating: component, as: UTF8.self) != nil)
      }
    }
  }

  @Test(arguments: ["", "/", "///"]) func refusesNamesOfNothing(name: String) {
    #expect { try CassetteName.path(for: name) } throws: { error in
      "\(error)"
        == "\"\(name)\" cannot name a cassette: it has no character besides \"/\". Give it a name."
    }
  }
}
