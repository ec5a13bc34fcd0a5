public import Recorder

/// What became of a program under each fault on each of its calls.
public struct FaultReport: Sendable {
  /// How the program ended.
  public enum Ending: Sendable {
    /// It returned.
    case returned
    /// It threw that error.
    case threw(any Error)
    /// It has not ended within the limit.
    case hung
  }

  /// One fault on one call.
  public struct Combination: Sendable {
    /// The place of the call's recording in the cassette, from 0.
    public let index: Int
    /// The call: its target where it is known, method and URL, secrets replaced.
    public let call: String
    /// What went wrong.
    public let fault: Fault
    /// How often the program met it.
    public let faultCount: Int
    /// How the program ended.
    public let ending: Ending
    /// The ending in one line, secrets replaced.
    public let endingText: String
    /// Why it is not survived; nil where it is.
    public internal(set) var problem: String?

    /// Whether the program has come through.
    public var isSurvived: Bool { problem == nil }
  }

  /// The cassette's file name.
  public let cassette: String
  /// What went wrong already without any fault; nothing else was tried then.
  public let problemWithoutFaults: String?
  /// Each fault on each call, in the cassette's order.
  public let combinations: [Combination]

  /// What the program does not survive.
  public var failures: [Combination] { combinations.filter { !$0.isSurvived } }

  /// Whether something was tried, and all of it survived.
  public var passes: Bool {
    problemWithoutFaults == nil && failures.isEmpty && !combinations.isEmpty
  }

  /// The report in one line.
  public var summary: String {
    if let problemWithoutFaults {
      return "faults over \(cassette): already without any, the program \(problemWithoutFaults)"
    }
    guard !combinations.isEmpty else {
      return """
        faults over \(cassette): nothing was tried, for no call of the program that is selected was \
        answered by it. Is the provider a ReplayProvider made inside the closure?
        """
    }
    let failures = failures
    let isOne = combinations.count == 1
    guard let first = failures.first else {
      return """
        faults over \(cassette): \(combinations.count) combination\(isOne ? " is" : "s are") survived
        """
    }
    return """
      faults over \(cassette): \(failures.count) of \(combinations.count) \
      combination\(isOne ? " is" : "s are") not survived: \(first.fault) on \(first.call)\
      \(failures.count > 1 ? " and others" : "")
      """
  }

  /// A table of combinations, by call.
  ///
  /// - Parameters:
  ///   - onlyFailures: Whether those that are survived are left out.
  ///   - limit: How many are shown at most; a last line says how many are not.
  /// - Returns: The table; empty where there is nothing to show.
  public func table(onlyFailures: Bool = false, limit: Int = .max) -> String {
    let selected = onlyFailures ? failures : combinations
    let shown = selected.prefix(max(0, limit))
    let width = shown.map(\.fault.description.utf8.count).max() ?? 0
    var lines: [String] = []
    var last: Int?
    for combination in shown {
      if combination.index != last {
        lines.append("entry \(combination.index), \(combination.call)")
        last = combination.index
      }
      let name = combination.fault.description
      let padding = String(repeating: " ", count: width - name.utf8.count)
      let often = combination.faultCount > 1 ? ", met \(combination.faultCount) times" : ""
      let ending = combination.problem ?? combination.endingText
      lines.append(
        "  \(combination.isSurvived ? "ok  " : "FAIL") \(name)\(padding)  \(ending)\(often)")
    }
    if shown.count < selected.count { lines.append("and \(selected.count - shown.count) more") }
    return lines.joined(separator: "\n")
  }
}

extension FaultReport: CustomStringConvertible {
  /// The summary, and the table below.
  public var description: String {
    combinations.isEmpty ? summary : "\(summary)\n\n\(table())"
  }
}
