import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Bodies that go from file to file, past memory.
struct LargeFilesTests {
  private static let count = 2 << 20
  private static let secret = "k7Qz-93hdAl_0sXwErTy"

  /// Bytes that compress, of which none is like the one 251 before.
  private static func bytes(_ range: Range<Int>) -> [UInt8] {
    range.map { UInt8((($0 % 251) * 31 + 7) % 251) }
  }

  private func downloads(
    _ fields: [(name: String, value: String)] = [("Content-Type", "application/octet-stream")]
  ) throws -> Studio {
    try Studio { request in
      // What is asked for as text has the secret in its midst.
      guard request.path.hasPrefix("/text") else {
        return Reply(
          fields: fields, pieces: [.generated(byteCount: Self.count, { Self.bytes($0) })],
          framing: .contentLength)
      }
      let filler = String(repeating: "the quick brown fox. ", count: 60_000)
      return Reply(
        fields: [("Content-Type", "text/plain")],
        pieces: [.text(filler), .text("\npassword=\(Self.secret)\n"), .text(filler)],
        framing: .chunked(trailers: []))
    }
  }

  private func download(_ studio: Studio, _ path: String = "/big", to name: String) -> Probe {
    let file = studio.folder.file(name)
    return Probe(
      .get, path, task: .downloadDestination { _, _ in (file, [.removePreviousFile]) })
  }

  private func bodies(_ studio: Studio, _ folder: String = "it.bodies") throws -> [String] {
    try FileManager.default.contentsOfDirectory(atPath: studio.folder.file(folder).path).sorted()
  }

  @Test func aDownloadGoesIntoItsSideFileAsItEnds() async throws {
    let studio = try downloads()
    let provider = studio.provider()
    let live = await provider.seen(download(studio, to: "live"))
    #expect(live.status == 200 && live.error == nil)
    // The journal has the reference only, and the content is packed already.
    let journal = try studio.folder.read("it.har.gz.partial")
    #expect(journal.count < 4_000)
    #expect(try bodies(studio).count == 1)
    try await provider.finish()
    #expect(try bodies(studio).count == 1)
    let size = try studio.folder.read("it.bodies/\(try bodies(studio)[0])").count
    #expect(size < 1 << 20)
    studio.server.stop()

    let seen = try await studio.replay([download(studio, to: "replayed")])
    #expect(seen == [live])
    #expect(try studio.folder.read("replayed") == Data(Self.bytes(0..<Self.count)))
    #expect(try studio.folder.read("live") == studio.folder.read("replayed"))
  }

  @Test func aDamagedSideFileReachesNoDestination() async throws {
    let studio = try downloads()
    try await studio.record([download(studio, to: "live")])
    let name = "it.bodies/\(try bodies(studio)[0])"
    var bytes = Array(try studio.folder.read(name))
    bytes[bytes.count - 100] ^= 1
    try studio.folder.write(bytes, to: name)
    try studio.folder.write(Array("old".utf8), to: "replayed")
    let reports = Reports()
    let seen = try await studio.replay([download(studio, to: "replayed")], reports: reports)
    #expect(seen[0].error?.contains("CassetteError") == true)
    #expect(reports.failures.count == 1 && reports.text.contains("corrupt"))
    #expect(try studio.folder.read("replayed") == Data("old".utf8))
  }

  @Test func secretsInADownloadAreTakenOut() async throws {
    let studio = try downloads()
    // The second call tells a secret that stood in the first one's answer without a name.
    let seen = try await studio.record([
      download(studio, "/text", to: "first"),
      Probe(.get, "/big", headers: ["Authorization": "Bearer \(Self.secret)"]),
    ])
    #expect(seen.allSatisfy { $0.error == nil })
    #expect(try studio.folder.read("first").count > 2_400_000)
    let cassette = try Cassette(contentsOf: studio.cassette)
    for interaction in try studio.interactions() {
      let body = try #require(interaction.outcome.response?.body)
      let content = try #require(try cassette.data(of: body))
      #expect(content.range(of: Data(Self.secret.utf8)) == nil)
    }
    #expect(try !studio.text().contains(Self.secret))
    try await studio.replay([download(studio, "/text", to: "replayed")])
    let text = String(decoding: try studio.folder.read("replayed"), as: UTF8.self)
    #expect(text.contains("\npassword=[redacted:password:1]\n"))
  }

