import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Bodies of many bytes.
struct LargeBodiesCaseTests {
  @Test("LG-01: an answer of many mebibytes goes through its side file")
  func manyMebibytesOfAnAnswer() async throws {
    @Sendable func bytes(_ range: Range<Int>) -> [UInt8] {
      range.map { UInt8((($0 % 251) * 31 + 7) % 251) }
    }
    #expect(bytes(0..<8) == Samples.hex("0726456483a2c1e0"))
    // LG-01's own size takes a release build; memory is measured by LargeBodyBenchmarks.
    let given = ProcessInfo.processInfo.environment["TEST_LARGE_BYTES"]
    let count = given.flatMap { Int($0) } ?? 2 << 20
    let studio = try Studio { _ in
      Reply(
        fields: [
          ("Content-Type", "application/octet-stream"), ("Content-Length", "\(count)"),
        ], pieces: [.generated(byteCount: count, { bytes($0) })], framing: .contentLength)
    }
    let live = try await studio.parity([Probe(.get, "/big")])
    guard case .sideFile(let file)? = try studio.interactions()[0].outcome.response?.body else {
      Issue.record("no side file")
      return
    }
    #expect(file.byteCount == count)
    if count == 104_857_600 {
      #expect(file.sha256 == "9e8ad2f55883abc279cd26d56d631a1be8519e69369a9c22d065c4e00c963102")
    }
    #expect(live[0].body.count == count)
    #expect(Array(live[0].body.suffix(4)) == bytes((count - 4)..<count))
    let size = try studio.folder.contents().reduce(0) { size, name in
      let facts = try FileManager.default.attributesOfItem(atPath: studio.folder.file(name).path)
      return size
        + (facts[.type] as? FileAttributeType == .typeRegular ? facts[.size] as? Int ?? 0 : 0)
    }
    #expect(size <= 4 << 20)
  }

  @Test func aLargeUploadMatchesByItsContent() async throws {
    func post(_ last: UInt8) -> Probe {
      Probe(
        .post, "/big", task: .requestData(Data(repeating: 7, count: 1 << 20) + [last]),
        headers: ["Content-Type": "application/octet-stream"])
    }
    let studio = try Studio { request in Reply(text: "\(request.body.last ?? 0)") }
    try await studio.parity([post(1), post(2)])
    let seen = try await studio.replay([post(2), post(1), post(3)])
    #expect(seen[0].text == "2" && seen[1].text == "1" && seen[2].isMiss)
  }

  @Test func aLargeUploadedFileMatchesByItsContent() async throws {
    let studio = try Studio { request in Reply(text: "\(request.body.last ?? 0)") }
    func put(_ last: UInt8) throws -> Probe {
      let file = try studio.folder.write(
        Data(repeating: 7, count: 1 << 20) + [last], to: "upload-\(last)")
      return Probe(.put, "/big", task: .uploadFile(file))
    }
    try await studio.parity([try put(1), try put(2)])
    let seen = try await studio.replay([try put(2), try put(1), try put(3)])
    #expect(seen[0].text == "2" && seen[1].text == "1" && seen[2].isMiss)
  }
}
