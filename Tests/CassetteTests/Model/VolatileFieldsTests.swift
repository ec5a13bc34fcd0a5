import Foundation
import Testing

@testable import Cassette

struct VolatileFieldsTests {
  private func interaction(
    url: String = "https://api.test/a?x=1&y=2", request: Cassette.HeaderFields = [:],
    body: String? = nil, fields: Cassette.HeaderFields = [:], answer: String = "{}"
  ) -> Cassette.Interaction {
    .init(
      request: .init(
        url: url, headerFields: request, body: body.map { .bytes(Data($0.utf8)) } ?? .empty),
      outcome: .response(.init(status: 200, headerFields: fields, body: .bytes(Data(answer.utf8)))))
  }

  private func isSame(
    _ new: Cassette.Interaction, _ old: Cassette.Interaction,
    _ fields: Cassette.VolatileFields = .default
  ) -> Bool {
    let result = fields.isSame(new, as: old)
    #expect(fields.isSame(old, as: new) == result)
    return result
  }

  @Test func timeDoesNotCount() {
    var new = interaction()
    new.startedAt = Date(timeIntervalSince1970: 5)
    new.duration = .seconds(3)
    #expect(isSame(new, interaction()))
    #expect(isSame(new, interaction(), .none))
  }

  @Test func progressDoesNotCount() {
    var (new, old) = (interaction(), interaction())
    new.progress = .init(completedByteCount: 5, totalByteCount: 9)
    #expect(isSame(new, old) && isSame(new, old, .none))
    old.progress = .init(completedByteCount: 6, totalByteCount: nil)
    #expect(isSame(new, old) && isSame(new, old, .none))
  }

  @Test func volatileHeaderFieldsDoNotCount() {
    let old = interaction(
      request: ["X-Request-ID": "1"], fields: ["Date": "then", "ETag": "e", "age": "1"])
    #expect(
      isSame(
        interaction(request: ["x-request-id": "2"], fields: ["ETag": "e", "DATE": "now"]), old))
    #expect(!isSame(interaction(fields: ["ETag": "f"]), old))
    #expect(!isSame(interaction(fields: ["ETag": "e", "X-Pod": "1"]), old))
    #expect(
      isSame(
        interaction(fields: ["ETag": "e", "X-Pod": "1"]), old,
        .default.adding(headerFields: "x-POD")))
    #expect(
      !isSame(interaction(fields: ["ETag": "e"]), old, .default.removing(headerFields: "Date")))
    #expect(!isSame(interaction(fields: ["ETag": "e"]), old, .none))
  }

  @Test func aRequestIsTheSameAsMatchingHasIt() {
    let old = interaction(body: #"{"a":1,"b":[1.0]}"#)
    #expect(
      isSame(
        interaction(url: "https://API.test:443/a?y=2&x=1", body: #"{"b":[1],"a":1}"#), old))
    #expect(!isSame(interaction(url: "https://api.test/a?y=2&x=2", body: #"{"a":1,"b":[1]}"#), old))
    #expect(!isSame(interaction(body: #"{"a":1,"b":[2]}"#), old))
    #expect(!isSame(interaction(request: ["Accept": "x"], body: #"{"a":1,"b":[1]}"#), old))
    // What a placeholder stands for may be anything, but which placeholder it is counts.
    var redacted = interaction(url: "https://api.test/a?key=[redacted:key:1]")
    redacted.redactions = [
      .init(place: "request.url.query[key]", placeholder: "[redacted:key:1]")
    ]
    #expect(isSame(redacted, redacted))
    var other = redacted
    other.request.url = "https://api.test/a?key=[redacted:key:2]"
    #expect(!isSame(other, redacted))
    other.redactions = [.init(place: "request.url.query[key]", placeholder: "[redacted:key:2]")]
    #expect(!isSame(other, redacted))
  }

  @Test func placesInTheJSONOfAnswersDoNotCount() {
    let old = interaction(
      fields: ["Content-Length": "58"],
      answer: #"{"meta":{"took":7,"n":1},"items":[{"at":1,"v":2},{"at":3,"v":4}]}"#)
    func new(_ answer: String) -> Cassette.Interaction {
      interaction(fields: ["Content-Length": "\(answer.utf8.count)"], answer: answer)
    }
    let fields = Cassette.VolatileFields(jsonPaths: ["/meta/took", "/items/*/at"])
    let same = #"{"items":[{"at":100,"v":2},{"at":"x","v":4}],"meta":{"took":1234567,"n":1}}"#
    #expect(isSame(new(same), old, fields))
    #expect(!isSame(new(same), old))
    #expect(!isSame(new(same.replacingOccurrences(of: "\"v\":4", with: "\"v\":5")), old, fields))
    #expect(!isSame(new(same.replacingOccurrences(of: "\"n\":1", with: "\"n\":2")), old, fields))
    #expect(
      !isSame(new(same.replacingOccurrences(of: "\"took\":1234567,", with: "")), old, fields))
    #expect(
      !isSame(
        interaction(fields: ["Content-Length": "1", "B": "1"], answer: same), old, fields))
    #expect(!isSame(new("no JSON"), old, fields))
    // Without places, bytes are bytes.
    #expect(!isSame(interaction(answer: "{ }"), interaction(answer: "{}")))
  }

  @Test func everythingElseCounts() {
    let old = interaction()
    var variants: [Cassette.Interaction] = []
    func vary(_ change: (inout Cassette.Interaction) -> Void) {
      var new = old
      change(&new)
      variants.append(new)
    }
    vary { $0.request.method = "POST" }
    vary { $0.built = $0.request }
    vary { $0.outcome = .response(.init(status: 201, body: .bytes(Data("{}".utf8)))) }
    vary { $0.outcome = .failure(.init(domain: "d", code: 1), nil) }
    vary { $0.target = .init(type: "T") }
    vary { $0.notes = ["note"] }
    vary { $0.tags = ["tag"] }
    vary { $0.attempts = [.init(request: old.request, outcome: old.outcome)] }
    vary { $0.redactions = [.init(place: "request.url.path", placeholder: "[redacted:a:1]")] }
    for variant in variants { #expect(!isSame(variant, old), "\(variant)") }
    // Whether a cache had the same answer is a fact about the machine.
    var cached = old
    cached.fromCache = .memory
    #expect(isSame(cached, old))
    #expect(isSame(old, old))
  }
}
