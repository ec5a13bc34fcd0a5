#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

@Suite struct URLTargetTests {
  private static let paths = [
    "", "/", "a", "/a", "a/", "/a/", "a/b", "//a", "a b", "a?x=1", "a%20b", "é", "a;b", "a:b",
    "../a", "a#f",
  ]

  // What the real Moya made of base and path on Linux, by base in the order of the paths. Both ask
  // Foundation.
  private static let joined: [String: [String]] = [
    "http://h": [
      "http://h", "http://h/", "http://h/a", "http://h/a", "http://h/a/", "http://h/a/",
      "http://h/a/b", "http://h//a", "http://h/a%20b", "http://h/a%3Fx=1", "http://h/a%2520b",
      "http://h/%C3%A9", "http://h/a;b", "http://h/a:b", "http://h/../a", "http://h/a%23f",
    ],
    "http://h/": [
      "http://h/", "http://h/", "http://h/a", "http://h/a", "http://h/a/", "http://h/a/",
      "http://h/a/b", "http://h//a", "http://h/a%20b", "http://h/a%3Fx=1", "http://h/a%2520b",
      "http://h/%C3%A9", "http://h/a;b", "http://h/a:b", "http://h/../a", "http://h/a%23f",
    ],
    "http://h/v1": [
      "http://h/v1", "http://h/v1/", "http://h/v1/a", "http://h/v1/a", "http://h/v1/a/",
      "http://h/v1/a/", "http://h/v1/a/b", "http://h/v1//a", "http://h/v1/a%20b",
      "http://h/v1/a%3Fx=1", "http://h/v1/a%2520b", "http://h/v1/%C3%A9", "http://h/v1/a;b",
      "http://h/v1/a:b", "http://h/v1/../a", "http://h/v1/a%23f",
    ],
    "http://h/v1/": [
      "http://h/v1/", "http://h/v1/", "http://h/v1/a", "http://h/v1/a", "http://h/v1/a/",
      "http://h/v1/a/", "http://h/v1/a/b", "http://h/v1//a", "http://h/v1/a%20b",
      "http://h/v1/a%3Fx=1", "http://h/v1/a%2520b", "http://h/v1/%C3%A9", "http://h/v1/a;b",
      "http://h/v1/a:b", "http://h/v1/../a", "http://h/v1/a%23f",
    ],
    "http://h/v1?k=1": [
      "http://h/v1?k=1", "http://h/v1/?k=1", "http://h/v1/a?k=1", "http://h/v1/a?k=1",
      "http://h/v1/a/?k=1", "http://h/v1/a/?k=1", "http://h/v1/a/b?k=1", "http://h/v1//a?k=1",
      "http://h/v1/a%20b?k=1", "http://h/v1/a%3Fx=1?k=1", "http://h/v1/a%2520b?k=1",
      "http://h/v1/%C3%A9?k=1", "http://h/v1/a;b?k=1", "http://h/v1/a:b?k=1",
      "http://h/v1/../a?k=1", "http://h/v1/a%23f?k=1",
    ],
    "http://h/v1/?k=1#f": [
      "http://h/v1/?k=1#f", "http://h/v1/?k=1#f", "http://h/v1/a?k=1#f", "http://h/v1/a?k=1#f",
      "http://h/v1/a/?k=1#f", "http://h/v1/a/?k=1#f", "http://h/v1/a/b?k=1#f",
      "http://h/v1//a?k=1#f", "http://h/v1/a%20b?k=1#f", "http://h/v1/a%3Fx=1?k=1#f",
      "http://h/v1/a%2520b?k=1#f", "http://h/v1/%C3%A9?k=1#f", "http://h/v1/a;b?k=1#f",
      "http://h/v1/a:b?k=1#f", "http://h/v1/../a?k=1#f", "http://h/v1/a%23f?k=1#f",
    ],
  ]

  @Test(arguments: [
    "http://h", "http://h/", "http://h/v1", "http://h/v1/", "http://h/v1?k=1", "http://h/v1/?k=1#f",
  ])
  func joinsBaseAndPath(base: String) throws {
    let expected = try #require(Self.joined[base])
    for (path, url) in zip(Self.paths, expected) {
      let target = TestTarget(baseURL: try #require(URL(string: base)), path: path)
      #expect(URL(target: target).absoluteString == url, "path \(path)")
    }
  }

  @Test func leavesTheBaseAloneForAnEmptyPath() throws {
    for base in Self.joined.keys {
      let url = try #require(URL(string: base))
      #expect(URL(target: TestTarget(baseURL: url, path: "")) == url)
    }
  }

  @Test func takesAMultiTargetAsWell() throws {
    let target = MultiTarget(TestTarget(path: "/a b"))
    #expect(URL(target: target).absoluteString == "http://h/a%20b")
  }
}
#endif
