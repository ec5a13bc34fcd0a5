import Foundation
import TestSupport
import Testing

@testable import Cassette

struct OwnLineDecoderTests {
  private func line(_ interaction: Cassette.Interaction) -> [UInt8] {
    var encoder = HAREntryEncoder()
    var line: [UInt8] = []
    encoder.encode(interaction, into: &line)
    return line
  }

  /// What the general decoder makes of a line; nil where it throws.
  private func general(_ line: [UInt8]) -> Cassette.Interaction? {
    do {
      let result = try HAREntryDecoder.decodeAnyForm(line, isForeign: false).result
      if case .interaction(let interaction) = result { return interaction }
    } catch {}
    return nil
  }

  private static let response = Cassette.Response(
    status: 200, statusText: "OK", headerFields: ["Content-Type": "application/json", "X-Né": "ü"],
    body: .bytes(Data(#"{"a":"b\n\\","c":[1,2]}"#.utf8)), finalURL: "https://api.test/b")

  private static let kinds: [String: Cassette.Interaction] = [
    "text": .init(
      request: .init(
        method: "POST", url: "https://api.test/a?q=%20b&c", headerFields: ["Cookie": "a=b; c=d"],
        body: .bytes(Data("x=\"1\"\u{7F}\r\n\t\u{8}\u{C}\u{1F}".utf8))),
      outcome: .response(response), startedAt: Date(timeIntervalSince1970: 1_700_000_000.042),
      duration: .milliseconds(17)),
    "no bodies": .init(request: .init(url: ""), outcome: .response(.init(status: 204))),
    "base64": .init(
      request: .init(url: "u", body: .bytes(Data([0xFF, 0, 1]))),
      outcome: .response(.init(status: 200, body: .bytes(Data([0x80]))))),
    "cookies": .init(
      request: .init(url: "u"),
      outcome: .response(
        .init(
          status: 302,
          headerFields: ["Set-Cookie": "a=b; Path=/; Domain=x; Secure; HttpOnly", "Location": "/"]))
    ),
    "failure": .init(
      request: .init(url: "u"),
      outcome: .failure(
        .init(domain: "NSURLErrorDomain", code: -1001, text: "late", kind: "k"), nil)),
    "failure with an answer": .init(
      request: .init(url: "u"), outcome: .failure(.init(domain: "d", code: 1), response)),
    "all that is ours": .init(
      request: .init(url: "u"), built: .init(url: "v", headerFields: ["A": "b"]),
      outcome: .response(response), target: .init(type: "GitHub", name: "user"),
      redactions: [
        .init(place: "p", placeholder: "[redacted:a:1]"), .init(place: "", placeholder: ""),
      ],
      notes: ["one", "two\n"], tags: ["three", "\""]),
  ]

  @Test(arguments: kinds.keys.sorted())
  func readsItself(kind: String) throws {
    let interaction = try #require(Self.kinds[kind])
    #expect(OwnLineDecoder.decode(line(interaction)) == interaction)
    #expect(general(line(interaction)) == interaction)
  }

  @Test(arguments: [
    #""_progress":{"completed":-1,"total":2}"#, #""_progress":{"completed":1,"total":-2}"#,
    #""_progress":{"completed":1}"#, #""_progress":7"#, #""_fromCache":"tape""#, #""_fromCache":1"#,
  ])
  func whatIsNoProgressAndNoCacheIsNone(member: String) throws {
    let interaction = Cassette.Interaction(
      request: .init(url: "u"), outcome: .response(Self.response))
    let line = line(interaction).dropLast() + Array(",\(member)}".utf8)
    #expect(general(Array(line)) == interaction)
    #expect(OwnLineDecoder.decode(Array(line)).map { $0 == interaction } ?? true)
  }

  private static let others: [String: Cassette.Interaction] = [
    "attempts": .init(
      request: .init(url: "u"), outcome: .response(response),
      attempts: [.init(request: .init(url: "u"), outcome: .response(response))]),
    "parts": .init(
      request: .init(
        url: "u",
        body: .multipart([.init(name: "n", fileName: "f", contentType: "c", value: Data([0xFF]))])),
      outcome: .response(response)),
    "a body's file": .init(
      request: .init(url: "u"),
      outcome: .response(
        .init(status: 200, body: .sideFile(.init(path: "p", byteCount: 5, sha256: "s"))))),
    "a digest": .init(
      request: .init(url: "u", body: .digest(byteCount: 3, sha256: "s")),
      outcome: .response(response)),
    "missing content": .init(
      request: .init(url: "u"), outcome: .response(.init(status: 200, contentIsMissing: true))),
    "an answer of status 0": .init(request: .init(url: "u"), outcome: .response(.init(status: 0))),
  ]

  @Test(arguments: others.keys.sorted())
  func leavesWhatIsRareToTheGeneralDecoder(kind: String) throws {
    let interaction = try #require(Self.others[kind])
    #expect(OwnLineDecoder.decode(line(interaction)) == nil)
    #expect(general(line(interaction)) == interaction)
    let (result, _) = try HAREntryDecoder.decode(line(interaction), isForeign: false)
    guard case .interaction(interaction) = result else {
      Issue.record("another interaction: \(result)")
      return
    }
  }

  @Test(arguments: [
    (#""status":200"#, #""status":2e2"#), (#""time":17"#, #""time":1.5"#),
    (#""time":17"#, #""time":017"#), (#""time":17"#, #""time":-0"#),
    (#""time":17"#, #""time":1234567890123456789"#), ("POST", #"P\u004fST"#),
    ("https://", #"https:\/\/"#), (#""cache":{}"#, #""cache":{ }"#), (".042Z", ".042+00:00"),
    (#","_url""#, #","comment":"","_url""#),
  ])
  func leavesOtherFormsToTheGeneralDecoder(old: String, new: String) throws {
    let own = String(decoding: line(try #require(Self.kinds["text"])), as: UTF8.self)
    #expect(own.contains(old))
    let other = Array(own.replacingOccurrences(of: old, with: new).utf8)
    #expect(OwnLineDecoder.decode(other) == nil)
  }

  @Test func agreesWithTheGeneralDecoderOnWhateverIsWritten() {
    var random = SplitMix64(name: "OwnLineDecoderTests.written")
    var interactions = RandomInteractions(seed: random.next())
    var ownCount = 0
    for _ in 0..<1500 {
      let interaction = interactions.interaction()
      let line = line(interaction)
      guard let own = OwnLineDecoder.decode(line) else { continue }
      ownCount += 1
      #expect(own == general(line), "seed \(random.seed)")
    }
    #expect(ownCount > 100, "seed \(random.seed)")
  }

  // Each byte of each kind changed in many ways: what the short way still reads, the long one reads
  // alike.
  @Test func agreesWithTheGeneralDecoderOnMutatedLines() {
    var random = SplitMix64(name: "OwnLineDecoderTests.mutated")
    var interactions = RandomInteractions(seed: random.next())
    let lines =
      Self.kinds.keys.sorted().map { line(Self.kinds[$0]!) }
      + (0..<4).map { _ in line(interactions.interaction()) }
    let pieces = [
      "\"", "\\", "\\u0000", "\\u0041", "\\ud800", "0", "-", "9", "{", "}", ",", "[]",
      "null", "\u{E9}", ",\"_error\":{\"domain\":\"d\",\"code\":1,\"text\":\"\"}",
      ",\"encoding\":\"base64\"", "true", "\n", " ",
    ].map { Array($0.utf8) }
    var bothCount = 0
    for round in 0..<20_000 {
      var line = lines[round % lines.count]
      for _ in 0...Int.random(in: 0..<2, using: &random) {
        let place = Int.random(in: 0..<line.count, using: &random)
        switch Int.random(in: 0..<5, using: &random) {
        case 0: line[place] = UInt8.random(in: 0...255, using: &random)
        case 1: line[place] ^= 1 << UInt8.random(in: 0..<8, using: &random)
        case 2: line.remove(at: place)
        case 3: line.insert(contentsOf: pieces.randomElement(using: &random)!, at: place)
        default:
          let end = Int.random(in: place...min(place + 30, line.count), using: &random)
          line.replaceSubrange(place..<end, with: pieces.randomElement(using: &random)!)
        }
      }
      guard let own = OwnLineDecoder.decode(line) else { continue }
      bothCount += 1
      let general = general(line)
      if own != general {
        Issue.record(
          "seed \(random.seed): \(own) and \(String(describing: general)) of \(String(decoding: line, as: UTF8.self))"
        )
        return
      }
    }
    #expect(bothCount > 500, "seed \(random.seed)")
  }

  @Test func aDepthTooSmallForTheFormIsRefused() throws {
    let line = line(try #require(Self.kinds["text"]))
    #expect(throws: HAREntryDecoder.Problem.self) {
      _ = try HAREntryDecoder.decode(line, isForeign: false, maximumDepth: 3)
    }
    _ = try HAREntryDecoder.decode(line, isForeign: false, maximumDepth: 4)
  }

  @Test func readsItsOwnPointsInTimeAsTheGeneralReaderDoes() {
    var random = SplitMix64(name: "OwnLineDecoderTests.time")
    for _ in 0..<2000 {
      var json = JSONText()
      let milliseconds = Int.random(in: -62_167_219_200_000...253_402_300_799_999, using: &random)
      Timestamp.append(milliseconds: milliseconds, to: &json)
      #expect(json.bytes.withUnsafeBytes { Timestamp.milliseconds(ofOwnForm: $0) } == milliseconds)
      json.bytes[Int.random(in: 0..<24, using: &random)] = UInt8.random(
        in: 0x20...0x7E, using: &random)
      if let own = json.bytes.withUnsafeBytes({ Timestamp.milliseconds(ofOwnForm: $0) }) {
        #expect(own == Timestamp.milliseconds(parsing: json.bytes), "seed \(random.seed)")
      }
    }
  }
}
