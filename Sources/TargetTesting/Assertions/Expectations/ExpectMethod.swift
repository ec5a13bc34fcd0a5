public import MoyaCore

/// Expects a target's method; methods are case-sensitive (RFC 9110 §9.1).
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - method: The method.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectMethod(
  _ target: any TargetType,
  _ method: Moya.Method,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkMethod(target, method)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares a target's method, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - method: The method.
/// - Returns: The mismatches; none where all is as expected.
public func checkMethod(
  _ target: any TargetType,
  _ method: Moya.Method
) -> Mismatches {
  Mismatches.check("method", of: target) { mismatches in
    let (expected, got) = (method.rawValue, target.method.rawValue)
    guard !expected.utf8.elementsEqual(got.utf8) else { return }
    mismatches.add(VisibleText.expected(VisibleText.bare(expected), got: VisibleText.bare(got)))
    mismatches.showDiff(
      expected: [DiffLine(VisibleText.bare(expected))], got: [DiffLine(VisibleText.bare(got))])
  }
}
