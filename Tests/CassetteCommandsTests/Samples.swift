import Cassette
import Foundation

/// Interactions for tests.
enum Samples {
  static func simple(_ number: Int, time: Double = 0) -> Cassette.Interaction {
    .init(
      request: .init(
        url: "https://api.test/i?n=\(number)", headerFields: ["Accept": "application/json"]),
      outcome: .response(
        .init(
          status: 200, statusText: "OK", headerFields: ["Content-Type": "application/json"],
          body: .bytes(Data(#"{"n":\#(number),"of":[]}"#.utf8)))),
      target: .init(type: "GitHub", name: "item"),
      startedAt: Date(timeIntervalSince1970: 1_700_000_000 + time),
      duration: .milliseconds(number))
  }

  /// With a secret's placeholder.
  static func secret(
    _ number: Int, placeholder: String, time: Double = 0
  ) -> Cassette.Interaction {
    var interaction = simple(number, time: time)
    interaction.request.headerFields = ["Authorization": "Bearer \(placeholder)"]
    interaction.redactions = [
      .init(place: "request.header[Authorization]", placeholder: placeholder)
    ]
    return interaction
  }

  /// With an answer too large for the cassette itself.
  static func large(_ number: Int) -> Cassette.Interaction {
    var interaction = simple(number)
    interaction.outcome = .response(.init(status: 200, body: .bytes(largeBody(number))))
    return interaction
  }

  static func largeBody(_ number: Int) -> Data {
    Data((0..<1_100_000).map { UInt8(truncatingIfNeeded: $0 &* 31 &+ $0 >> 8 &+ number) })
  }

  static let failed = Cassette.Interaction(
    request: .init(method: "PUT", url: "https://api.test/slow", body: .bytes(Data("a=1".utf8))),
    outcome: .failure(
      .init(domain: "NSURLErrorDomain", code: -1001, text: "The request timed out."), nil),
    startedAt: Date(timeIntervalSince1970: 1_700_000_000.25), duration: .seconds(2))

  static let rich = Cassette.Interaction(
    request: .init(
      method: "POST", url: "https://api.test/upload?sent=1",
      headerFields: ["Authorization": "Bearer [redacted:authorization:1]"],
      body: .multipart([
        .init(name: "text", value: Data("line 1\nline 2".utf8)),
        .init(
          name: "file", fileName: "a.png", contentType: "image/png",
          value: Data([0x89, 0x50, 0, 1])),
      ])),
    built: .init(method: "POST", url: "https://api.test/upload"),
    outcome: .response(
      .init(
        status: 201, httpVersion: "HTTP/2",
        headerFields: ["Content-Type": "text/plain; charset=utf-8"],
        body: .bytes(Data("caf\u{e9} \u{1b}[31mred\r\n".utf8)), finalURL: "https://cdn.test/u")),
    target: .init(type: "Files"),
    attempts: [
      .init(
        request: .init(method: "POST", url: "https://api.test/upload"),
        outcome: .response(.init(status: 503, statusText: "Busy")))
    ],
    startedAt: Date(timeIntervalSince1970: 0), duration: .milliseconds(7),
    redactions: [
      .init(place: "request.header[Authorization]", placeholder: "[redacted:authorization:1]")
    ],
    notes: ["two calls could not be told apart"],
    progress: .init(completedByteCount: 12, totalByteCount: nil), fromCache: .disk)
}
