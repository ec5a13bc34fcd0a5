public import MoyaCore

/// Expects a target's task, of any case, with all that it carries.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - summary: What is expected.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectTask(
  _ target: any TargetType,
  matches summary: TaskSummary,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkTask(target, matches: summary)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares a target's task with a summary, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - summary: What is expected.
/// - Returns: The mismatches; none where all is as expected.
public func checkTask(
  _ target: any TargetType,
  matches summary: TaskSummary
) -> Mismatches {
  Mismatches.check("task", of: target) { mismatches in
    summary.addDifferences(to: try TaskSummary(target.task), into: &mismatches)
  }
}