  @Test func equalDownloadsShareAFile() async throws {
    let studio = try downloads()
    try await studio.record([
      download(studio, "/a", to: "a"), download(studio, "/b", to: "b"), Probe(.get, "/c"),
    ])
    #expect(try bodies(studio).count == 1)
    try await studio.calls([Probe(.get, "/text")], studio.provider(.rerecord))
    let left = try bodies(studio)
    #expect(left.count == 1)
    try await studio.calls([download(studio, to: "again")], studio.provider(.rerecord))
    #expect(try bodies(studio).count == 1 && bodies(studio) != left)
  }

  @Test func aFailedRunHasItsBodiesBesideIt() async throws {
    let studio = try downloads()
    try await studio.record([Probe(.get, "/text")])
    let old = (try FileFacts(studio.cassette), try bodies(studio))
    let provider = studio.provider(.rerecord)
    _ = await provider.seen(download(studio, to: "live"))
    try await provider.run.finish(failed: true)
    #expect(try FileFacts(studio.cassette) == old.0)
    #expect(try bodies(studio) == old.1)
    #expect(try bodies(studio, "it.har.gz.failed.bodies").count == 1)
    let failed = try Cassette(contentsOf: studio.folder.file("it.har.gz.failed"))
    let body = try #require(try failed.interaction(at: 0).outcome.response?.body)
    #expect(try failed.data(of: body) == Data(Self.bytes(0..<Self.count)))
    // A run that succeeds takes both away.
    try await studio.calls([Probe(.get, "/text")], studio.provider(.rerecord))
    #expect(
      try studio.folder.contents().filter { !$0.contains("bodies/") }.sorted() == [
        "it.bodies", "it.har.gz", "live",
      ])
  }

  @Test func anUploadedFileIsHashedAndSearched() async throws {
    let studio = try Studio { request in Reply(text: "\(request.body.count)") }
    func put(_ line: String) throws -> Probe {
      var content = Data("\(line)\n".utf8)
      while content.count < Self.count { content.append(contentsOf: "lorem ipsum; ".utf8) }
      let file = try studio.folder.write(content, to: "upload-\(line)")
      return Probe(.put, "/up", task: .uploadFile(file), headers: ["Content-Type": "text/plain"])
    }
    let clean = try put("clean")
    let secret = try put("password=\(Self.secret)")
    let live = try await studio.record([clean, secret])
    let interactions = try studio.interactions()
    guard case .digest(let cleanCount, _) = interactions[0].request.body,
      case .digest(let secretCount, _) = interactions[1].request.body
    else {
      Issue.record("\(interactions.map(\.request.body))")
      return
    }
    #expect(cleanCount == Int(live[0].text))
    #expect(
      secretCount == Int(live[1].text)! - Self.secret.utf8.count + "[redacted:password]".utf8.count)
    #expect(interactions[0].redactions.isEmpty)
    #expect(interactions[1].redactions.map(\.place) == ["request.body"])
    #expect(interactions.allSatisfy { $0.notes.isEmpty })
    studio.server.stop()
    #expect(try await studio.replay([secret, clean]) == [live[1], live[0]])
  }

  @Test func partsOfAFormAreHashedAndSearched() async throws {
    let studio = try Studio { request in
      Reply(text: request.body.count > Self.count ? "large" : "small")
    }
    func post(_ line: String) throws -> Probe {
      var content = Data("\(line)\n".utf8)
      while content.count < Self.count { content.append(contentsOf: "lorem ipsum; ".utf8) }
      let file = try studio.folder.write(content, to: "part-\(line)")
      return Probe(
        .post, "/form",
        task: .uploadMultipart([
          MultipartFormData(provider: .data(Data("hi".utf8)), name: "note"),
          MultipartFormData(
            provider: .file(file), name: "file", fileName: "f.txt", mimeType: "text/plain"),
        ]))
    }
    let (one, two) = (try post("one"), try post("two"))
    try await studio.parity([one, two])
    for interaction in try studio.interactions() {
      guard case .multipart(let parts) = interaction.request.body else {
        Issue.record("\(interaction.request.body)")
        return
      }
      #expect(parts.map(\.name) == ["note", "file"])
      #expect(parts[1].value.isEmpty && parts[1].byteCount >= Self.count)
      #expect(interaction.notes.isEmpty)
    }
    #expect(try await studio.replay([two, try post("six")]).map(\.isMiss) == [false, true])
  }
}
