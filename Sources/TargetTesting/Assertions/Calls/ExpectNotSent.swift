public import MoyaCore
public import Recorder

/// Expects that no call of a run was made with a target, live or replayed.
///
/// What counts as a call of the target is said at ``expectSent(_:times:in:fileID:filePath:line:column:)``.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through, here and in the calls.
///   - run: The run; without it, that of the scope around the current task.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectNotSent(
  _ target: any TargetType,
  in run: CassetteRun? = nil,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkNotSent(target, in: run)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Looks for calls that were made with a target, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through, here and in the calls.
///   - run: The run; without it, that of the scope around the current task.
/// - Returns: The mismatches; none where there is no such call.
/// - Complexity: O(*n*) in the number of calls, of which the log keeps 2,000.
public func checkNotSent(
  _ target: any TargetType,
  in run: CassetteRun? = nil
) -> Mismatches {
  checkSent(target, times: 0, in: run)
}
