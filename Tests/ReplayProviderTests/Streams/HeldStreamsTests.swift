import Foundation
import MoyaCore
import TestSupport
import Testing

@testable import Cassette
@testable import Recorder
@testable import ReplayProvider

/// How much of a streamed upload is held while it is decided who answers it.
struct HeldStreamsTests {
  private static let secret = "k7Qz-93hdAl_0sXwErTy"
  /// What may come on top of a limit: the 1 MiB that is held in any case, and one read.
  private static let slack = SideFiles.defaultThreshold + 1 << 16
  private static let limit = 3 << 20

  private func studio() throws -> Studio {
    try Studio { request in Reply(text: "\(request.path) \(request.bodyByteCount)") }
  }

  private func run(
    _ mode: RecordMode, _ studio: Studio, matching: RequestMatcher = .default,
    reports: Reports = Reports()
  ) -> CassetteRun {
    var options = studio.options
    options.matching = matching
    return CassetteRun(
      .file(studio.cassette), mode: mode, options: options, sourceFile: #filePath, environment: [:],
      heldByteCount: Self.limit, reporter: reports.reporter)
  }

  private func provider(
    _ mode: RecordMode, _ studio: Studio, reports: Reports = Reports()
  ) -> ReplayProvider<Probe> {
    ReplayProvider<Probe>(
      run: run(mode, studio, reports: reports), endpointClosure: { studio.live($0) },
      session: Studio.session())
  }

  private func part(
    _ name: String, _ value: String = "", byteCount: Int? = nil
  ) -> Cassette.Body.Part {
    // As Moya names a streamed part that the program gives no name of a file.
    .init(
      name: name, fileName: "", contentType: "", value: Data(value.utf8),
      digest: byteCount.map { .init(byteCount: $0, sha256: String(repeating: "0", count: 64)) })
  }

  private func recorded(
    _ parts: [Cassette.Body.Part], redacted: [String] = []
  ) -> Cassette.Interaction {
    .init(
      request: .init(method: "POST", url: "https://api.test/up", body: .multipart(parts)),
      outcome: .response(.init(status: 200)),
      redactions: redacted.map { .init(place: $0, placeholder: "[redacted:password:1]") })
  }

  /// How much is held of streams of those sizes that are the parts at those places.
  private func held(
    _ mode: RecordMode, _ sizes: [Int: Int], _ interactions: [Cassette.Interaction],
    matching: RequestMatcher = .default
  ) async throws -> [Int] {
    let studio = try studio()
    try studio.write(interactions)
    let run = run(mode, studio, matching: matching)
    let streams = sizes.sorted { $0.key < $1.key }.map { place, size in
      (
        part: place,
        stream: TeedStream(
          InputStream(data: Data(count: size)),
          record: StreamRecord(isCompared: false, redacted: nil))
      )
    }
    run.readAhead(streams, of: .init(method: "POST", url: "https://api.test/up"))
    try await run.finish()
    return streams.map(\.stream.heldByteCount)
  }

  @Test(arguments: [RecordMode.append, .verify])
  func aRedactedPlaceInAnotherPartHoldsNothing(mode: RecordMode) async throws {
    let entry = recorded(
      [part("s", "small"), part("password", "[redacted:password:1]")],
      redacted: ["request.body.part[password]"])
    let held = try await held(mode, [0: 6 << 20], [entry])
    #expect(held[0] <= Self.slack)
  }

  @Test(arguments: [RecordMode.append, .verify])
  func itsOwnPartIsHeldUpToTheLimit(mode: RecordMode) async throws {
    let own = recorded([part("s", byteCount: 2 << 20)], redacted: ["request.body.part[s]"])
    let some = try await held(mode, [0: 5 << 19], [own])
    #expect(some == [5 << 19])
    let much = try await held(mode, [0: 6 << 20], [own])
    #expect(much[0] <= Self.limit + 1 << 16)
    let custom = try await held(
      mode, [0: 6 << 20], [recorded([part("s", "small")])],
      matching: .default.adding(.custom("mine") { _, _ in true }))
    #expect(custom[0] <= Self.limit + 1 << 16)
  }

  @Test(arguments: [RecordMode.append, .verify])
  func whatCannotBeHeldIsNotBegunToBe(mode: RecordMode) async throws {
    let held = try await held(
      mode, [0: 6 << 20], [recorded([part("s", byteCount: 1 << 30)])])
    #expect(held[0] <= Self.slack)
  }

  @Test func theStreamsOfACallShareTheLimit() async throws {
    let size = 2 << 20
    let held = try await held(
      .append, [0: size, 2: size],
      [recorded([part("a", byteCount: size), part("b", "b"), part("c", byteCount: size)])])
    #expect(held[0] == size && held[1] <= Self.slack)
  }

  @Test func theLimitIs16MiB() throws {
    #expect(try studio().run(.append).heldByteCount == 16 << 20)
  }

  /// More than is held.
  private static let long = Data(repeating: 0x61, count: limit + 1 << 19)

  @Test func whatIsTooLongIsRecordedAsNewAndNotVerified() async throws {
    let studio = try studio()
    func target() -> Probe { .streamed(InputStream(data: Self.long), Self.long.count) }
    try await studio.record([target()])
    let appended = try await studio.calls([target()], provider(.append, studio))
    #expect(appended.map(\.status) == [200] && studio.server.requestCount == 2)
    // Hashed in passing, it is the same.
    let entries = try studio.interactions()
    try #require(entries.count == 2)
    #expect(entries[0].matched.body == entries[1].matched.body)
    #expect(entries[1].notes == [])
    let reports = Reports()
    let verified = try await studio.calls([target()], provider(.verify, studio, reports: reports))
    #expect(verified[0].isMiss && studio.server.requestCount == 2)
    #expect(
      reports.failures == [
        "POST https://api.test/up was not verified: what it streams is compared before it is sent, and no "
          + "more than 3145728 bytes of a call's streams are held in between. Upload files rather than "
          + "streams, or leave the call out: options: .init(ignoring: ...). The network was not touched."
      ])
    #expect(try await studio.replay([target()])[0].status == 200)
  }

  @Test func anotherTooLongIsAMissAsAnyOther() async throws {
    let studio = try studio()
    try studio.write([recorded([part("s", byteCount: Self.long.count)])])
    let reports = Reports()
    let seen = try await studio.calls(
      [.streamed(InputStream(data: Self.long), Self.long.count)],
      provider(.verify, studio, reports: reports))
    #expect(seen[0].isMiss)
    let report = try #require(reports.failures.first)
    #expect(report.hasPrefix("no recording of POST https://api.test/up"))
  }

  @Test func whatHadSecretsIsVerifiedAndAnsweredWhereItIsHeld() async throws {
    let studio = try studio()
    let filler = (0..<60_000).map { "line \($0) of a text\n" }.joined()
    let text = filler + "\npassword=\(Self.secret)\n"
    func target() -> Probe { .streamed(SpiedStream(text), text.utf8.count) }
    try await studio.record([target()])
    let reports = Reports()
    let verified = try await studio.calls([target()], provider(.verify, studio, reports: reports))
    #expect(verified[0].status == 200 && reports.failures == [])
    #expect(studio.server.requests[1].bodyByteCount == studio.server.requests[0].bodyByteCount)
    let appended = try await studio.calls([target()], provider(.append, studio))
    #expect(appended[0].status == 200 && studio.server.requestCount == 2)
  }
}
