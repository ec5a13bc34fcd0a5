import Cassette
import Foundation

/// The interactions that are measured: what a client of an issue tracker's API sends and gets.
///
/// Each follows from its number alone. Bodies are JSON of 2 KB on average; of the mixed corpus every
/// twentieth is an image of 20,000 bytes that do not compress.
struct Corpus {
  /// What the interactions are.
  enum Kind: String {
    /// Different requests, some of them answered by images.
    case mixed
    /// Different requests, all answered by JSON.
    case text
    /// One request again and again, answered as in `mixed`.
    case equal
  }

  let kind: Kind

  private static let words = """
    the button of this page does nothing on second click when cache holds an old answer and server is slow \
    please look at log below it says timeout after three tries we think that a header is missing from \
    redirected requests since last release works with older version only thanks for your time
    """.split(separator: " ").map { Array($0.utf8) }

  private static let labels = ["bug", "wish", "docs", "slow", "question", "duplicate"]

  /// The request of an interaction.
  func request(_ number: Int) -> Cassette.Request {
    let number = kind == .equal ? 0 : number
    return Cassette.Request(
      method: "GET",
      url: "https://tracker.test/v2/projects/p\(number % 17)/issues/\(number)?fields=all",
      headerFields: [
        "Accept": "application/json", "Accept-Language": "en",
        "Authorization": "Bearer 4tVx9kQz71LmPw38sYbN", "User-Agent": "Client/4.2 (build 917)",
      ])
  }

  /// Whether an interaction's body is an image.
  func isBinary(_ number: Int) -> Bool { kind != .text && number % 20 == 7 }

  /// An interaction.
  func interaction(_ number: Int) -> Cassette.Interaction {
    var random = SeededNumbers(seed: number)
    let isBinary = isBinary(number)
    let body = isBinary ? image(&random) : json(number, &random)
    let trace = String(random.next(), radix: 16) + String(random.next(), radix: 16)
    return Cassette.Interaction(
      request: request(number),
      outcome: .response(
        Cassette.Response(
          status: 200, statusText: "OK",
          headerFields: [
            "Cache-Control": "private, max-age=60", "Content-Length": "\(body.count)",
            "Content-Type": isBinary ? "image/png" : "application/json; charset=utf-8",
            "Date": "Tue, 06 Jan 2026 10:00:00 GMT", "ETag": "\"\(trace)\"", "Server": "tracker",
            "Strict-Transport-Security": "max-age=31536000", "Vary": "Accept, Accept-Language",
            "X-Content-Type-Options": "nosniff", "X-RateLimit-Limit": "5000",
            "X-RateLimit-Remaining": "\(4999 - number % 4999)", "X-Trace": "\(random.next())",
          ], body: .bytes(body))),
      target: .init(type: "Tracker", name: "issue"),
      startedAt: Date(timeIntervalSince1970: 1_767_693_600 + Double(number)),
      duration: .milliseconds(20 + random.number(below: 300)))
  }

  private func image(_ random: inout SeededNumbers) -> Data {
    var bytes: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    while bytes.count < 20_000 {
      withUnsafeBytes(of: random.next()) { bytes.append(contentsOf: $0) }
    }
    return Data(bytes[..<20_000])
  }

  private func json(_ number: Int, _ random: inout SeededNumbers) -> Data {
    let project = "https://tracker.test/v2/projects/p\(number % 17)"
    let person = "person\(random.number(below: 4000))"
    let profile = "https://tracker.test/v2/people/\(person)"
    var text = Array(
      (#"{"id":\#(7_000_000 + number),"number":\#(number),"key":"\#(random.next())","#
        + #""self":"\#(project)/issues/\#(number)","project":"\#(project)","#
        + #""comments":"\#(project)/issues/\#(number)/comments","title":""#).utf8)
    sentence(4 + random.number(below: 5), &random, to: &text)
    text += Array(
      (#"","author":{"name":"\#(person)","id":\#(random.number(below: 90_000_000)),"self":"\#(profile)","#
        + #""picture":"\#(profile)/picture?size=64","issues":"\#(profile)/issues","isBot":false},"#
        + #""labels":["#).utf8)
    for index in 0..<random.number(below: 3) {
      let label = Self.labels[random.number(below: Self.labels.count)]
      text += Array(
        ((index > 0 ? "," : "")
          + #"{"name":"\#(label)","self":"\#(project)/labels/\#(label)","color":"d73a4a"}"#).utf8)
    }
    text += Array(
      (#"],"state":"\#(random.number(below: 2) == 0 ? "open" : "closed")","locked":false,"assignee":null,"#
        + #""votes":\#(random.number(below: 60)),"score":0.\#(random.number(below: 1_000_000)),"#
        + #""created":"2025-\#(10 + random.number(below: 3))-1\#(random.number(below: 10))T08:00:00Z","#
        + #""body":""#).utf8)
    for _ in 0..<(2 + random.number(below: 20)) {
      sentence(5 + random.number(below: 14), &random, to: &text)
      text += Array(random.number(below: 4) == 0 ? #".\n"#.utf8 : ". ".utf8)
    }
    text += Array(#""}"#.utf8)
    return Data(text)
  }

  private func sentence(_ count: Int, _ random: inout SeededNumbers, to text: inout [UInt8]) {
    for index in 0..<count {
      if index > 0 { text.append(UInt8(ascii: " ")) }
      text += Self.words[random.number(below: Self.words.count)]
    }
  }
}
