public import MoyaCore

/// Expects which status codes a target takes for a success, as a set.
///
/// `.none` and `.customCodes([])` are the same: nothing is validated, so that every code is accepted.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - validation: What is expected; the same codes in another form are equal.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectValidation(
  _ target: any TargetType,
  _ validation: ValidationType,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkValidation(target, validation)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares the status codes that a target takes for a success, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - validation: What is expected; the same codes in another form are equal.
/// - Returns: The mismatches; none where all is as expected.
public func checkValidation(
  _ target: any TargetType,
  _ validation: ValidationType
) -> Mismatches {
  Mismatches.check("validation", of: target) { mismatches in
    let expected = AcceptedCodes(validation)
    let got = AcceptedCodes(target.validationType)
    guard expected != got else { return }
    if case .some(let expectedCodes) = expected, case .some(let gotCodes) = got {
      let surplus = AcceptedCodes.runs(gotCodes.subtracting(expectedCodes))
      if !surplus.isEmpty { mismatches.add("accepts \(listed(surplus)), expected not", joint: " ") }
      let missing = AcceptedCodes.runs(expectedCodes.subtracting(gotCodes))
      if !missing.isEmpty {
        mismatches.add("rejects \(listed(missing)), expected accepted", joint: " ")
      }
    } else {
      mismatches.add(VisibleText.expected(listed(expected.texts), got: listed(got.texts)))
    }
    mismatches.showDiff(
      expected: expected.texts.map { DiffLine($0) }, got: got.texts.map { DiffLine($0) })
  }
}

private func listed(_ runs: [String]) -> String {
  VisibleText.clipped(runs.joined(separator: ", "), to: VisibleText.maximumValueByteCount)
}
