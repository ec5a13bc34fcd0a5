import Testing

@testable import Cassette

struct URIReferenceTests {
  /// RFC 3986 §5.4, all of it.
  private static let examples: [(String, String)] = [
    ("g:h", "g:h"), ("g", "http://a/b/c/g"), ("./g", "http://a/b/c/g"), ("g/", "http://a/b/c/g/"),
    ("/g", "http://a/g"), ("//g", "http://g"), ("?y", "http://a/b/c/d;p?y"),
    ("g?y", "http://a/b/c/g?y"), ("#s", "http://a/b/c/d;p?q#s"), ("g#s", "http://a/b/c/g#s"),
    ("g?y#s", "http://a/b/c/g?y#s"), (";x", "http://a/b/c/;x"), ("g;x", "http://a/b/c/g;x"),
    ("g;x?y#s", "http://a/b/c/g;x?y#s"), ("", "http://a/b/c/d;p?q"), (".", "http://a/b/c/"),
    ("./", "http://a/b/c/"), ("..", "http://a/b/"), ("../", "http://a/b/"),
    ("../g", "http://a/b/g"),
    ("../..", "http://a/"), ("../../", "http://a/"), ("../../g", "http://a/g"),
    ("../../../g", "http://a/g"), ("../../../../g", "http://a/g"), ("/./g", "http://a/g"),
    ("/../g", "http://a/g"), ("g.", "http://a/b/c/g."), (".g", "http://a/b/c/.g"),
    ("g..", "http://a/b/c/g.."), ("..g", "http://a/b/c/..g"), ("./../g", "http://a/b/g"),
    ("./g/.", "http://a/b/c/g/"), ("g/./h", "http://a/b/c/g/h"), ("g/../h", "http://a/b/c/h"),
    ("g;x=1/./y", "http://a/b/c/g;x=1/y"), ("g;x=1/../y", "http://a/b/c/y"),
    ("g?y/./x", "http://a/b/c/g?y/./x"), ("g?y/../x", "http://a/b/c/g?y/../x"),
    ("g#s/./x", "http://a/b/c/g#s/./x"), ("g#s/../x", "http://a/b/c/g#s/../x"),
    ("http:g", "http:g"),
  ]

  @Test(arguments: examples) func resolvesAsTheStandardSays(reference: String, expected: String) {
    let base = URIReference("http://a/b/c/d;p?q")
    let text = URIReference(reference).resolved(against: base).text
    #expect(text.utf8.elementsEqual(expected.utf8), "\(text)")
  }

  @Test func aFragmentIsInheritedByOneThatHasNone() {
    let base = URIReference("https://h/a#top")
    for (location, expected) in [
      ("b", "https://h/b#top"), ("b#x", "https://h/b#x"), ("b#", "https://h/b#"),
      ("https://o/c", "https://o/c#top"),
    ] {
      #expect(URIReference(location).resolved(against: base).text == expected)
    }
  }

  @Test func whateverStandsThereStaysAsItIsSpelled() {
    for text in [
      "", "http://H:80/%7e?a b#é#", "//h", ":", "1:2", "http://[::1]:8/", "?", "#", "a?",
    ] {
      #expect(URIReference(text).text.utf8.elementsEqual(text.utf8))
    }
    #expect(URIReference("/x").resolved(against: URIReference("https://h")).text == "https://h/x")
    #expect(URIReference("x").resolved(against: URIReference("https://h")).text == "https://h/x")
  }

  @Test func onlyAbsoluteURLsOfHTTPAreFollowed() {
    for (text, expected) in [
      ("http://h/", true), ("HTTPS://h", true), ("ftp://h/", false), ("http:/x", false),
      ("http:///x", false), ("//h/x", false), ("mailto:a@b", false),
    ] {
      #expect(URIReference(text).isHTTP == expected, "\(text)")
    }
  }
}
