public import MoyaCore

/// Expects header fields of a target, or of its built request.
///
/// Names are compared without regard to case (RFC 9110 §5.1), values byte for byte.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - headers: Names and values.
///   - exactly: Whether there may be no fields of other names.
///   - source: Whose fields are looked at.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectHeaders(
  _ target: any TargetType,
  _ headers: [String: String],
  exactly: Bool = false,
  of source: HeaderSource = .target,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkHeaders(target, headers, exactly: exactly, of: source)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares header fields of a target, or of its built request, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - headers: Names and values.
///   - exactly: Whether there may be no fields of other names.
///   - source: Whose fields are looked at.
/// - Returns: The mismatches; none where all is as expected.
public func checkHeaders(
  _ target: any TargetType,
  _ headers: [String: String],
  exactly: Bool = false,
  of source: HeaderSource = .target
) -> Mismatches {
  Mismatches.check("headers", of: target) { mismatches in
    let expected = HeaderValues(headers)
    let got = HeaderValues(try source.headers(of: target))
    for name in expected.names {
      guard let field = expected[folded: name], !HeaderValues.areEqual(field, got[folded: name])
      else { continue }
      mismatches.add(
        "\(VisibleText.quoted(field.name)) "
          + VisibleText.expected(field.shown, got: got[folded: name]?.shown ?? "missing"))
    }
    if exactly {
      for name in got.names where expected[folded: name] == nil {
        guard let field = got[folded: name] else { continue }
        let value = VisibleText.clipped(field.shown, to: VisibleText.maximumValueByteCount)
        mismatches.add("unexpected \(VisibleText.quoted(field.name)): \(value)")
      }
    }
    if !mismatches.isEmpty {
      mismatches.showDiff(
        expected: (exactly ? expected : expected.adding(othersOf: got)).lines, got: got.lines)
    }
  }
}
