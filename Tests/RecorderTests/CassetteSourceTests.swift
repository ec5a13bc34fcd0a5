import Foundation
import Testing

@testable import Recorder

struct CassetteSourceTests {
  @Test func liesBesideTheTestUnlessSaidOtherwise() throws {
    let source: CassetteSource = "Suite/octocat"
    #expect(
      try source.path(sourceFile: "/p/Tests/T.swift", environment: [:])
        == "/p/Tests/Cassettes/Suite/octocat.har.gz")
    #expect(
      try source.path(sourceFile: "/p/T.swift", environment: ["CASSETTE_DIR": "/c d"])
        == "/c d/Suite/octocat.har.gz")
    let given = CassetteSource.named("x", in: URL(fileURLWithPath: "/given", isDirectory: true))
    #expect(
      try given.path(sourceFile: "/p/T.swift", environment: ["CASSETTE_DIR": "/c"])
        == "/given/x.har.gz")
    for (name, path) in [("y.har", "y.har"), ("y.har.gz", "y.har.gz"), ("y.json", "y.json.har.gz")]
    {
      #expect(
        try CassetteSource.named(name).path(sourceFile: "/p/T.swift", environment: [:])
          == "/p/Cassettes/" + path)
    }
    let file = CassetteSource.file(URL(fileURLWithPath: "/f/y.har"))
    #expect(
      try file.path(sourceFile: "/p/T.swift", environment: ["CASSETTE_DIR": "/c"])
        == "/f/y.har")
  }

  @Test func layersComeInTheirOrder() throws {
    let sources = CassetteSource.layered(
      "a", .layered(.interactions([]), .file(URL(fileURLWithPath: "/f/y.har"))), "b")
    let places = try sources.places(sourceFile: "/p/T.swift", environment: [:])
    #expect(
      places.map { place in
        switch place {
        case .file(let url): url.path
        case .memory(let cassette): "\(cassette.count)"
        }
      } == ["/p/Cassettes/a.har.gz", "0", "/f/y.har", "/p/Cassettes/b.har.gz"])
    #expect(throws: RecorderError.emptyName("/")) {
      try CassetteSource.layered("a", "/").places(sourceFile: "/p/T.swift", environment: [:])
    }
  }
}

extension CassetteSource {
  /// The path of the one file that this names.
  fileprivate func path(sourceFile: String, environment: [String: String]) throws -> String? {
    let places = try places(sourceFile: sourceFile, environment: environment)
    guard places.count == 1, case .file(let url) = places[0] else { return nil }
    return url.path
  }
}
