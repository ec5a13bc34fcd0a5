public import MoyaCore

/// Expects a target to take these status codes for a success, and those not.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - accepted: Codes that are a success.
///   - rejected: Codes that are a failure.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectAccepts(
  _ target: any TargetType,
  _ accepted: [Int],
  rejects rejected: [Int] = [],
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkAccepts(target, accepted, rejects: rejected)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Tries status codes on a target's validation, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - accepted: Codes that are a success.
///   - rejected: Codes that are a failure.
/// - Returns: The mismatches; none where all is as expected.
public func checkAccepts(
  _ target: any TargetType,
  _ accepted: [Int],
  rejects rejected: [Int] = []
) -> Mismatches {
  Mismatches.check("validation", of: target) { mismatches in
    guard !accepted.isEmpty || !rejected.isEmpty else {
      mismatches.add("no code was given to try")
      return
    }
    for code in accepted where rejected.contains(code) {
      mismatches.add("\(code) is among those accepted and those rejected")
    }
    guard mismatches.isEmpty else { return }
    let codes = AcceptedCodes(target.validationType)
    for code in accepted where !codes.contains(code) {
      mismatches.add("\(code) rejected, expected accepted")
    }
    for code in rejected where codes.contains(code) {
      mismatches.add("\(code) accepted, expected rejected")
    }
    guard !mismatches.isEmpty else { return }
    let tried = accepted.map { ($0, true) } + rejected.map { ($0, false) }
    mismatches.showDiff(
      expected: tried.map { line($0.0, isAccepted: $0.1) },
      got: tried.map { line($0.0, isAccepted: codes.contains($0.0)) })
  }
}

private func line(_ code: Int, isAccepted: Bool) -> DiffLine {
  DiffLine("\(code) \(isAccepted ? "accepted" : "rejected")")
}
