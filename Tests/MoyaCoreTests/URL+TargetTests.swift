#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

@Suite struct URLTargetTests {
  private static let paths = [
    "", "/", "a", "/a", "a/", "/a/", "a/b", "//a", "a b", "a?x=1", "a%20b", "é", "a;b", "a:b",
    "../a", "a#f",
  ]

  // What Foundation on Linux makes of base and path; Moya asks it, and so do we.
  private static let joined: [String: [String]] = [
    "http://h": [
      "", "/", "/a", "/a", "/a/", "/a/", "/a/b", "//a", "/a%20b", "/a%3Fx=1", "/a%2520b",
      "/%C3%A9", "/a;b", "/a:b", "/../a", "/a%23f",
    ],
    "http://h/": [
      "/", "/", "/a", "/a", "/a/", "/a/", "/a/b", "//a", "/a%20b", "/a%3Fx=1", "/a%2520b",
      "/%C3%A9", "/a;b", "/a:b", "/../a", "/a%23f",
    ],
    "http://h/v1": [
      "/v1", "/v1/", "/v1/a", "/v1/a", "/v1/a/", "/v1/a/", "/v1/a/b", "/v1//a", "/v1/a%20b",
      "/v1/a%3Fx=1", "/v1/a%2520b", "/v1/%C3%A9", "/v1/a;b", "/v1/a:b", "/v1/../a", "/v1/a%23f",
    ],
    "http://h/v1/": [
      "/v1/", "/v1/", "/v1/a", "/v1/a", "/v1/a/", "/v1/a/", "/v1/a/b", "/v1//a", "/v1/a%20b",
      "/v1/a%3Fx=1", "/v1/a%2520b", "/v1/%C3%A9", "/v1/a;b", "/v1/a:b", "/v1/../a", "/v1/a%23f",
    ],
  ]

  @Test(arguments: ["http://h", "http://h/", "http://h/v1", "http://h/v1/"])
  func joinsBaseAndPath(base: String) throws {
    let expected = try #require(Self.joined[base])
    for (path, suffix) in zip(Self.paths, expected) {
      let target = TestTarget(baseURL: try #require(URL(string: base)), path: path)
      #expect(URL(target: target).absoluteString == "http://h" + suffix, "path \(path)")
    }
  }

  @Test func keepsQueryAndFragmentOfTheBase() throws {
    let base = try #require(URL(string: "http://h/v1/?k=1#f"))
    for (path, expected) in [
      ("", "http://h/v1/?k=1#f"), ("/", "http://h/v1/?k=1#f"), ("a", "http://h/v1/a?k=1#f"),
      ("a?x=1", "http://h/v1/a%3Fx=1?k=1#f"), ("a#f", "http://h/v1/a%23f?k=1#f"),
    ] {
      #expect(URL(target: TestTarget(baseURL: base, path: path)).absoluteString == expected)
    }
  }
}
#endif
