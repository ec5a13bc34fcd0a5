import Foundation
public import MoyaCore

/// Expects query items of a target's built request, which is what the server sees.
///
/// Each name must have just the values given for it, in that order. A value of nil stands for an item
/// without `=`.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - items: Names and values, decoded; a name may occur several times.
///   - exactly: Whether there may be no items of other names.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectQuery(
  _ target: any TargetType,
  _ items: KeyValuePairs<String, String?>,
  exactly: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkQuery(target, items, exactly: exactly)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares the query items of a target's built request, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - items: Names and values, decoded; a name may occur several times.
///   - exactly: Whether there may be no items of other names.
/// - Returns: The mismatches; none where all is as expected.
public func checkQuery(
  _ target: any TargetType,
  _ items: KeyValuePairs<String, String?>,
  exactly: Bool = false
) -> Mismatches {
  Mismatches.check("query", of: target) { mismatches in
    let url = try BuiltRequest.make(target).url?.absoluteString ?? ""
    let expected = QueryItems(items)
    let got = QueryItems(URLParts(url).query ?? [])
    for difference in expected.differences(to: got, exactly: exactly) {
      if difference.expected.isEmpty {
        let items = difference.got.map(\.shown).joined(separator: ", ")
        mismatches.add("unexpected \(items)")
      } else {
        mismatches.add("\(VisibleText.quoted(difference.name)) \(difference.text)")
      }
    }
    guard !mismatches.isEmpty else { return }
    mismatches.showDiff(
      expected: (exactly ? expected : expected.adding(othersOf: got)).lines, got: got.lines)
    mismatches.nextAction = PathAdvice.encoding(of: Array(target.path.utf8))
  }
}
