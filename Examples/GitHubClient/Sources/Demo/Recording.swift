import Cassette
import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider

/// What was seen of both cassettes, as `seen.json` holds it.
struct SeenLive: Codable {
  var origins: OriginNames
  var httpbin: [Seen]
  var several: [Seen]
}

/// Records both cassettes from a live server on this machine.
struct Recording {
  /// The port of 127.0.0.1 on which the server listens.
  let port: UInt16
  let folder: URL
  let seen: URL
  let secretsFile: URL
  /// Where the journals are copied to before they become cassettes.
  let copies: URL?
  let isUnsafe: Bool

  func run() async throws {
    let manager = FileManager.default
    for folder in [folder, copies].compactMap({ $0 }) {
      try manager.createDirectory(at: folder, withIntermediateDirectories: true)
    }
    let files = try WorkFolder()
    let secrets = Secrets()
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
    try encoder.encode(secrets.entries).write(to: secretsFile)

    let origins = OriginNames(port: port, closedPort: try closedPort())
    let customisation = Customisation(secrets: secrets, origins: origins)
    var options = CassetteOptions()
    options.origins = origins.map
    if isUnsafe { options.redacting = .unsafelyRecordingSecrets }

    let first = provider(for: HTTPBin.self, "httpbin", options, customisation)
    let steps = Step.all(secrets, files: files)
    let httpbin = await first.perform(steps)
    try copyJournals()
    try await first.finish()

    let second = provider(for: MultiTarget.self, "several", options, customisation)
    let severalSteps = Step<MultiTarget>.all()
    let several = await second.perform(severalSteps)
    try copyJournals()
    try await second.finish()

    let live = SeenLive(origins: origins, httpbin: httpbin, several: several)
    try encoder.encode(live).write(to: seen)
    try files.remove()
    let problems = Self.problems(steps, httpbin) + Self.problems(severalSteps, several)
    if !problems.isEmpty { throw DemoError.unexpected(problems.map { secrets.hidden(in: $0) }) }
    print(
      "recorded \(httpbin.count + several.count) interactions, with "
        + "\(secrets.entries.count) secrets in them\(isUnsafe ? ", redaction off" : "")")
  }

  private func provider<Target: TargetType>(
    for target: Target.Type, _ name: String, _ options: CassetteOptions,
    _ customisation: Customisation
  ) -> ReplayProvider<Target> {
    ReplayProvider(
      cassette: .named(name, in: folder), mode: .rerecord, options: options,
      endpointClosure: { customisation.endpoint(for: $0) },
      requestClosure: { Customisation.request(of: $0, completion: $1) },
      session: customisation.session, plugins: customisation.plugins)
  }

  private static func problems<Target>(_ steps: [Step<Target>], _ seen: [Seen]) -> [String] {
    zip(steps, seen).compactMap { step, seen in
      step.problem(with: seen).map { "  \(step.title.method) \(step.title.path): \($0)" }
    }
  }

  /// Copies the journal that is being written, and whatever lies in the temporary folder.
  private func copyJournals() throws {
    guard let copies else { return }
    let manager = FileManager.default
    let journals = try manager.contentsOfDirectory(atPath: folder.path)
      .filter { $0.hasSuffix(".partial") }
    guard !journals.isEmpty else { throw DemoError.journalMissing(folder.path) }
    for name in journals {
      try manager.copyItem(
        at: folder.appendingPathComponent(name), to: copies.appendingPathComponent(name))
    }
    let temporary = copies.appendingPathComponent("temporary-\(UUID().uuidString)")
    try manager.copyItem(at: manager.temporaryDirectory, to: temporary)
  }
}
