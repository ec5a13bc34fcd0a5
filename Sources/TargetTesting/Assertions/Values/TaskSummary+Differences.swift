import Foundation

extension TaskSummary {
  /// What the task carries, in the order of Moya's associated values.
  var components: [Component] {
    switch self {
    case .requestPlain, .downloadDestination: []
    case .requestData(let data): [.body(data)]
    case .requestJSONEncodable(let value), .requestCustomJSONEncodable(let value): [.json(value)]
    case .requestParameters(let value, let encoding), .downloadParameters(let value, let encoding):
      [.parameters("parameters", value), .encoding(encoding)]
    case .requestCompositeData(let data, let urlParameters):
      [.body(data), .parameters("URL parameters", urlParameters)]
    case .requestCompositeParameters(let value, let encoding, let urlParameters):
      [
        .parameters("body parameters", value), .encoding(encoding),
        .parameters("URL parameters", urlParameters),
      ]
    case .uploadFile(let url): [.file(url)]
    case .uploadMultipart(let parts): [.parts(parts)]
    case .uploadCompositeMultipart(let parts, let urlParameters):
      [.parts(parts), .parameters("URL parameters", urlParameters)]
    }
  }

  /// Adds what differs between this, expected, and that, got.
  func addDifferences(to got: TaskSummary, into mismatches: inout Mismatches) {
    guard self != got else { return }
    if name == got.name {
      for (expected, got) in zip(components, got.components) {
        for difference in expected.differences(to: got) {
          mismatches.add("differs in \(difference)", joint: " ")
        }
      }
    } else {
      mismatches.add("differs: expected \(self), got \(got)", joint: " ")
    }
    let offset = Self.firstBodyDifference(self, got)
    let (expectedLines, gotLines) = (lines(aroundByte: offset), got.lines(aroundByte: offset))
    mismatches.showDiff(expected: expectedLines, got: gotLines)
    if expectedLines == gotLines {
      mismatches.nextAction = "Both bodies are the same JSON, spelled in different bytes."
    }
  }

  func lines(aroundByte offset: Int) -> [DiffLine] {
    [DiffLine(name)] + components.flatMap { $0.lines(aroundByte: offset) }
  }

  private static func firstBodyDifference(_ first: TaskSummary, _ second: TaskSummary) -> Int {
    for case (.body(let first), .body(let second)) in zip(first.components, second.components) {
      return BodyText.firstDifference(first, second) ?? 0
    }
    return 0
  }
}
