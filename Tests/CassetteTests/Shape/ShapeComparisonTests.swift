import Foundation
import Testing

@testable import Cassette

struct ShapeComparisonTests {
  private func outcome(
    _ status: Int = 200, type: String? = "application/json"
  ) -> Cassette.Outcome {
    .response(
      .init(
        status: status,
        headerFields: type.map { .init(sorting: ["Content-Type": $0]) } ?? [:]))
  }

  private func differences(
    _ recorded: String, _ live: String, ignoring volatile: Cassette.VolatileFields = .none
  ) -> [String] {
    ShapeComparison.differences(
      of: outcome(), Data(live.utf8), from: outcome(), Data(recorded.utf8), ignoring: volatile
    ).map { "\($0.severity == .breaking ? "!" : "~") \($0)" }
  }

  @Test(arguments: [
    (#"{"a":1,"b":"x"}"#, #"{"b":"y","a":2.5}"#),
    (#"[]"#, #"[{"a":1}]"#), (#"[{"a":1}]"#, #"[]"#),
    // What is there at times may be away, and what may be null may be none.
    (#"[{"a":1},{}]"#, #"[{}]"#), (#"[1,null]"#, #"[null]"#), (#"[1,null]"#, #"[2]"#),
    (#"[1,"a"]"#, #"["b"]"#), ("true", "false"), ("not json", "nor this"),
  ])
  func theSameShape(recorded: String, live: String) {
    #expect(differences(recorded, live) == [])
  }

  @Test(
    arguments: [
      (#"{"a":1}"#, #"{"a":1,"b":[]}"#, ["~ /b: is new (array)"]),
      (#"{"a":1,"b":2}"#, #"{"a":1}"#, ["! /b: is gone"]),
      (#"{"a":1}"#, #"{"a":"1"}"#, ["! /a: was number, is string"]),
      (#"{"a":1}"#, #"{"a":null}"#, ["! /a: is null, and never was"]),
      (#"{"a":null}"#, #"{"a":{"b":1}}"#, ["~ /a: was null, is object"]),
      (#"[{"a":1},{"a":2}]"#, #"[{"a":1},{}]"#, ["! /*/a: is missing at times"]),
      (#"[{"a":1},{"a":2}]"#, #"[{"b":1}]"#, ["! /*/a: is gone", "~ /*/b: is new (number)"]),
      (
        #"{"x":[{"y":[1]}]}"#, #"{"x":[{"y":[true,null]}]}"#,
        ["! /x/*/y/*: is null, and never was", "! /x/*/y/*: was number, is boolean"]
      ),
      (#"[1]"#, #"{"a":1}"#, ["! the document: was array, is object"]),
      (#"{"a/b":{"~":1}}"#, #"{"a/b":{}}"#, ["! /a~1b/~0: is gone"]),
      (#"{"a":1}"#, "<html>", ["! content: was JSON, cannot be read as JSON"]),
    ] as [(String, String, [String])])
  func differs(recorded: String, live: String, as expected: [String]) {
    #expect(differences(recorded, live) == expected)
  }

  @Test func volatilePlacesMayDiffer() {
    let volatile = Cassette.VolatileFields(jsonPaths: ["/meta", "/items/*/extra"])
    let recorded = #"{"meta":{"a":1},"items":[{"extra":1,"id":1}]}"#
    let live = #"{"items":[{"id":"1"}]}"#
    #expect(
      differences(recorded, live, ignoring: volatile) == ["! /items/*/id: was number, is string"])
  }

  @Test func statusAndContentType() {
    func differences(_ live: Cassette.Outcome, _ recorded: Cassette.Outcome) -> [String] {
      ShapeComparison.differences(of: live, Data("x".utf8), from: recorded, Data("x".utf8))
        .map { "\($0.severity) \($0)" }
    }
    #expect(differences(outcome(201), outcome(200)) == ["minor status: was 200, is 201"])
    #expect(differences(outcome(404), outcome(200)) == ["breaking status: was 200, is 404"])
    #expect(
      differences(outcome(type: "text/html; charset=utf-8"), outcome()) == [
        "breaking content type: was application/json, is text/html"
      ])
    #expect(
      differences(outcome(), outcome(type: nil)) == [
        "breaking content type: was not given, is application/json"
      ])
    #expect(differences(outcome(type: "Application/JSON;charset=utf-8"), outcome()) == [])
  }

  @Test func answersAndErrors() {
    func differences(_ live: Cassette.Outcome, _ recorded: Cassette.Outcome) -> [String] {
      ShapeComparison.differences(of: live, nil, from: recorded, nil).map(\.description)
    }
    func failure(_ code: Int) -> Cassette.Outcome {
      .failure(.init(domain: "NSURLErrorDomain", code: code), nil)
    }
    #expect(
      differences(failure(-1001), outcome()) == ["was answered, fails with NSURLErrorDomain -1001"])
    #expect(differences(outcome(), failure(-1001)) == ["failed, is answered with status 200"])
    #expect(differences(failure(-1001), failure(-1001)) == [])
    #expect(
      differences(failure(-1004), failure(-1001)) == [
        "failed with NSURLErrorDomain -1001, fails with NSURLErrorDomain -1004"
      ])
  }
}
