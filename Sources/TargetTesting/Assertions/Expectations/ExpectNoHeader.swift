public import MoyaCore

/// Expects a target, or its built request, to have no header field of that name.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - name: The name; case does not count.
///   - source: Whose fields are looked at.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectNoHeader(
  _ target: any TargetType,
  _ name: String,
  of source: HeaderSource = .target,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkNoHeader(target, name, of: source)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Looks for a header field of a target, or of its built request, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - name: The name; case does not count.
///   - source: Whose fields are looked at.
/// - Returns: The mismatches; none where all is as expected.
public func checkNoHeader(
  _ target: any TargetType,
  _ name: String,
  of source: HeaderSource = .target
) -> Mismatches {
  Mismatches.check("headers", of: target) { mismatches in
    if let field = HeaderValues(try source.headers(of: target))[name] {
      mismatches.add(
        "\(VisibleText.quoted(name)) " + VisibleText.expected("missing", got: field.shown))
    }
  }
}
