/// Two texts by line: `-` expected, `+` got, with three lines of context around what differs.
enum LineDiff {
  private static let contextCount = 3
  private static let maximumLineByteCount = 160
  // The standard library's difference takes quadratic time where little is common.
  private static let maximumComparisons = 250_000

  private enum Change: Equatable {
    case none, removed, inserted
  }

  private struct Step {
    let change: Change
    var shown: String
  }

  /// The lines of the diff; none where both sides are equal.
  ///
  /// - Complexity: O(*n* + *d*²), *d* being what is left after the equal ends, up to 500 lines of it;
  ///   beyond those it is shown as replaced whole.
  static func lines(expected: [DiffLine], got: [DiffLine]) -> [String] {
    guard expected != got else { return [] }
    let common = min(expected.count, got.count)
    var head = 0
    while head < common, expected[head] == got[head] { head += 1 }
    var tail = 0
    while tail < common - head,
      expected[expected.count - 1 - tail] == got[got.count - 1 - tail]
    {
      tail += 1
    }
    let removed = Array(expected[head..<(expected.count - tail)])
    let inserted = Array(got[head..<(got.count - tail)])

    var steps = expected[..<head].map { Step(change: .none, shown: $0.shown) }
    steps += middle(removed, inserted)
    steps += expected[(expected.count - tail)...].map { Step(change: .none, shown: $0.shown) }
    clip(&steps)
    return rendered(steps)
  }

  private static func middle(_ expected: [DiffLine], _ got: [DiffLine]) -> [Step] {
    var removals = Set(expected.indices)
    var insertions = Set(got.indices)
    if expected.count * got.count <= maximumComparisons {
      removals = []
      insertions = []
      for change in got.difference(from: expected) {
        switch change {
        case .remove(let offset, _, _): removals.insert(offset)
        case .insert(let offset, _, _): insertions.insert(offset)
        }
      }
    }
    var steps: [Step] = []
    var (left, right) = (0, 0)
    while left < expected.count || right < got.count {
      if left < expected.count, removals.contains(left) {
        steps.append(Step(change: .removed, shown: expected[left].shown))
        left += 1
      } else if right < got.count, insertions.contains(right) {
        steps.append(Step(change: .inserted, shown: got[right].shown))
        right += 1
      } else {
        steps.append(Step(change: .none, shown: expected[left].shown))
        left += 1
        right += 1
      }
    }
    return steps
  }

  /// Shortens long lines, and those that replace each other around the first byte that differs.
  private static func clip(_ steps: inout [Step]) {
    var index = 0
    while index < steps.count {
      let removedCount = steps[index...].prefix { $0.change == .removed }.count
      let insertedCount = steps[(index + removedCount)...].prefix { $0.change == .inserted }.count
      if removedCount > 0, removedCount == insertedCount {
        for offset in index..<(index + removedCount) {
          let pair = VisibleText.clipped(
            steps[offset].shown, steps[offset + removedCount].shown, to: maximumLineByteCount)
          steps[offset].shown = pair.0
          steps[offset + removedCount].shown = pair.1
        }
      } else {
        for offset in index..<(index + max(1, removedCount + insertedCount)) {
          steps[offset].shown = VisibleText.clipped(
            steps[offset].shown, to: maximumLineByteCount)
        }
      }
      index += max(1, removedCount + insertedCount)
    }
  }

  private static func rendered(_ steps: [Step]) -> [String] {
    var isKept = [Bool](repeating: false, count: steps.count)
    for (index, step) in steps.enumerated() where step.change != .none {
      for near in max(0, index - contextCount)...min(steps.count - 1, index + contextCount) {
        isKept[near] = true
      }
    }
    var lines: [String] = []
    var skippedCount = 0
    for (index, step) in steps.enumerated() {
      guard isKept[index] else {
        skippedCount += 1
        continue
      }
      if skippedCount > 0 { lines.append(skipped(skippedCount)) }
      skippedCount = 0
      switch step.change {
      case .none: lines.append(line(" ", step.shown))
      case .removed: lines.append(line("-", step.shown))
      case .inserted: lines.append(line("+", step.shown))
      }
    }
    if skippedCount > 0 { lines.append(skipped(skippedCount)) }
    return lines
  }

  // No space at a line's end, which editors would take away from a test that pins the message.
  private static func line(_ mark: String, _ shown: String) -> String {
    shown.isEmpty ? (mark == " " ? "" : mark) : "\(mark) \(shown)"
  }

  private static func skipped(_ count: Int) -> String {
    count == 1 ? "  (1 equal line)" : "  (\(count) equal lines)"
  }
}
