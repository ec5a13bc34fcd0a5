public import MoyaCore

/// Expects a target's method and path, both written as in a request line.
///
/// The path is compared byte for byte with the target's own `path`, before it is appended to
/// `baseURL`.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - route: Method, one space, and path: `GET /users`; the method alone for an empty path.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectRoute(
  _ target: any TargetType,
  _ route: String,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkRoute(target, route)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares a target's method and path with a route, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - route: Method, one space, and path: `GET /users`; the method alone for an empty path.
/// - Returns: The mismatches; none where all is as expected.
public func checkRoute(
  _ target: any TargetType,
  _ route: String
) -> Mismatches {
  Mismatches.check("route", of: target) { mismatches in
    let parts = route.utf8.split(
      separator: UInt8(ascii: " "), maxSplits: 1, omittingEmptySubsequences: false)
    guard !parts[0].isEmpty else {
      mismatches.add("\(VisibleText.quoted(route)) is no route")
      mismatches.nextAction = "Write it as \"GET /path\"."
      return
    }
    let path = parts.count == 2 ? Array(parts[1]) : []
    let (method, gotMethod) = (Array(parts[0]), Array(target.method.rawValue.utf8))
    let gotPath = Array(target.path.utf8)
    guard method != gotMethod || path != gotPath else { return }
    let expected = shown(method, path)
    let got = shown(gotMethod, gotPath)
    mismatches.add(VisibleText.expected(expected, got: got))
    mismatches.showDiff(expected: [DiffLine(expected)], got: [DiffLine(got)])
    mismatches.nextAction = path == gotPath ? nil : PathAdvice.text(expected: path, got: gotPath)
  }
}

private func shown(_ method: [UInt8], _ path: [UInt8]) -> String {
  VisibleText.bare(method) + (path.isEmpty ? " (empty path)" : " " + VisibleText.bare(path))
}
