import Foundation
import TestSupport
import Testing

@testable import Cassette

struct RedactedEntriesTests {
  /// Makes requests of few words, so that texts often fit patterns by accident, also in ways that
  /// nobody would record.
  private struct Maker {
    var random = SplitMix64(name: "RedactedEntriesTests")
    let placeholders = ["[redacted:k:1]", "[redacted:k:2]", "1", "t", "{", "=", "\""]

    mutating func pick<Element>(_ list: [Element]) -> Element {
      list[Int.random(in: list.indices, using: &random)]
    }

    /// A text of words; in a recording some of them are placeholders.
    mutating func text(_ words: [String], _ isRecorded: Bool, _ count: ClosedRange<Int>) -> String {
      (0..<Int.random(in: count, using: &random)).map { _ in
        isRecorded && pick([true, false, false]) ? pick(Array(placeholders.prefix(3))) : pick(words)
      }.joined()
    }

    mutating func value(_ isRecorded: Bool) -> String {
      text(["a", "1", "x", "a/b"], isRecorded, 1...2)
    }

    mutating func fields(_ isRecorded: Bool) -> String {
      (0..<Int.random(in: 1...3, using: &random)).map { _ in
        pick(["a", "b", "k", pick([true, false]) ? value(isRecorded) : "k"])
          + pick(["=", "=", ""]) + value(isRecorded)
      }.joined(separator: "&")
    }

    mutating func json(_ isRecorded: Bool, _ depth: Int = 2) -> String {
      switch Int.random(in: 0..<(depth > 0 ? 8 : 5), using: &random) {
      case 0: return "1"
      case 1: return "12"
      case 2: return pick(["true", "false", "null"])
      case 3, 4: return "\"\(value(isRecorded))\""
      case 5:
        return "["
          + (0..<pick([1, 2])).map { _ in json(isRecorded, depth - 1) }.joined(separator: ",") + "]"
      default:
        return "{"
          + (0..<pick([1, 2])).map { _ in
            "\"\(pick(["a", "k"]))\":" + json(isRecorded, depth - 1)
          }.joined(separator: ",") + "}"
      }
    }

    mutating func request(_ isRecorded: Bool) -> Cassette.Request {
      var request = Cassette.Request(url: "http://h/")
      request.method = "POST"
      request.url += pick(["", "", text(["a", "/", "b"], isRecorded, 0...4)])
      if pick([true, false]) { request.url += "?" + fields(isRecorded) }
      switch Int.random(in: 0..<8, using: &random) {
      case 0: break
      case 1, 2, 3:
        request.body = .bytes(Data(json(isRecorded).utf8))
        request.headerFields = pick([["Content-Type": "application/json"], [:]])
      case 4:
        request.body = .bytes(Data(fields(isRecorded).utf8))
        request.headerFields = pick([
          ["Content-Type": "application/x-www-form-urlencoded"], [:], ["Content-Type": "a/b"],
        ])
      case 5:
        request.body = .multipart(
          (0..<pick([1, 2])).map { _ in
            .init(
              name: pick(["a", "k", value(isRecorded)]),
              fileName: pick([nil, value(isRecorded)]), contentType: pick([nil, "a/b"]),
              value: Data(pick([value(isRecorded), json(isRecorded)]).utf8))
          })
      case 6 where pick([true, false]):
        request.body = .digest(byteCount: pick([1, 2]), sha256: pick(["aa", "bb"]))
      default:
        request.body = .bytes(
          Data(
            text(
              ["{", "}", "\"", "k", ":", "1", "t", "=", "&", " ", "[", "]", "true"], isRecorded,
              1...8
            ).utf8))
      }
      return request
    }

    mutating func place() -> String {
      "request."
        + pick([
          "url.path", "url.query[k]", "url.query[a]", "url.query[b]", "url.query", "url.user",
          "header[X]", "body", "body.json/k", "body.json/a", "body.json/k/a", "body.json/0",
          "body.json", "body.form[k]", "body.form[a]", "body.part[k]", "body.part[a].fileName",
          "body.part[k].json/a", "body.part[1]", "new.place",
        ])
    }

    mutating func recording() -> Cassette.Interaction {
      Cassette.Interaction(
        request: request(true), outcome: .response(.init(status: 200)),
        redactions: (0..<pick([1, 1, 1, 2, 3])).map { _ in
          .init(
            place: place(),
            placeholder: pick([true, false, false]) ? pick(placeholders) : placeholders[0])
        })
    }

    /// A request that a recording may have been made of: something stands for its placeholders.
    mutating func asked(_ recorded: Cassette.Interaction) -> Cassette.Request {
      func filled(_ text: String) -> String {
        var text = text
        for placeholder in placeholders.prefix(2) {
          text = text.replacing(
            placeholder,
            with: pick([
              "a", "1", "xy", "a/b", placeholder, "a\":1,\"k", "a&b", "true", "{", "a=1", "b\",\"k",
            ]))
        }
        return text
      }
      var request = recorded.request
      request.url = filled(request.url)
      if pick([0, 0, 0, 1]) == 1 { request.headerFields = [:] }
      switch request.body {
      case .bytes(let data):
        request.body = .bytes(Data(filled(String(decoding: data, as: UTF8.self)).utf8))
      case .multipart(let parts):
        request.body = .multipart(
          parts.map {
            .init(
              name: filled($0.name), fileName: $0.fileName.map(filled), contentType: $0.contentType,
              value: Data(filled(String(decoding: $0.value, as: UTF8.self)).utf8))
          })
      case .digest: request.body = pick([.bytes(Data([1])), request.body, .empty])
      case .empty, .sideFile: break
      }
      return request
    }
  }

  @Test func theCandidatesHoldEveryRecordingThatMatches() throws {
    var maker = Maker()
    var matchCount = 0
    var candidateCount = 0
    for round in 0..<10 {
      let recorded = (0..<50).map { _ in maker.recording() }
      let entries = try RedactedEntries(Array(recorded.indices)) { recorded[$0] }
      let asked =
        (0..<20).map { _ in maker.request(false) } + recorded.map { maker.asked($0) }
      for request in asked {
        let subject = MatchSubject(request)
        // Requests whose content is not at hand are looked up by their route alone.
        guard subject.key.full != 0 else { continue }
        let runs = entries.runs(for: subject).map { entries.indices(in: $0) }
        for run in runs { #expect(run == run.sorted()) }
        let candidates = Set(runs.joined())
        #expect(candidates.count == runs.reduce(0) { $0 + $1.count })
        candidateCount += candidates.count
        for index in recorded.indices
        where RequestMatcher.default.match(subject, recorded[index], key: .init()) != nil {
          matchCount += 1
          #expect(
            candidates.contains(index),
            "round \(round): \(request) is answered by \(recorded[index])")
        }
        // As equal to the last byte counts what has the hash of it.
        for index in recorded.indices {
          guard
            let bindings = RequestMatcher.default.match(subject, recorded[index], key: .init()),
            BindingTable().rank(of: bindings) == .exact,
            let kept = recorded[index].hashOfEqual
          else { continue }
          #expect(subject.hashOfEqual == kept, "\(request) equals \(recorded[index])")
        }
      }
    }
    print("RedactedEntriesTests: \(matchCount) matches among \(candidateCount) candidates")
    #expect(matchCount > 200)
  }
}
