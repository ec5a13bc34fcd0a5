import Testing

@testable import Cassette

struct TargetURITests {
  private static func text(_ bytes: [UInt8]?) -> String? {
    bytes.map { String(decoding: $0, as: UTF8.self) }
  }

  @Test func takesEverythingApart() {
    let uri = TargetURI("HTTPS://User:p%3a%41w@EXAMPLE.com:0444/a/./b%7e/../c%2f?x=[1]&y#frag?")
    #expect(Self.text(uri.scheme) == "https")
    #expect(Self.text(uri.user) == "User")
    #expect(Self.text(uri.password) == "p%3AAw")
    #expect(Self.text(uri.host) == "example.com")
    #expect(Self.text(uri.port) == "444")
    #expect(Self.text(uri.path) == "/a/c%2F")
    #expect(Self.text(uri.query) == "x=%5B1%5D&y")
    #expect(!uri.isBroken)
  }

  @Test(arguments: [
    ("http://h", "/"), ("http://h?q", "/"), ("http://h/", "/"), ("http://h/.", "/"),
    ("http://h/..", "/"), ("http://h/a/..", "/"), ("http://h/a/../..//b", "//b"),
    ("http://h/a/b/./../c/", "/a/c/"), ("http://h/a//../b", "/a/b"),
    ("http://h/%2e%2E/b", "/b"), ("http://h/a/...", "/a/..."), ("http://h/.a/b.", "/.a/b."),
    ("mailto:a@b.c", "a@b.c"), ("foo://h", ""), ("../a/../b", "../a/../b"), ("", ""),
    ("http://h/a b\u{e9}\"%zz%4", "/a%20b%C3%A9%22%25zz%254"), ("file:///a/../b", "/b"),
  ])
  func makesPathsCanonical(url: String, path: String) {
    #expect(Self.text(TargetURI(url).path) == path)
  }

  @Test(arguments: [
    ("http://h:80/", nil), ("https://h:443/", nil), ("http://h:443/", "443"),
    ("https://h:80", "80"), ("http://h:", nil), ("http://h:0080", nil), ("http://h:00", "0"),
    ("http://[::1]:8080/", "8080"), ("http://[::1]", nil), ("ftp://h:80", "80"),
    ("http://h:99999999999999999999999/", "99999999999999999999999"),
  ])
  func makesPortsCanonical(url: String, port: String?) {
    #expect(Self.text(TargetURI(url).port) == port)
  }

  @Test(arguments: [
    ("http://[::AB]/", "[::ab]"), ("http://%41%c3%a9.Com/", "a%C3%A9.com"),
    ("http://a@b@C/", "c"), ("//H/p", "h"), ("http:///p", ""), ("http:/p", nil),
  ])
  func makesHostsCanonical(url: String, host: String?) {
    #expect(Self.text(TargetURI(url).host) == host)
  }

  @Test(arguments: [
    "http://h:8a/", "http://[::1", "http://[::1]x/", "1http://h/", "ht tp://h/", "://h", ":",
    "\u{e9}:x",
  ])
  func keepsBrokenTextsWhole(url: String) {
    let uri = TargetURI(url)
    #expect(uri.isBroken)
    #expect(Self.text(uri.path) == url)
    #expect(uri.scheme == nil && uri.host == nil && uri.port == nil && uri.query == nil)
  }

  @Test func survivesAnyBytes() {
    let seed = UInt64.random(in: 0 ... .max)
    print("TargetURITests.survivesAnyBytes seed \(seed)")
    var random = SeededGenerator(seed: seed)
    let alphabet = Array("http:/@[]?#&=.%2Fa8".utf8) + [0, 0x80, 0xFF, 0x20]
    for _ in 0..<20_000 {
      let bytes = (0..<Int.random(in: 0...24, using: &random)).map { _ in
        alphabet.randomElement(using: &random) ?? 0
      }
      let uri = TargetURI(bytes)
      // What is canonical stays as it is.
      guard !uri.isBroken, let scheme = uri.scheme, let host = uri.host else { continue }
      var text = scheme + Array("://".utf8)
      if let user = uri.user {
        text += user
        if let password = uri.password { text += Array(":".utf8) + password }
        text += Array("@".utf8)
      }
      text += host
      if let port = uri.port { text += Array(":".utf8) + port }
      text += uri.path
      if let query = uri.query { text += Array("?".utf8) + query }
      #expect(TargetURI(text) == uri, "\(bytes)")
    }
  }
}
