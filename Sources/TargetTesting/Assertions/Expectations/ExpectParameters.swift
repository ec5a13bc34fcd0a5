public import MoyaCore

/// Expects a target's task to be `.requestParameters` with just these parameters and this encoding.
///
/// Values are compared with their kind: a Boolean is never a number, a string is not an integer, 1
/// equals 1.0. What the encoding can be told is compared too.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - parameters: The parameters, all of them.
///   - encoding: How they are written.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectParameters(
  _ target: any TargetType,
  _ parameters: [String: Any],
  encoding: any ParameterEncoding,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkParameters(target, parameters, encoding: encoding)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares the parameters and the encoding of a target's task, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - parameters: The parameters, all of them.
///   - encoding: How they are written.
/// - Returns: The mismatches; none where all is as expected.
public func checkParameters(
  _ target: any TargetType,
  _ parameters: [String: Any],
  encoding: any ParameterEncoding
) -> Mismatches {
  Mismatches.check("parameters", of: target) { mismatches in
    let expected = ParameterValue(parameters)
    guard case .requestParameters(let gotParameters, let gotEncoding) = target.task else {
      let task = TaskSummary.requestParameters(expected, encoding: .init(encoding))
      let got = try TaskSummary(target.task)
      mismatches.add("expected \(task), got \(got)")
      mismatches.showDiff(
        expected: task.lines(aroundByte: 0), got: got.lines(aroundByte: 0))
      return
    }
    let got = ParameterValue(gotParameters)
    for difference in expected.differences(to: got) { mismatches.add(difference.text(.keyed)) }
    let expectedEncoding = TaskSummary.Encoding(encoding)
    let otherEncoding = TaskSummary.Encoding(gotEncoding)
    if expectedEncoding != otherEncoding {
      mismatches.add(
        "encoding " + VisibleText.expected("\(expectedEncoding)", got: "\(otherEncoding)"))
    }
    guard !mismatches.isEmpty else { return }
    mismatches.showDiff(
      expected: expected.lines(.keyed) + [DiffLine("encoding: \(expectedEncoding)")],
      got: got.lines(.keyed) + [DiffLine("encoding: \(otherEncoding)")])
  }
}
