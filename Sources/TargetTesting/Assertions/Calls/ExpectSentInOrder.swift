public import MoyaCore
public import Recorder

/// Expects that calls of a run were made with those targets, one after another, live or replayed.
///
/// The order is that in which calls started. Other calls may have started in between; the same target
/// twice asks for two calls. What counts as a call of a target is said at
/// ``expectSent(_:times:in:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - targets: The targets; a `MultiTarget` is looked through, here and in the calls.
///   - run: The run; without it, that of the scope around the current task.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectSentInOrder(
  _ targets: [any TargetType],
  in run: CassetteRun? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkSentInOrder(targets, in: run)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Looks for calls that were made with those targets one after another, and reports nothing.
///
/// - Parameters:
///   - targets: The targets; a `MultiTarget` is looked through, here and in the calls.
///   - run: The run; without it, that of the scope around the current task.
/// - Returns: The mismatches; none where all is as expected.
/// - Complexity: O(*n* · *m*) in the numbers of targets and of calls, of which the log keeps 2,000.
public func checkSentInOrder(
  _ targets: [any TargetType],
  in run: CassetteRun? = nil
) -> Mismatches {
  var mismatches = Mismatches(subject: "order of \(targets.count) sent calls")
  guard let sent = SentCalls(run, &mismatches) else { return mismatches }
  var last: Int?
  for (index, target) in targets.enumerated() {
    let numbers = sent.numbers(of: target)
    if let next = numbers.first(where: { $0 > last ?? 0 }) {
      last = next
      continue
    }
    if sent.omittedCount > 0 {
      sent.addDoubt(to: &mismatches)
      return mismatches
    }
    let place = last.map { " after #\($0)" } ?? ""
    let got = numbers.isEmpty ? "nothing" : SentCalls.text(numbers)
    mismatches.add(
      "expected \(TargetDescription.text(target)) (\(index + 1) of \(targets.count))\(place), got "
        + got)
    sent.show(in: &mismatches)
    return mismatches
  }
  return mismatches
}
