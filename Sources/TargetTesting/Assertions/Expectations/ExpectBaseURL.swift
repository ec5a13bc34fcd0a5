public import MoyaCore

/// Expects a target's `baseURL`, byte for byte.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - url: The URL as text.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectBaseURL(
  _ target: any TargetType,
  _ url: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkBaseURL(target, url)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares a target's `baseURL`, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - url: The URL as text.
/// - Returns: The mismatches; none where all is as expected.
public func checkBaseURL(
  _ target: any TargetType,
  _ url: String
) -> Mismatches {
  Mismatches.check("base URL", of: target) { mismatches in
    let got = target.baseURL.absoluteString
    guard !url.utf8.elementsEqual(got.utf8) else { return }
    let expectedText = VisibleText.quoted(DisplayRedaction.text(url))
    let gotText = VisibleText.quoted(DisplayRedaction.text(got))
    mismatches.add(VisibleText.expected(expectedText, got: gotText))
    mismatches.showDiff(
      expected: [DiffLine(identity: url.utf8, shown: expectedText)],
      got: [DiffLine(identity: got.utf8, shown: gotText)])
  }
}
