import Foundation
public import MoyaCore

/// Expects a target to carry nothing: its task is `.requestPlain`, and its built request has no body.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectPlainTask(
  _ target: any TargetType,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkPlainTask(target)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Looks whether a target carries nothing, and reports nothing.
///
/// - Parameter target: The target; a `MultiTarget` is looked through.
/// - Returns: The mismatches; none where all is as expected.
public func checkPlainTask(
  _ target: any TargetType
) -> Mismatches {
  Mismatches.check("task", of: target) { mismatches in
    let summary = try TaskSummary(target.task)
    guard summary == .requestPlain else {
      mismatches.add("expected requestPlain, got \(summary)")
      mismatches.showDiff(
        expected: [DiffLine("requestPlain")], got: summary.lines(aroundByte: 0))
      return
    }
    let body = try BuiltRequest.make(target).httpBody
    if let body, !body.isEmpty {
      mismatches.add("expected no body, got \(BodyText.byteCount(body.count))")
    }
  }
}
