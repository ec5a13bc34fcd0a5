public import MoyaCore
public import Recorder

/// Expects that a run's calls were made with a target just so many times, live or replayed.
///
/// A call counts once its request is on its way, whatever becomes of it, and once, however often an
/// interceptor tries it. Calls are of the target where type and case are, and the requests are equal that
/// Moya's default mapping builds: the provider's own closures and plugins do not count. Where tests of a
/// suite share a cassette, the calls of all of them count that have run by then.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through, here and in the calls.
///   - times: How many calls there have to be.
///   - run: The run; without it, that of the scope around the current task.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectSent(
  _ target: any TargetType,
  times: Int = 1,
  in run: CassetteRun? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkSent(target, times: times, in: run)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Counts the calls that were made with a target, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through, here and in the calls.
///   - times: How many calls there have to be.
///   - run: The run; without it, that of the scope around the current task.
/// - Returns: The mismatches; none where all is as expected.
/// - Complexity: O(*n*) in the number of calls, of which the log keeps 2,000.
public func checkSent(
  _ target: any TargetType,
  times: Int = 1,
  in run: CassetteRun? = nil
) -> Mismatches {
  Mismatches.check("sent", of: target) { mismatches in
    guard let sent = SentCalls(run, &mismatches) else { return }
    let numbers = sent.numbers(of: target)
    if numbers.count <= times, sent.omittedCount > 0 { return sent.addDoubt(to: &mismatches) }
    guard numbers.count != times else { return }
    let list = numbers.isEmpty ? "" : " (\(SentCalls.text(numbers)))"
    mismatches.add("expected \(times), got \(numbers.count)\(list)")
    sent.show(in: &mismatches)
  }
}
