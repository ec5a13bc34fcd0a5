/// How paths and values are written.
enum ParameterStyle {
  /// `"page"`, with the values' types.
  case keyed
  /// `$.page`, without types, which JSON's own forms show.
  case json

  func text(_ path: ParameterPath) -> String {
    switch self {
    case .keyed: path.keyed
    case .json: path.json
    }
  }

  func text(_ value: ParameterValue, at path: ParameterPath) -> String {
    path.replacement(for: value) ?? value.shown(withType: self == .keyed)
  }
}
