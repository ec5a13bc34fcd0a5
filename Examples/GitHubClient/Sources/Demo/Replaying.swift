import Cassette
import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider

/// Replays both cassettes without a server, and compares.
struct Replaying {
  /// The ways in which a cassette is replayed.
  enum Pass: CaseIterable {
    /// A provider with nothing around it.
    case bare
    /// With all the plugins, closures and the adapter that were in force while recording.
    case customised
    /// Moya's own provider, with the two closures of a player.
    case closures
  }

  let folder: URL
  let seen: URL
  /// The secrets that were recorded.
  let recorded: URL
  /// Whether the same secrets are sent again; else fresh ones are.
  let sendsRecorded: Bool

  /// - Returns: Whether all of it was as seen live.
  func run() async throws -> Bool {
    let live = try JSONDecoder().decode(SeenLive.self, from: Data(contentsOf: seen))
    let recordedSecrets = try Secrets(contentsOf: recorded)
    let secrets = sendsRecorded ? recordedSecrets : Secrets()
    let files = try WorkFolder()
    var table = Table(live: live, secrets: recordedSecrets)
    try await table.replay(
      "httpbin", in: folder, steps: Step.all(secrets, files: files), seen: live.httpbin,
      sending: secrets)
    try await table.replay(
      "several", in: folder, steps: Step<MultiTarget>.all(), seen: live.several,
      sending: secrets)
    try files.remove()
    table.printSummary()
    return table.differenceCount == 0
  }

  /// Compares, prints a line for each interaction, and counts.
  private struct Table {
    let live: OriginNames
    let forms: SecretForms
    let secrets: Secrets
    var interactionCount = 0
    var differenceCount = 0
    var placeCount = 0
    var placeholderCount = 0
    var followingLengthCount = 0

    init(live: SeenLive, secrets: Secrets) {
      self.live = live.origins
      forms = SecretForms(secrets)
      self.secrets = secrets
    }

    mutating func replay<Target: TargetType>(
      _ name: String, in folder: URL, steps: [Step<Target>], seen: [Seen], sending: Secrets
    ) async throws {
      // Ports that nobody listens on, other ones than while recording.
      let elsewhere = OriginNames(port: try closedPort(), closedPort: try closedPort())
      var replayed: [[Seen]] = []
      for pass in Pass.allCases {
        replayed.append(
          try await Self.answers(
            pass, .named(name, in: folder), steps,
            Customisation(secrets: sending, origins: elsewhere)))
      }
      let cassette = try Cassette(contentsOf: folder.appendingPathComponent("\(name).har.gz"))
      guard cassette.count == steps.count, seen.count == steps.count else {
        print("\(name): \(cassette.count) interactions for \(steps.count) calls")
        differenceCount += 1
        return
      }
      var meanings: [String: String] = [:]
      for (index, step) in steps.enumerated() {
        let redactions = try cassette.interaction(at: index).redactions
          .map { (place: $0.place, placeholder: $0.placeholder) }
        var lines: [String] = []
        var note = ""
        for (pass, answers) in zip(Pass.allCases, replayed) {
          var difference = Difference(
            redactions: redactions, secrets: forms, isPlain: pass == .closures,
            meanings: meanings)
          difference.compare(
            live: seen[index].naming(live), replayed: answers[index].naming(elsewhere))
          meanings = difference.meanings
          lines += difference.lines.map { "        \(pass): \($0)" }
          if pass == .bare, difference.placeholderCount > 0 {
            followingLengthCount += difference.followingLengthCount
            placeCount += difference.placeCount
            placeholderCount += difference.placeholderCount
            note = "  (\(difference.placeholderCount) redacted)"
          }
        }
        interactionCount += 1
        if !lines.isEmpty { differenceCount += 1 }
        let path = sending.hidden(in: secrets.hidden(in: step.title.path))
        printLine(
          step.title.method, path, seen[index], isEqual: lines.isEmpty, note: note)
        for line in lines { print(line) }
      }
    }

    private static func answers<Target: TargetType>(
      _ pass: Pass, _ cassette: CassetteSource, _ steps: [Step<Target>],
      _ customisation: Customisation
    ) async throws -> [Seen] {
      for file in steps.compactMap(\.file)
      where FileManager.default.fileExists(atPath: file.path) {
        // Else the file of an earlier pass would do.
        try FileManager.default.removeItem(at: file)
      }
      switch pass {
      case .bare:
        let provider = ReplayProvider<Target>(cassette: cassette, mode: .replay)
        let seen = await provider.perform(steps)
        try await provider.finish()
        return seen
      case .customised:
        var options = CassetteOptions()
        options.origins = customisation.origins.map
        let provider = ReplayProvider<Target>(
          cassette: cassette, mode: .replay, options: options,
          endpointClosure: { customisation.endpoint(for: $0) },
          requestClosure: { Customisation.request(of: $0, completion: $1) },
          session: customisation.session, plugins: customisation.plugins)
        let seen = await provider.perform(steps)
        try await provider.finish()
        return seen
      case .closures:
        let player = try CassettePlayer<Target>(cassette: cassette, mode: .replay)
        let provider = MoyaProvider<Target>(
          endpointClosure: player.endpointClosure, stubClosure: player.stubClosure)
        let seen = await provider.perform(steps)
        try await player.run.finish()
        return seen
      }
    }

    private func printLine(
      _ method: String, _ path: String, _ seen: Seen, isEqual: Bool, note: String
    ) {
      func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(0, width - text.count))
      }
      print(
        padded(isEqual ? "ok" : "DIFFERS", 8) + padded(method, 7) + padded(path, 27) + " "
          + seen.summary + note)
    }

    func printSummary() {
      print(
        """
        \(interactionCount) interactions, each replayed \(Pass.allCases.count) times (bare, \
        customised, by the two closures): \(differenceCount) differ
        \(placeholderCount) secrets in \(placeCount) places of answers came back as placeholders, \
        all of them listed as redacted; \(followingLengthCount) Content-Length fields are those of \
        the bodies with placeholders
        """)
    }
  }
}

extension Seen {
  /// The same, with names in place of live origins where a cassette has names.
  fileprivate func naming(_ origins: OriginNames) -> Seen {
    var seen = self
    seen.finalURL = finalURL.map(origins.named(url:))
    if let location = headerFields?["Location"] {
      seen.headerFields?["Location"] = origins.named(url: location)
    }
    for index in seen.failures.indices {
      seen.failures[index].text = origins.named(text: seen.failures[index].text)
    }
    return seen
  }
}
