import MoyaCore
import Recorder

/// How messages name a target: its type, its case and the case's payload, `GitHub.user("ash")`.
enum TargetDescription {
  private static let maximumByteCount = 120

  /// The target in one line of ASCII, secrets replaced; of a `MultiTarget`, what it holds.
  static func text(_ target: any TargetType) -> String {
    let target = target.innermost
    let mirror = Mirror(reflecting: target)
    let type = VisibleText.bare("\(type(of: target))")
    let text: String
    if mirror.displayStyle == .enum, mirror.children.isEmpty {
      // A case without a payload prints as its name, unless the type prints itself in its own way.
      let printsItself =
        target is any CustomStringConvertible || target is any CustomDebugStringConvertible
      let printed = DisplayRedaction.text("\(target)")
      text = printsItself ? "\(type)(\(VisibleText.quoted(printed)))" : "\(type).\(printed)"
    } else {
      let description = ValueDescription.text(target)
      text = description.hasPrefix(".") ? type + description : description
    }
    return VisibleText.clipped(text, to: maximumByteCount)
  }
}
