import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Sixty secrets of twelve kinds go through real traffic, and must be nowhere in what is written or
/// printed, whenever the recording is killed.
@Suite(.serialized) struct LeakTests {
  private let folder: TemporaryFolder
  private let server: LoopbackServer
  private let seed: UInt64
  private let secrets: LeakSecrets

  init() throws {
    folder = try TemporaryFolder()
    seed = SplitMix64(name: "leaks").seed
    let secrets = LeakSecrets(seed: seed)
    self.secrets = secrets
    server = try LoopbackServer { request in
      guard request.path.hasPrefix("/call/"), let number = Int(request.path.dropFirst(6)),
        number < LeakCall.count
      else { return Reply(404) }
      return LeakCall(number, secrets).reply
    }
  }

  /// Runs the child with all that it writes in a folder of that name; what it prints goes there too.
  private func record(
    in name: String, killAfter: Int = 0, isPlain: Bool = false
  ) async throws -> ChildProcess.Output {
    let place = folder.file(name)
    for part in ["cassettes", "temporary"] {
      try FileManager.default.createDirectory(
        at: place.appendingPathComponent(part), withIntermediateDirectories: true)
    }
    let child = Bundle.main.bundleURL.appendingPathComponent("LeakingChild").path
    let output = try await ChildProcess.run(
      child,
      [
        place.path + "/cassettes/it.har.gz", server.baseURL.absoluteString, "\(seed)",
        "\(killAfter)",
      ] + (isPlain ? ["--plain"] : []),
      environment: ["TMPDIR": place.path + "/temporary"], limit: .seconds(120))
    try (output.stdout + "\n" + output.stderr).write(
      to: place.appendingPathComponent("printed"), atomically: false, encoding: .utf8)
    // What the program itself has downloaded is its own.
    let downloads = place.appendingPathComponent("downloads")
    if FileManager.default.fileExists(atPath: downloads.path) {
      try FileManager.default.removeItem(at: downloads)
    }
    return output
  }

  /// Searches a folder by a program that knows nothing of how redaction works.
  private func search(
    _ name: String, for numbers: [Int], expectsAll: Bool = false
  ) async throws -> ChildProcess.Output {
    let listed = numbers.map { number in
      // A web token's header says nothing, and stays.
      let secret = secrets.all[number]
      let value = secret.hasPrefix("eyJ") ? secret.drop { $0 != "." }.dropFirst() : secret[...]
      return ["name": "secret \(number)", "value": String(value)]
    }
    let list = folder.file("\(name).secrets.json")
    try JSONSerialization.data(withJSONObject: listed).write(to: list)
    return try await ChildProcess.run(
      Repository.root.appendingPathComponent("Scripts/leak-search").path,
      [folder.file(name).path, list.path] + (expectsAll ? ["--expect-all"] : []),
      limit: .seconds(600))
  }

  @Test(.timeLimit(.minutes(10))) func noSecretIsWrittenOrPrinted() async throws {
    let output = try await record(in: "whole")
    #expect(
      output.isSuccess && output.stdout.contains("\nsaved\n"), "\(output.stdout)\(output.stderr)")
    let misses = output.stdout.split(separator: "\n").filter { $0.contains(" missed: ") }
    #expect(misses.count == LeakCall.count)
    let cassette = try Cassette(contentsOf: folder.file("whole/cassettes/it.har.gz"))
    #expect(cassette.count == LeakCall.count)
    #expect(try folder.contents().contains { $0.hasPrefix("whole/cassettes/it.bodies/") })
    let text = try Zcat.text(of: folder.file("whole/cassettes/it.har.gz"))
    try text.write(to: folder.file("whole/text"), atomically: false, encoding: .utf8)
    let result = try await search("whole", for: Array(0..<60))
    #expect(result.status == 0, "seed \(seed): \(result.stdout)\(result.stderr)")
  }

  @Test(.timeLimit(.minutes(10))) func withoutRulesTheSearchFindsAll() async throws {
    let output = try await record(in: "plain", isPlain: true)
    #expect(
      output.isSuccess && output.stdout.contains("\nsaved\n"), "\(output.stdout)\(output.stderr)")
    let result = try await search("plain", for: Array(0..<60), expectsAll: true)
    #expect(result.status == 0, "seed \(seed): \(result.stdout)\(result.stderr)")
  }

  @Test(.timeLimit(.minutes(20))) func whenKilledTheJournalHoldsNoneThatWasKnown() async throws {
    for count in 1..<LeakCall.count {
      let name = "killed-\(count)"
      let output = try await record(in: name, killAfter: count)
      #expect(output.isSignalled && output.status == SIGKILL)
      let journal = try folder.read("\(name)/cassettes/it.har.gz.partial")
      #expect(journal.count { $0 == 0x0A } == count + 1)
      // The last one is not known yet, and stands in the answers to the first calls.
      let result = try await search(
        name, for: Array(0..<(3 * count)).filter { $0 != LeakCall.learnedLast })
      #expect(result.status == 0, "seed \(seed), \(name): \(result.stdout)\(result.stderr)")
      if count > 1 {
        let proof = try await search(name, for: [LeakCall.learnedLast], expectsAll: true)
        #expect(proof.status == 0, "the search does not see what is there")
      }
    }
  }
}
