public import MoyaCore

/// Expects a target's `path`, byte for byte.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - path: The path as the target gives it, not percent-encoded.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectPath(
  _ target: any TargetType,
  _ path: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkPath(target, path)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares a target's `path`, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - path: The path as the target gives it, not percent-encoded.
/// - Returns: The mismatches; none where all is as expected.
public func checkPath(
  _ target: any TargetType,
  _ path: String
) -> Mismatches {
  Mismatches.check("path", of: target) { mismatches in
    let (path, got) = (Array(path.utf8), Array(target.path.utf8))
    guard path != got else { return }
    mismatches.add(
      VisibleText.expected(VisibleText.quoted(path), got: VisibleText.quoted(got)))
    mismatches.showDiff(
      expected: [DiffLine(VisibleText.quoted(path))], got: [DiffLine(VisibleText.quoted(got))])
    mismatches.nextAction = PathAdvice.text(expected: path, got: got)
  }
}
