import Foundation
import Testing

@testable import Recorder

struct CassetteSourceTests {
  @Test func liesBesideTheTestUnlessSaidOtherwise() throws {
    let source: CassetteSource = "Suite/octocat"
    #expect(
      try source.url(sourceFile: "/p/Tests/T.swift", environment: [:]).path
        == "/p/Tests/Cassettes/Suite/octocat.har.gz")
    #expect(
      try source.url(sourceFile: "/p/T.swift", environment: ["CASSETTE_DIR": "/c d"]).path
        == "/c d/Suite/octocat.har.gz")
    let given = CassetteSource.named("x", in: URL(fileURLWithPath: "/given", isDirectory: true))
    #expect(
      try given.url(sourceFile: "/p/T.swift", environment: ["CASSETTE_DIR": "/c"]).path
        == "/given/x.har.gz")
    for (name, path) in [("y.har", "y.har"), ("y.har.gz", "y.har.gz"), ("y.json", "y.json.har.gz")]
    {
      #expect(
        try CassetteSource.named(name).url(sourceFile: "/p/T.swift", environment: [:]).path
          == "/p/Cassettes/" + path)
    }
    let file = CassetteSource.file(URL(fileURLWithPath: "/f/y.har"))
    #expect(
      try file.url(sourceFile: "/p/T.swift", environment: ["CASSETTE_DIR": "/c"]).path
        == "/f/y.har")
  }
}
