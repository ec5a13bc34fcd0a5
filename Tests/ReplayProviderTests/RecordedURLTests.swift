import Foundation
import Testing

@testable import ReplayProvider

struct RecordedURLTests {
  @Test(arguments: [
    ("https://h/a?t%5B%5D=1&k=[redacted:key:1]", "https://h/a?t%5B%5D=1&k=%5Bredacted:key:1%5D"),
    ("https://h/a b?c=%20#d[e]", "https://h/a%20b?c=%20#d%5Be%5D"),
    ("http://[::1]:8080/a[0]", "http://[::1]:8080/a%5B0%5D"),
    ("https://%5Bredacted:user:1%5D@h/", "https://%5Bredacted:user:1%5D@h/"),
    ("https://h/\u{E9}", "https://h/%C3%A9"),
  ])
  func encodesOnlyWhatIsNotAllowed(text: String, url: String) {
    #expect(URL(recorded: text)?.absoluteString == url)
  }
}
