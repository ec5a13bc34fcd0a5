import Foundation
public import MoyaCore

/// Expects the URL that a target's request has once its parameters are written into it.
///
/// It is built by Moya's default mapping. Query items are compared decoded, paths in one form of
/// percent-encoding, all else byte for byte.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - url: The whole URL as text.
///   - ignoringQueryOrder: Whether items of different names may come in any order;
///     the order of one name's values always counts.
///   - fileID: The caller's module and file, given by the compiler.
///   - filePath: The caller's file, given by the compiler.
///   - line: The caller's line, given by the compiler.
///   - column: The caller's column, given by the compiler.
/// - Returns: Whether all is as expected.
@discardableResult
public func expectURL(
  _ target: any TargetType,
  _ url: String,
  ignoringQueryOrder: Bool = false,
  fileID: StaticString = #fileID, filePath: StaticString = #filePath, line: UInt = #line,
  column: UInt = #column
) -> Bool {
  checkURL(target, url, ignoringQueryOrder: ignoringQueryOrder)
    .report(at: TestLocation(fileID: fileID, filePath: filePath, line: line, column: column))
}

/// Compares the URL of a target's built request, and reports nothing.
///
/// - Parameters:
///   - target: The target; a `MultiTarget` is looked through.
///   - url: The whole URL as text.
///   - ignoringQueryOrder: Whether items of different names may come in any order;
///     the order of one name's values always counts.
/// - Returns: The mismatches; none where all is as expected.
public func checkURL(
  _ target: any TargetType,
  _ url: String,
  ignoringQueryOrder: Bool = false
) -> Mismatches {
  Mismatches.check("URL", of: target) { mismatches in
    let got = try BuiltRequest.make(target).url?.absoluteString ?? ""
    let (parts, gotParts) = (URLParts(url), URLParts(got))
    let (items, gotItems) = (QueryItems(parts.query ?? []), QueryItems(gotParts.query ?? []))
    for difference in parts.differences(to: gotParts) {
      mismatches.add("differs in \(difference.part): \(difference.text)", joint: " ")
    }
    let itemDifferences = items.differences(to: gotItems, exactly: true)
    for difference in itemDifferences {
      let name = VisibleText.quoted(difference.name)
      mismatches.add("differs in query item \(name): \(difference.text)", joint: " ")
    }
    if itemDifferences.isEmpty, !ignoringQueryOrder, items.items != gotItems.items {
      mismatches.add(
        "differs in the order of query items: "
          + VisibleText.expected(names(items), got: names(gotItems)), joint: " ")
      mismatches.nextAction = "Pass ignoringQueryOrder: true where their order does not matter."
    }
    guard !mismatches.isEmpty else { return }
    mismatches.showDiff(
      expected: [DiffLine(identity: url.utf8, shown: shown(url))],
      got: [DiffLine(identity: got.utf8, shown: shown(got))])
    mismatches.nextAction =
      PathAdvice.encoding(of: Array(target.path.utf8)) ?? mismatches.nextAction
  }
}

private func names(_ query: QueryItems) -> String {
  query.items.map { VisibleText.quoted($0.name) }.joined(separator: ", ")
}

private func shown(_ url: String) -> String { VisibleText.quoted(DisplayRedaction.text(url)) }
