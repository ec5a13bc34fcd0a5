#if os(Linux) && compiler(>=6.3)
import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Large cassettes: what is read of them grows with what is asked, not with what there is.
///
/// `ENTRIES` says how large; `make test-scale` asks for 100,000.
struct ScaleCaseTests {
  private let folder: TestFolder

  init() throws { folder = try TestFolder() }

  private static func interaction(_ number: Int) -> Cassette.Interaction {
    Cassette.Interaction(
      request: .init(url: "https://api.test/i?n=\(number)"),
      outcome: .response(
        .init(
          status: 200,
          headerFields: [
            "Content-Type": "application/json", "Content-Length": "\(number)",
            "ETag": "\"\(number)\"",
            "Date": "Tue, 14 Nov 2023 22:13:20 GMT", "Server": "s", "Vary": "Accept",
          ], body: .bytes(Data(#"{"n":\#(number)}"#.utf8)))),
      startedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)), duration: .zero)
  }

  @Test("SC-01: 100 000 interactions, in order, in reverse, and a thousand misses")
  func manyInteractions() async throws {
    let count = ProcessInfo.processInfo.environment["ENTRIES"].flatMap { Int($0) } ?? 3000
    let url = folder.file("many.har.gz")
    await #expect(processExitsWith: .success) {
      [path = url.path as String, count = count as Int] in
      func peak() throws -> Int {
        let status = String(
          decoding: try Data(contentsOf: URL(fileURLWithPath: "/proc/self/status")),
          as: UTF8.self)
        let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") })
        return try #require(Int(line.filter(\.isNumber)))
      }
      let before = try peak()
      let file = URL(fileURLWithPath: path)
      let writer = try CassetteFileWriter(replacing: file)
      for number in 0..<count { try writer.append(Self.interaction(number)) }
      guard try writer.finish() == .written else { exit(3) }
      for isReversed in [false, true] {
        let cassette = try Cassette(contentsOf: file)
        guard cassette.hasIndex, cassette.count == count else { exit(4) }
        let playback = Playback(cassette: cassette, matching: .default, repeats: .never)
        for step in 0..<count {
          let number = isReversed ? count - 1 - step : step
          let request = Cassette.Request(url: "https://api.test/i?n=\(number)")
          guard let reservation = try playback.reserve(request), reservation.index == number,
            reservation.interaction.outcome.response?.body.data
              == Data(#"{"n":\#(number)}"#.utf8)
          else { exit(5) }
          reservation.deliver()
        }
        // Each entry was read once, in whichever order; a few more where hashes are equal by chance.
        guard (count...(count + 20)).contains(playback.readCount), playback.unplayed.isEmpty else {
          exit(6)
        }
      }
      let cassette = try Cassette(contentsOf: file)
      let playback = Playback(cassette: cassette, matching: .default, repeats: .never)
      for number in 0..<1000 {
        let request = Cassette.Request(url: "https://api.test/i?n=\(count + number)")
        guard try playback.reserve(request) == nil else { exit(7) }
      }
      guard playback.readCount < 20 else { exit(8) }
      let taken = try peak() - before
      print("SC-01: \(count) entries, \(taken) KiB taken")
      // A gibibyte, of which this takes far less.
      exit(taken < 1 << 20 ? 0 : 9)
    }
  }
}
#endif
