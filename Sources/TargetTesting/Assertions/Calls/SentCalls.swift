import Cassette
import MoyaCore
import Recorder

/// The calls of a run whose requests went on their way, to the network or to the cassette in its place.
struct SentCalls {
  private let run: CassetteRun
  private let calls: [LoggedCall]
  /// How many calls the log does not keep.
  let omittedCount: Int

  private static let shownCount = 20

  /// Those of the run; nil, and a mismatch, where there is no run to look at.
  init?(_ run: CassetteRun?, _ mismatches: inout Mismatches) {
    guard let run = run ?? CassetteRun.current else {
      mismatches.add("there is no run to look at")
      mismatches.nextAction =
        "Ask within withCassette(_:) or a test with the trait .cassette(_:), in the test's own task, "
        + "or name one: in: provider.run."
      return nil
    }
    self.run = run
    let (calls, count) = run.loggedCalls
    self.calls = calls.filter(\.wasSent)
    omittedCount = count - calls.count
  }

  /// The numbers of the calls that were made with an equal target, in the order in which they started.
  func numbers(of target: any TargetType) -> [Int] {
    let sought = Self.sought(target)
    return calls.filter { sought.isTarget(of: $0) }.map(\.number)
  }

  private static func sought(_ target: any TargetType) -> SoughtTarget {
    do {
      return SoughtTarget(target, request: try BuiltRequest.make(target))
    } catch {
      // Its calls fail in the same way, and are known by the target alone.
      return SoughtTarget(target, request: nil)
    }
  }

  /// Numbers as a message shows them.
  static func text(_ numbers: [Int]) -> String {
    let shown = numbers.prefix(shownCount).map { "#\($0)" }
    let rest = numbers.count - shown.count
    return (shown + (rest > 0 ? ["\(rest) more"] : [])).joined(separator: ", ")
  }

  /// Adds that the log cannot tell, where it does not keep all calls.
  func addDoubt(to mismatches: inout Mismatches) {
    guard omittedCount > 0 else { return }
    mismatches.add(
      "cannot be told: \(omittedCount) calls in between are not kept in the log")
    mismatches.nextAction = "Ask earlier, or in a scope with fewer calls."
  }

  /// Shows what was sent below line 1.
  func show(in mismatches: inout Mismatches) {
    let log = run.log
    let sent = Set(calls.map(\.number))
    let lines = log.calls.filter { sent.contains($0.number) }.map { DiffLine($0.description) }
    mismatches.showDiff(expected: [], got: lines)
    if lines.isEmpty { mismatches.nextAction = "Nothing was sent." }
  }
}
