import Foundation

@testable import Cassette

/// A small generator whose whole sequence follows from its seed (SplitMix64).
struct SeededGenerator: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94D0_49BB_1331_11EB
    return mixed ^ (mixed >> 31)
  }
}

/// Interactions with whatever the model allows, hostile text and bytes in the first place.
struct RandomInteractions {
  var generator: SeededGenerator

  init(seed: UInt64) { generator = SeededGenerator(seed: seed) }

  mutating func interaction() -> Cassette.Interaction {
    Cassette.Interaction(
      request: request(), built: chance(3) ? request() : nil, outcome: outcome(),
      target: chance(2) ? .init(type: text(), name: chance(2) ? text() : nil) : nil,
      attempts: (0..<(chance(5) ? number(1...3) : 0)).map { _ in
        .init(request: request(), outcome: outcome())
      },
      startedAt: Date(
        timeIntervalSince1970: Double(number(-62_167_219_200_000...253_402_300_799_999)) / 1000),
      duration: .milliseconds(number(0...10_000_000)),
      redactions: (0..<number(0...2)).map { _ in .init(place: text(), placeholder: text()) },
      notes: (0..<number(0...2)).map { _ in text() },
      tags: (0..<number(0...2)).map { _ in text() },
      progress: chance(4)
        ? .init(
          completedByteCount: number(0...(1 << 53)),
          totalByteCount: chance(2) ? number(0...(1 << 53)) : nil) : nil,
      fromCache: chance(4) ? (chance(2) ? .memory : .disk) : nil)
  }

  private mutating func request() -> Cassette.Request {
    .init(
      method: text(), url: chance(2) ? "https://api.test/" + text() + "?" + text() : text(),
      httpVersion: text(), headerFields: fields(), body: body())
  }

  private mutating func outcome() -> Cassette.Outcome {
    let response = Cassette.Response(
      status: chance(10) ? number(Int.min...Int.max) : number(0...999), statusText: text(),
      httpVersion: text(), headerFields: fields(), body: body(),
      finalURL: chance(3) ? text() : nil)
    let failure = Cassette.Failure(
      domain: text(), code: number(Int.min...Int.max), text: text())
    switch number(0...3) {
    case 0: return .failure(failure, nil)
    case 1: return .failure(failure, response)
    default: return .response(response)
    }
  }

  private mutating func fields() -> Cassette.HeaderFields {
    let names = ["Content-Type", "Set-Cookie", "set-cookie", "Cookie", "Location", "X-A", "x-a"]
    return .init(
      (0..<number(0...6)).map { _ in
        .init(
          name: chance(3) ? text() : names.randomElement(using: &generator)!,
          value: chance(4) ? "multipart/form-data; boundary=b" : text())
      })
  }

  private mutating func body() -> Cassette.Body {
    let sha256 = (0..<64).map { _ in "0123456789abcdef".randomElement(using: &generator)! }
    switch number(0...7) {
    case 0: return .empty
    case 1:
      return .multipart(
        (0..<number(0...3)).map { _ in
          .init(
            name: text(), fileName: chance(2) ? text() : nil, contentType: chance(2) ? text() : nil,
            value: bytes(allowingEmpty: true))
        })
    case 2:
      return .sideFile(
        .init(
          path: "n\u{E9}.bodies/\(String(sha256)).gz", byteCount: number(0...(1 << 53)),
          sha256: String(sha256)))
    case 3: return .digest(byteCount: number(0...(1 << 53)), sha256: String(sha256))
    case 4:
      return .sideFile(.init(path: text(), byteCount: number(0...99), sha256: text()))
    default: return .bytes(bytes(allowingEmpty: false))
    }
  }

  mutating func bytes(allowingEmpty: Bool) -> Data {
    let count = number((allowingEmpty ? 0 : 1)...(chance(20) ? 5000 : 40))
    if chance(2) {
      return Data((0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) })
    }
    let text = text()
    return text.isEmpty && !allowingEmpty ? Data([0]) : Data(text.utf8)
  }

  mutating func text() -> String {
    let hostile: [Unicode.Scalar] = [
      "\0", "\u{1}", "\u{1F}", "\"", "\\", "/", "\n", "\r", "\t", "\u{8}", "\u{C}", "\u{7F}",
      "\u{85}", "\u{2028}", "\u{2029}", "\u{FEFF}", "\u{301}", "e", "\u{E9}", "\u{FFFD}",
      "\u{1F600}", "\u{10FFFF}", "=", ";", ",", "&", "%", "#", "?", ":", " ", "{", "}", "[", "]",
    ]
    var result = String.UnicodeScalarView()
    for _ in 0..<number(0...12) {
      result.append(
        chance(2)
          ? hostile.randomElement(using: &generator)!
          : Unicode.Scalar(UInt8.random(in: 0x20...0x7E, using: &generator)))
    }
    return String(result)
  }

  private mutating func number(_ range: ClosedRange<Int>) -> Int {
    Int.random(in: range, using: &generator)
  }

  private mutating func chance(_ sides: Int) -> Bool { number(1...sides) == 1 }
}
