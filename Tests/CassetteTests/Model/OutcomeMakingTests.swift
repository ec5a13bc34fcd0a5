import Foundation
import Testing

@testable import Cassette

struct OutcomeMakingTests {
  private func facts(_ outcome: Cassette.Outcome) throws -> String {
    let response = try #require(outcome.response)
    let fields = response.headerFields.map { "\($0.name): \($0.value)" }.joined(separator: ", ")
    let body = String(decoding: response.body.data ?? Data(), as: UTF8.self)
    return "\(response.status) [\(fields)] \(body)"
  }

  @Test func answersOfEachKind() throws {
    #expect(try facts(.json(#"{"a":1}"#)) == #"200 [Content-Type: application/json] {"a":1}"#)
    #expect(
      try facts(.json(encoding: ["a": [1, 2]], status: 201))
        == #"201 [Content-Type: application/json] {"a":[1,2]}"#)
    #expect(
      try facts(.text("\u{e9}", status: 404))
        == "404 [Content-Type: text/plain; charset=utf-8] \u{e9}")
    #expect(
      try facts(.data(Data("x".utf8))) == "200 [Content-Type: application/octet-stream] x")
    #expect(try facts(.data(Data(), type: nil, status: 206)) == "206 [] ")
    #expect(try facts(.status(204, headerFields: ["X-A": "1"])) == "204 [X-A: 1] ")
  }

  @Test func aTypeThatIsGivenStands() throws {
    let fields: Cassette.HeaderFields = ["content-type": "application/problem+json", "A": "b"]
    #expect(
      try facts(.json("{}", headerFields: fields))
        == "200 [content-type: application/problem+json, A: b] {}")
  }

  @Test func failuresOfTheNetwork() {
    #expect(
      Cassette.Outcome.failing(.timedOut, text: "too late")
        == .failure(.init(domain: "NSURLErrorDomain", code: -1001, text: "too late"), nil))
  }
}
