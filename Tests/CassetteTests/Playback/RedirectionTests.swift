import Foundation
import Testing

@testable import Cassette

struct RedirectionTests {
  private func next(
    _ method: String, _ status: Int, location: String? = "/b", target: String? = nil
  ) -> Cassette.Request? {
    var fields: Cassette.HeaderFields = [:]
    fields["location"] = location
    return Redirection.request(
      after: .init(
        method: method, url: "https://h/a/x?q#top",
        headerFields: ["Content-Type": "text/plain", "Accept": "*/*", "content-length": "1"],
        body: .bytes(Data([1]))),
      .init(
        request: .init(method: method, url: "https://h/a/x?q"),
        outcome: .response(.init(status: status, headerFields: fields)),
        target: target.map { .init(type: $0) }))
  }

  @Test func methodAndContentAfterEachStatus() throws {
    let get = ["GET": "GET", "HEAD": "HEAD", "PUT": "PUT", "POST": "GET", "post": "post"]
    let other = ["GET": "GET", "HEAD": "HEAD", "PUT": "GET", "POST": "GET", "DELETE": "GET"]
    let same = ["GET": "GET", "HEAD": "HEAD", "PUT": "PUT", "POST": "POST", "DELETE": "DELETE"]
    for (status, methods) in [(301, get), (302, get), (303, other), (307, same), (308, same)] {
      for (method, expected) in methods {
        let request = try #require(next(method, status))
        #expect(request.method == expected, "\(status) \(method)")
        let isChanged = method != expected
        #expect(request.body == (isChanged ? .empty : .bytes(Data([1]))), "\(status) \(method)")
        #expect(request.headerFields.count == (isChanged ? 1 : 3), "\(status) \(method)")
        #expect(request.headerFields["Accept"] == "*/*")
        #expect(request.url == "https://h/b#top")
      }
    }
  }

  @Test func whatIsAnAnswerLikeAnyOther() {
    for status in [200, 201, 300, 304, 305, 306, 399, 400] { #expect(next("GET", status) == nil) }
    #expect(next("GET", 302, location: nil) == nil)
    #expect(next("GET", 302, location: "mailto:a@b.test") == nil)
    // Our own recorder has seen what its caller saw.
    #expect(next("GET", 302, target: "GitHub") == nil)
    #expect(
      Redirection.request(
        after: .init(url: "https://h/"),
        .init(
          request: .init(url: "https://h/"),
          outcome: .failure(
            Redirection.tooMany, .init(status: 302, headerFields: ["Location": "/b"])))) == nil)
  }
}
