import Cassette
import Foundation
import TestSupport
import Testing

/// The built tool, run in a folder of the test's own.
struct Tool {
  let folder: TemporaryFolder

  init() throws { folder = try TemporaryFolder() }

  /// The binary, which lies beside the tests.
  static var path: String {
    #if os(macOS)
    let bundle = Bundle.allBundles.first { $0.bundlePath.hasSuffix(".xctest") } ?? Bundle.main
    return bundle.bundleURL.deletingLastPathComponent().appendingPathComponent("cassette").path
    #else
    return Bundle.main.bundleURL.appendingPathComponent("cassette").path
    #endif
  }

  /// Runs it with those arguments.
  func callAsFunction(_ arguments: String...) async throws -> ChildProcess.Output {
    try await ChildProcess.run(Self.path, arguments, in: folder.url)
  }

  /// Runs it with those arguments, and compares all that it does.
  func expect(
    _ arguments: String..., stdout: String = "", stderr: String = "", status: Int32 = 0,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    let output = try await ChildProcess.run(Self.path, arguments, in: folder.url)
    #expect(output.stdout == stdout, sourceLocation: sourceLocation)
    #expect(output.stderr == stderr, sourceLocation: sourceLocation)
    #expect(!output.isSignalled && output.status == status, sourceLocation: sourceLocation)
  }

  /// Runs a line of a shell in which `$0` is the tool.
  func shell(_ line: String) async throws -> ChildProcess.Output {
    try await ChildProcess.run("/bin/bash", ["-c", line, Self.path], in: folder.url)
  }

  func path(_ name: String) -> String { folder.file(name).path }

  /// Saves a cassette in the folder.
  func save(_ interactions: [Cassette.Interaction], to name: String) throws {
    try Cassette(interactions: interactions).save(to: folder.file(name))
  }

  /// What a cassette in the folder holds.
  func interactions(in name: String) throws -> [Cassette.Interaction] {
    let cassette = try Cassette(contentsOf: folder.file(name))
    return try (0..<cassette.count).map { try cassette.interaction(at: $0) }
  }
}
