import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// What a caller's progress block is told last, live and on replay.
struct ProgressTotalsTests {
  private static let secret = "k7Qz-93hdAl_0sXwErTy"

  private func studio() throws -> Studio {
    try Studio { request in
      switch request.path {
      case "/gzip":
        Reply(
          fields: [("Content-Encoding", "gzip"), ("Content-Type", "text/plain")],
          body: Zlib.deflate(Array(repeating: 0x61, count: 5000), as: .gzip))
      case "/chunked":
        Reply(pieces: [.text("hello"), .text(" you")], framing: .chunked(trailers: []))
      case "/secret":
        Reply(
          fields: [("Content-Type", "application/json")], text: #"{"password":"\#(Self.secret)"}"#)
      case "/none": Reply(204)
      case "/refused": Reply(404, text: "nothing here")
      default: Reply(text: "ten bytes!")
      }
    }
  }

  /// The last two calls of the progress block, as bytes done and in all.
  private func last(_ target: Probe, _ provider: ReplayProvider<Probe>) async -> [String] {
    let steps = TestSupport.Locked<[String]>([])
    await withCheckedContinuation { continuation in
      provider.request(
        target, callbackQueue: nil,
        progress: { step in
          let progress = step.progressObject
          steps.withLock {
            $0.append(
              "\(progress?.completedUnitCount ?? -2)/\(progress?.totalUnitCount ?? -2) \(step.completed)"
            )
          }
        },
        completion: { _ in continuation.resume() })
    }
    return [steps.withLock { $0.last ?? "none" }]
  }

  private func targets(_ studio: Studio) throws -> [String: Probe] {
    let file = try studio.folder.write(Array(repeating: 0x62, count: 4000), to: "up.bin")
    func download(_ path: String) -> Probe {
      let place = studio.folder.file("down")
      return Probe(
        .get, path, task: .downloadDestination { _, _ in (place, [.removePreviousFile]) })
    }
    return [
      "plain": Probe(.get, "/plain"), "gzip": Probe(.get, "/gzip"),
      "chunked": Probe(.get, "/chunked"), "secret": Probe(.get, "/secret"),
      "none": Probe(.get, "/none"), "head": Probe(.head, "/plain"),
      "invalid": Probe(.get, "/refused", validationType: .successCodes),
      "multipart": Probe(
        .post, "/up",
        task: .uploadMultipart([
          MultipartFormData(provider: .data(Data(count: 300)), name: "a"),
          MultipartFormData(provider: .stream(InputStream(data: Data(count: 30)), 30), name: "b"),
        ])),
      "file": Probe(.put, "/up", task: .uploadFile(file)),
      "download": download("/plain"), "download of unknown length": download("/chunked"),
      "encoded download": download("/gzip"),
    ]
  }

  @Test func itsLastCallIsTheSameOnReplay() async throws {
    let studio = try studio()
    var live: [String: [String]] = [:]
    let names = try targets(studio).keys.sorted()
    let recorder = studio.provider()
    for name in names { live[name] = await last(try targets(studio)[name]!, recorder) }
    try await recorder.finish()
    let entries = try studio.interactions()
    let player = studio.provider(.replay)
    for name in names {
      let replayed = await last(try targets(studio)[name]!, player)
      #expect(replayed == live[name], "\(name)")
    }
    try await player.finish()
    #expect(studio.server.requestCount == names.count)
    // What follows from the contents is not written.
    let recorded = zip(names, entries).filter { $1.progress != nil }.map(\.0)
    #expect(Set(recorded).isDisjoint(with: ["plain", "file", "download"]))
    #expect(Set(recorded).isSuperset(of: ["gzip", "chunked", "multipart", "secret"]))
    let gzip = try #require(zip(names, entries).first { $0.0 == "gzip" }?.1)
    #expect(gzip.progress == .init(completedByteCount: 5000, totalByteCount: nil))
    #expect(live["gzip"] == ["5000/-1 true"])
    #expect(live["plain"] == ["10/10 true"])
  }

  @Test func withoutABlockNothingIsWritten() async throws {
    let studio = try studio()
    try await studio.record([Probe(.get, "/gzip"), Probe(.get, "/chunked")])
    #expect(try studio.interactions().allSatisfy { $0.progress == nil })
    // Such a cassette answers with what follows from its contents.
    let player = studio.provider(.replay)
    #expect(await last(Probe(.get, "/gzip"), player) == ["5000/5000 true"])
    try await player.finish()
  }
}
