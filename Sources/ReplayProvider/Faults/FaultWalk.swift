package import Cassette
import Foundation
package import Recorder

/// Runs a program under one fault after another.
package struct FaultWalk: Sendable {
  private let cassette: CassetteSource
  private let sourceFile: String
  private let calls: [CallFilter]
  private let times: Int?
  private let options: CassetteOptions
  private let limit: Duration
  private let clock: any Clock<Duration>
  private let expecting: @Sendable (FaultReport.Combination) -> Bool
  private let failureCount: @Sendable () -> Int
  private let program: @Sendable () async throws -> Void

  /// A walk; see `Faults.check`. `failureCount` says how many failures the test has recorded so far.
  package init(
    cassette: CassetteSource, sourceFile: String, calls: [CallFilter], times: Int?,
    options: CassetteOptions, limit: Duration, clock: any Clock<Duration>,
    expecting: @escaping @Sendable (FaultReport.Combination) -> Bool,
    failureCount: @escaping @Sendable () -> Int,
    program: @escaping @Sendable () async throws -> Void
  ) {
    self.cassette = cassette
    self.sourceFile = sourceFile
    self.calls = calls
    self.times = times
    self.options = options
    self.limit = limit
    self.clock = clock
    self.expecting = expecting
    self.failureCount = failureCount
    self.program = program
  }

  /// One run of the program.
  private struct Outcome {
    let ending: FaultReport.Ending
    let endingText: String
    let faultCount: Int
    /// What the run told the test of, and how often the test has failed.
    let problem: String?
    let playbacks: [Playback]

    /// What is wrong with a run that met no fault: it threw, or hung.
    var problemWithoutFaults: String? {
      if case .returned = ending { nil } else { endingText }
    }
  }

  /// Walks over those faults.
  ///
  /// - Throws: `RecorderError.cassetteMissing`, and what opening the cassette throws.
  package func report(of faults: [Fault]) async throws -> FaultReport {
    let plain = try await run(under: nil)
    let name =
      plain.playbacks.last?.cassette.url?.lastPathComponent ?? "a cassette in memory"
    if let problem = plain.problem ?? plain.problemWithoutFaults {
      return FaultReport(cassette: name, problemWithoutFaults: problem, combinations: [])
    }
    var combinations: [FaultReport.Combination] = []
    for (number, playback) in plain.playbacks.enumerated() {
      let layer = number - plain.playbacks.count
      for index in 0..<playback.cassette.count where playback.hasAnswered(index) {
        let interaction = try playback.cassette.interaction(at: index)
        guard calls.isEmpty || calls.selects(interaction.matched, interaction.target) else {
          continue
        }
        for fault in faults where fault.isWorthTrying(on: interaction.outcome) {
          try _Concurrency.Task.checkCancellation()
          let rule = FaultRule(fault, at: index, ofLayer: layer, times: times)
          combinations.append(try await combination(of: rule, on: interaction, at: index))
        }
      }
    }
    return FaultReport(cassette: name, problemWithoutFaults: nil, combinations: combinations)
  }

  private func combination(
    of rule: FaultRule, on interaction: Cassette.Interaction, at index: Int
  ) async throws -> FaultReport.Combination {
    let outcome = try await run(under: rule)
    let request = options.redacting.redactedForDisplay(interaction.matched)
    let target = interaction.target.map { target in
      target.name.map { "\(target.type).\($0)" } ?? target.type
    }
    var combination = FaultReport.Combination(
      index: index,
      call: [target, request.method, request.url].compactMap(\.self).joined(separator: " "),
      fault: rule.fault, faultCount: outcome.faultCount, ending: outcome.ending,
      endingText: outcome.endingText, problem: outcome.problem)
    if combination.problem == nil, outcome.faultCount == 0 {
      combination.problem = "did not come to this call again, and \(outcome.endingText)"
    }
    if combination.problem == nil, !expecting(combination) {
      combination.problem = "\(outcome.endingText), which is not expected"
    }
    return combination
  }

  private func run(under rule: FaultRule?) async throws -> Outcome {
    var options = options
    // Under a fault a program may well not come to all of its calls.
    options.unplayed = .log
    if let rule { options.faults.insert(rule, at: 0) }
    let told = Locked<[String]>([])
    let reporter = RunReporter(
      fail: { message, _ in told.withLock { $0.append(message) } },
      // What is odd with the cassette, the tests that use it are told of.
      warn: { _ in })
    let run = CassetteRun(
      cassette, mode: .replay, options: options, sourceFile: sourceFile, reporter: reporter)
    let playbacks = try run.playbacks()
    let before = failureCount()
    let ending = await CassetteRun.$current.withValue(run) {
      await TimeLimit(limit, clock).ending(of: program)
    }
    let failures = failureCount() - before
    // Nothing is recorded, so nothing is waited for; a program that still runs is refused from now on.
    try await run.finish()
    let text = ending.text(limit: limit, redact: run.redacted)
    var problems: [String] = []
    if case .hung = ending { problems.append(text) }
    if failures > 0 {
      problems.append("\(text), with \(failures) failed expectation\(failures == 1 ? "" : "s")")
    }
    if let first = told.withLock({ $0.first }) {
      problems.append(
        "\(text), and was refused: \(first.prefix { !$0.isNewline })")
    }
    return Outcome(
      ending: ending, endingText: text, faultCount: run.faultCount, problem: problems.first,
      playbacks: playbacks)
  }
}

extension Fault {
  /// Whether a program may tell that from what was recorded.
  fileprivate func isWorthTrying(on outcome: Cassette.Outcome) -> Bool {
    guard applies(to: outcome) else { return false }
    if self == .corruptJSON {
      let type = outcome.response?.headerFields["Content-Type"] ?? ""
      return type.lowercased().utf8.firstRange(of: "json".utf8) != nil
    }
    return outcome.failure != nil || outcome.response.map { self != .status($0.status) } ?? true
  }
}
