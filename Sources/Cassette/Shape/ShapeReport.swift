/// What has drifted in the answers of a run, target by target.
public struct ShapeReport: Hashable, Sendable {
  /// An answer whose shape differs from the recorded one's.
  public struct Answer: Hashable, Sendable {
    /// The target that asked, such as `GitHub.userProfile`; nil where it is not known.
    public var target: String?
    /// The request's method.
    public var method: String
    /// The request's URL, secrets replaced.
    public var url: String
    /// What differs, in the order of places.
    public var differences: [ShapeDifference]

    /// An answer and its differences.
    public init(
      target: String? = nil, method: String, url: String, differences: [ShapeDifference]
    ) {
      self.target = target
      self.method = method
      self.url = url
      self.differences = differences
    }
  }

  /// The path of the cassette that was compared with.
  public var cassette: String
  /// How many answers were compared.
  public var comparedCount: Int
  /// Those that differ, in the order in which their calls started.
  public var answers: [Answer]

  /// A report.
  public init(cassette: String, comparedCount: Int, answers: [Answer]) {
    self.cassette = cassette
    self.comparedCount = comparedCount
    self.answers = answers
  }

  /// The gravest severity of all differences; nil where there is none.
  public var severity: ShapeDifference.Severity? {
    answers.flatMap(\.differences).map(\.severity).max()
  }

  /// The most lines of the text after the first.
  private static let lineLimit = 40
}

extension ShapeReport: CustomStringConvertible {
  /// A line of counts; then, by target, each request and its differences: `!` breaking, `~` minor.
  public var description: String {
    let breaking = answers.count { $0.differences.contains { $0.severity == .breaking } }
    let place = VisibleText.plain(cassette, limit: 300)
    guard !answers.isEmpty else {
      return "\(comparedCount) answer\(comparedCount == 1 ? "" : "s") as recorded in \(place)"
    }
    let have = answers.count == 1 ? "has" : "have"
    let headline =
      "\(answers.count) of \(comparedCount) answers \(have) another shape than recorded in "
      + "\(place), \(breaking == 0 ? "none" : "\(breaking)") in a way that may break programs"
    var lines: [String] = []
    for (target, answers) in byTarget {
      lines.append(target)
      for answer in answers {
        lines.append(
          "  \(VisibleText.plain(answer.method, limit: 40)) "
            + VisibleText.plain(answer.url, limit: 400))
        for difference in answer.differences {
          lines.append("    \(difference.severity == .breaking ? "!" : "~") \(difference)")
        }
      }
    }
    if lines.count > Self.lineLimit {
      let rest = lines.count - Self.lineLimit
      lines = lines.prefix(Self.lineLimit) + ["(\(rest) more lines)"]
    }
    return ([headline, ""] + lines).joined(separator: "\n")
  }

  /// The answers of each target, in the order in which targets first come.
  private var byTarget: [(target: String, answers: [Answer])] {
    var result: [(target: String, answers: [Answer])] = []
    for answer in answers {
      let target = VisibleText.plain(answer.target ?? "(no target)", limit: 200)
      if let index = result.firstIndex(where: { $0.target.utf8.elementsEqual(target.utf8) }) {
        result[index].answers.append(answer)
      } else {
        result.append((target, [answer]))
      }
    }
    return result
  }
}
