import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

struct FinishingTests {
  @Test func theEndOfARunWaitsForOpenCalls() async throws {
    let studio = try Studio { Reply(text: $0.path).delayed(by: .milliseconds(300)) }
    let provider = studio.provider()
    for number in 0..<5 {
      let call: any Cancellable = provider.request(
        Probe(.get, "/\(number)"), callbackQueue: DispatchQueue(label: "callbacks"),
        completion: { _ in })
      #expect(!call.isCancelled)
    }
    try await provider.run.finish(failed: false)
    #expect(try studio.interactions().count == 5)
    let late = try await studio.calls(
      [Probe(.get, "/0")], ReplayProvider<Probe>(run: provider.run))
    #expect(late[0].error != nil)
  }

  @Test func aLateAnswerIsDroppedWithANoteAndIsNotTheNextRuns() async throws {
    let gate = Gate()
    let studio = try Studio { request in
      request.path == "/slow" ? Reply(text: "late").held(at: gate) : Reply(text: request.path)
    }
    var options = studio.options
    options.patience = .zero
    let reports = Reports()
    let first = studio.provider(.rerecord, options: options, reports: reports)
    let answered = AsyncStream.makeStream(of: Void.self)
    let call = first.request(
      Probe(.get, "/slow"), callbackQueue: DispatchQueue(label: "callbacks")
    ) { _ in answered.continuation.yield() }
    await gate.reached()
    try await first.run.finish(failed: false)
    #expect(!call.isCancelled)
    let path = studio.cassette.path
    #expect(
      reports.warnings == [
        "1 call had no outcome when the run on \(path) ended, and is not recorded."
      ])
    // The next test records into the same file while the answer comes.
    let next = studio.provider(.rerecord)
    #expect(await next.seen(Probe(.get, "/a")).text == "/a")
    gate.open()
    for await _ in answered.stream { break }
    #expect(await next.seen(Probe(.get, "/b")).text == "/b")
    try await next.finish()
    #expect(
      reports.warnings.dropFirst() == [
        "an answer came after the run on \(path) had ended, and is not recorded"
      ])
    #expect(
      try studio.interactions().map(\.request.url) == ["https://api.test/a", "https://api.test/b"])
  }

  @Test func failuresAloneDoNotReplaceAnswers() async throws {
    let studio = try Studio { Reply(text: $0.path) }
    try await studio.record([Probe(.get, "/a"), Probe(.get, "/b")])
    let facts = try FileFacts(studio.cassette)
    studio.server.stop()
    let path = studio.cassette.path
    let provider = studio.provider(.rerecord)
    // The test swallows the error, and so passes.
    _ = await provider.seen(Probe(.get, "/a"))
    await #expect {
      try await provider.finish()
    } throws: {
      "\($0)" == """
        \(path) was not replaced: the only call failed (NSURLErrorDomain -1004), and the old recording \
        has answers. Is the server up? The new recording lies in \(path).failed. Where failures are what \
        is to be recorded: options: .init(allowsOnlyFailures: true).
        """
    }
    #expect(try FileFacts(studio.cassette) == facts)
    #expect(try studio.folder.contents() == ["it.har.gz", "it.har.gz.failed"])
    let failed = try Cassette(contentsOf: studio.folder.file("it.har.gz.failed"))
    #expect(try failed.interaction(at: 0).outcome.failure?.code == -1004)

    let partly = studio.provider(.rerecord(only: "/a"))
    _ = await partly.seen(Probe(.get, "/a"))
    await #expect(throws: RecorderError.self) { try await partly.finish() }
    #expect(try FileFacts(studio.cassette) == facts)

    var options = studio.options
    options.allowsOnlyFailures = true
    try await studio.replay([Probe(.get, "/a")], .rerecord, options: options)
    #expect(try studio.interactions().map { $0.outcome.failure?.code } == [-1004])
    #expect(try studio.folder.contents() == ["it.har.gz"])
    // Of failures alone nothing is lost.
    try await studio.replay([Probe(.get, "/b")], .rerecord)
    #expect(try studio.interactions().map(\.request.url) == ["https://api.test/b"])
  }
}
