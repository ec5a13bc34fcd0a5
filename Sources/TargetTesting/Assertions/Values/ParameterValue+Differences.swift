extension ParameterValue {
  /// Every place in which this, expected, differs from that, got.
  ///
  /// - Complexity: O(*n*) in the size of both.
  func differences(to got: ParameterValue) -> [ParameterDifference] {
    var differences: [ParameterDifference] = []
    compare(to: got, at: ParameterPath(), into: &differences)
    return differences
  }

  private func compare(
    to got: ParameterValue, at path: ParameterPath, into differences: inout [ParameterDifference]
  ) {
    switch (kind, got.kind) {
    case (.object(let expected), .object(let got)):
      Self.compare(expected, to: got, at: path, into: &differences)
    case (.array(let expected), .array(let got)):
      for index in 0..<max(expected.count, got.count) {
        let path = path.appending(.index(index))
        if index < expected.count, index < got.count {
          expected[index].compare(to: got[index], at: path, into: &differences)
        } else {
          differences.append(
            ParameterDifference(
              path: path, expected: index < expected.count ? expected[index] : nil,
              got: index < got.count ? got[index] : nil))
        }
      }
    default:
      if self != got {
        differences.append(ParameterDifference(path: path, expected: self, got: got))
      }
    }
  }

  // Both are sorted by key, so that each is walked once, equal keys in pairs.
  private static func compare(
    _ expected: [Member], to got: [Member], at path: ParameterPath,
    into differences: inout [ParameterDifference]
  ) {
    var (left, right) = (0, 0)
    while left < expected.count || right < got.count {
      let leftKey = left < expected.count ? expected[left].key : nil
      let rightKey = right < got.count ? got[right].key : nil
      if let leftKey, leftKey == rightKey {
        expected[left].value.compare(
          to: got[right].value, at: path.appending(.key(leftKey)), into: &differences)
        left += 1
        right += 1
      } else if let leftKey, rightKey.map({ leftKey.lexicographicallyPrecedes($0) }) ?? true {
        differences.append(
          ParameterDifference(
            path: path.appending(.key(leftKey)), expected: expected[left].value, got: nil))
        left += 1
      } else {
        differences.append(
          ParameterDifference(
            path: path.appending(.key(got[right].key)), expected: nil, got: got[right].value))
        right += 1
      }
    }
  }
}
