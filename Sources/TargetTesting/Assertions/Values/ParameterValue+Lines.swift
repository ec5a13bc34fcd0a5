extension ParameterValue {
  /// The leaves as lines of a diff: `"page" = 2 (Int)`.
  func lines(_ style: ParameterStyle, prefix: String = "") -> [DiffLine] {
    var lines: [DiffLine] = []
    collect(at: ParameterPath(), style, prefix, into: &lines)
    return lines
  }

  private func collect(
    at path: ParameterPath, _ style: ParameterStyle, _ prefix: String,
    into lines: inout [DiffLine]
  ) {
    switch kind {
    case .object(let members) where !members.isEmpty:
      for member in members {
        member.value.collect(at: path.appending(.key(member.key)), style, prefix, into: &lines)
      }
    case .array(let elements) where !elements.isEmpty:
      for (index, element) in elements.enumerated() {
        element.collect(at: path.appending(.index(index)), style, prefix, into: &lines)
      }
    default:
      let place = path.components.isEmpty && style == .keyed ? "" : style.text(path) + " = "
      lines.append(
        DiffLine(
          identity: Array((prefix + place).utf8) + identity,
          shown: prefix + place + style.text(self, at: path)))
    }
  }

  /// Bytes that are equal for leaves that are.
  private var identity: [UInt8] {
    switch kind {
    case .string(let bytes): [0] + bytes
    case .data(let data): [1] + Array(data)
    case .number(let number):
      [2] + Array("\(number.isNegative)\(number.exponent ?? 0)/".utf8) + number.digits
        + (number.exponent == nil ? Array(text.utf8) : [])
    case .other(let text): [3] + Array(text.utf8)
    case .null, .bool, .array, .object: [4] + Array(shown(withType: false).utf8)
    }
  }
}
