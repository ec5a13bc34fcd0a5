import Testing

@testable import TargetTesting

@Suite struct URLPartsTests {
  private func text(_ url: String) -> [String?] {
    let parts = URLParts(url)
    return [
      parts.scheme, parts.userInfo, parts.host, parts.port, parts.path, parts.query, parts.fragment,
    ].map { $0.map { String(decoding: $0, as: UTF8.self) } }
  }

  @Test func splitsAnyText() {
    #expect(
      text("http://u:p@h:1/a/b?c=d?e#f#g") == ["http", "u:p", "h", "1", "/a/b", "c=d?e", "f#g"])
    #expect(text("https://[::1]:8080") == ["https", nil, "[::1]", "8080", "", nil, nil])
    #expect(text("https://[::1]/") == ["https", nil, "[::1]", nil, "/", nil, nil])
    #expect(text("//h?") == [nil, nil, "h", nil, "", "", nil])
    #expect(text("a/b:c") == [nil, nil, nil, nil, "a/b:c", nil, nil])
    #expect(text("mailto:a@b") == ["mailto", nil, nil, nil, "a@b", nil, nil])
    #expect(text("") == [nil, nil, nil, nil, "", nil, nil])
    #expect(text(":x") == [nil, nil, nil, nil, ":x", nil, nil])
    #expect(text("http://") == ["http", nil, "", nil, "", nil, nil])
  }

  @Test func decodesPercentEncoding() {
    #expect(PercentEncoding.decoded("a%20%zz%4".utf8) == Array("a %zz%4".utf8))
    #expect(PercentEncoding.decoded("%ff%FF".utf8) == [0xFF, 0xFF])
    #expect(PercentEncoding.normalizedPath("/%7e%2f% é".utf8) == Array("/~%2F%25%20%C3%A9".utf8))
  }
}
