/// One place in which two values differ.
struct ParameterDifference {
  let path: ParameterPath
  /// Nil where nothing was expected.
  let expected: ParameterValue?
  /// Nil where there is nothing.
  let got: ParameterValue?

  /// `expected 2 (Int), got "2" (String)`.
  func values(_ style: ParameterStyle) -> String {
    let shown = { (value: ParameterValue?) in value.map { style.text($0, at: path) } ?? "missing" }
    return VisibleText.expected(shown(expected), got: shown(got))
  }

  /// The place and the values; ``values(_:)`` without the place where that is the whole.
  func text(_ style: ParameterStyle) -> String {
    if expected == nil, let got {
      return "unexpected \(style.text(path)) = "
        + VisibleText.clipped(style.text(got, at: path), to: VisibleText.maximumValueByteCount)
    }
    return path.components.isEmpty ? values(style) : "\(style.text(path)) \(values(style))"
  }
}
