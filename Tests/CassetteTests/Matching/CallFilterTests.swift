import Testing

@testable import Cassette

struct CallFilterTests {
  private func selects(_ filter: CallFilter, _ url: String, target: String = "GitHub.user") -> Bool
  {
    let names = target.split(separator: ".").map(String.init)
    return filter.selects(
      .init(url: url), .init(type: names[0], name: names.count > 1 ? names[1] : nil))
  }

  @Test(arguments: [
    ("user", true), ("GitHub", true), ("GitHub.user", true), ("GitHub.*", true), ("use", false),
    ("us*", true), ("GitLab.user", false), ("*", true), ("", false),
  ])
  func targets(name: String, result: Bool) {
    #expect(selects(.init(name), "https://a.test/x") == result)
  }

  @Test(arguments: [
    ("/users/1", true), ("/users/*", true), ("/users", false), ("/*/1", true), ("/*1", true),
    ("/users/1/*", false), ("/u*s/*1*", true), ("/%75sers/1", false),
  ])
  func paths(pattern: String, result: Bool) {
    #expect(selects(.init(pattern), "https://a.test/users/1?b=/c#d") == result)
  }

  @Test(arguments: [
    ("//api.test", "https://api.test/a", true), ("//API.test", "https://api.TEST/a", true),
    ("//*.test", "https://api.test/a", true), ("//test", "https://api.test/a", false),
    ("//localhost", "http://localhost:8080/a", true),
    ("//localhost:8080", "http://localhost:8080", true),
    ("//localhost:81", "http://localhost:8080", false),
    ("//api.test:443", "https://api.test/", false),
    ("//api.test", "/a", false),
  ])
  func hosts(pattern: String, url: String, result: Bool) {
    #expect(selects(.init(pattern), url) == result)
  }

  @Test func aTargetThatIsNotKnownIsNotSelected() {
    #expect(!CallFilter.target("*").selects(.init(url: "https://api.test/a"), nil))
    #expect(CallFilter.path("/a").selects(.init(url: "https://api.test/a"), nil))
  }

  @Test(arguments: ["user", "/a/*", "//API.test"]) func isItsText(text: String) {
    #expect("\(CallFilter(text))" == text)
  }

  @Test func manyStarsTakeNoTime() {
    let pattern = "/" + String(repeating: "a*", count: 40) + "b"
    let path = "/" + String(repeating: "a", count: 2000)
    #expect(!selects(.init(pattern), "https://api.test" + path))
  }
}
