import Foundation

extension TaskSummary {
  /// One thing that a task carries.
  enum Component {
    case parameters(String, ParameterValue)
    case json(ParameterValue)
    case encoding(Encoding)
    case body(Data)
    case file(URL)
    case parts([Part])

    /// In a few words.
    var summary: String {
      switch self {
      case .parameters(let label, let value):
        value.keyCountText + (label == "parameters" ? "" : " of \(label)")
      case .json(let value): value.keyCountText
      case .encoding(let encoding): encoding.name
      case .body(let data): BodyText.byteCount(data.count)
      case .file(let url): VisibleText.quoted(DisplayRedaction.text(url.absoluteString))
      case .parts(let parts): parts.count == 1 ? "1 part" : "\(parts.count) parts"
      }
    }

    /// As lines of a diff.
    func lines(aroundByte offset: Int) -> [DiffLine] {
      switch self {
      case .parameters(let label, let value): value.lines(.keyed, prefix: label + ": ")
      case .json(let value): value.lines(.json)
      case .encoding(let encoding): [DiffLine("encoding: \(encoding)")]
      case .body(let data): BodyText.lines(data, around: offset)
      case .file(let url):
        [DiffLine(identity: url.absoluteString.utf8, shown: "file: \(summary)")]
      case .parts(let parts): parts.enumerated().map { Self.line($1, at: $0) }
      }
    }

    private static func line(_ part: Part, at index: Int) -> DiffLine {
      var texts = ["name \(VisibleText.quoted(part.name))"]
      if let fileName = part.fileName { texts.append("file name \(VisibleText.quoted(fileName))") }
      if let mimeType = part.mimeType { texts.append("MIME type \(VisibleText.bare(mimeType))") }
      let shown = "part \(index): \((texts + [part.contentText]).joined(separator: ", "))"
      guard case .data(let data) = part.content else { return DiffLine(shown) }
      return DiffLine(identity: Array(shown.utf8) + data, shown: shown)
    }

    /// What differs from the same component of the task that there is.
    func differences(to got: Component) -> [String] {
      switch (self, got) {
      case (.parameters(let label, let expected), .parameters(_, let got)):
        expected.differences(to: got).map { "\(label): \($0.text(.keyed))" }
      case (.json(let expected), .json(let got)):
        expected.differences(to: got).map {
          "JSON body at \(ParameterStyle.json.text($0.path)): \($0.values(.json))"
        }
      case (.encoding(let expected), .encoding(let got)):
        expected == got
          ? [] : ["encoding: \(VisibleText.expected("\(expected)", got: "\(got)"))"]
      case (.body(let expected), .body(let got)):
        BodyText.difference(expected: expected, got: got).map { ["body \($0)"] } ?? []
      case (.file, .file(let gotURL)):
        file == gotURL.absoluteString
          ? [] : ["file: \(VisibleText.expected(summary, got: got.summary))"]
      case (.parts(let expected), .parts(let got)):
        Self.differences(expected, got)
      default: []
      }
    }

    private var file: String? {
      if case .file(let url) = self { url.absoluteString } else { nil }
    }

    private static func differences(_ expected: [Part], _ got: [Part]) -> [String] {
      var differences: [String] = []
      if expected.count != got.count {
        differences.append("parts: expected \(expected.count), got \(got.count)")
      }
      for (index, pair) in zip(expected, got).enumerated() {
        differences += pair.0.differences(to: pair.1).map {
          "part \(index) (\(VisibleText.quoted(pair.0.name))): \($0)"
        }
      }
      return differences
    }
  }
}
