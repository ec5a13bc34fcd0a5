import Cassette
import Foundation

/// An entry as a program would declare it that reads and writes HAR with Foundation's coders.
struct HAREntry: Codable {
  struct Pair: Codable {
    var name: String
    var value: String
  }
  struct Request: Codable {
    var method: String
    var url: String
    var httpVersion: String
    var cookies: [Pair]
    var headers: [Pair]
    var queryString: [Pair]
    var headersSize: Int
    var bodySize: Int
  }
  struct Content: Codable {
    var size: Int
    var mimeType: String
    var text: String?
    /// For writing only: Foundation's encoder makes base64 of it.
    var data: Data?
    var encoding: String?
  }
  struct Response: Codable {
    var status: Int
    var statusText: String
    var httpVersion: String
    var cookies: [Pair]
    var headers: [Pair]
    var content: Content
    var redirectURL: String
    var headersSize: Int
    var bodySize: Int
  }
  struct Cache: Codable {}
  struct Timings: Codable {
    var send: Int
    var wait: Int
    var receive: Int
  }
  struct Target: Codable {
    var type: String
    var name: String?
  }

  var startedDateTime: String
  var time: Int
  var request: Request
  var response: Response
  var cache: Cache
  var timings: Timings
  var _target: Target?

  /// The entry of an interaction, ready to be encoded.
  init(_ interaction: Cassette.Interaction) {
    let response = interaction.outcome.response!
    let body = response.body.data ?? Data()
    let text = String(data: body, encoding: .utf8)
    let time = Int(interaction.duration.components.attoseconds / 1_000_000_000_000_000)
    startedDateTime = "2026-01-06T10:00:00.000Z"
    self.time = time
    request = Request(
      method: interaction.request.method, url: interaction.request.url,
      httpVersion: interaction.request.httpVersion, cookies: [],
      headers: interaction.request.headerFields.map { Pair(name: $0.name, value: $0.value) },
      queryString: [Pair(name: "fields", value: "all")], headersSize: 200, bodySize: 0)
    self.response = Response(
      status: response.status, statusText: response.statusText, httpVersion: response.httpVersion,
      cookies: [], headers: response.headerFields.map { Pair(name: $0.name, value: $0.value) },
      content: Content(
        size: body.count, mimeType: response.headerFields["Content-Type"] ?? "", text: text,
        data: text == nil ? body : nil, encoding: text == nil ? "base64" : nil), redirectURL: "",
      headersSize: 400, bodySize: body.count)
    cache = Cache()
    timings = Timings(send: 0, wait: time, receive: 0)
    _target = interaction.target.map { Target(type: $0.type, name: $0.name) }
  }
}
