import Foundation

/// A value much as it is written in Swift, in one line of ASCII, secrets replaced by their labels.
enum ValueDescription {
  private static let maximumDepth = 4
  private static let maximumChildCount = 8

  /// The value, which stands under that label, key or case's name: `.name(…)` for an enum's case,
  /// `Type(…)` for structs and classes.
  static func text(_ value: Any, named name: String? = nil, depth: Int = 0) -> String {
    let value = unwrapped(value)
    if let name, let hidden = hidden(value, named: name) { return hidden }
    switch value {
    case let text as String: return VisibleText.quoted(DisplayRedaction.text(text))
    case let text as Substring: return VisibleText.quoted(DisplayRedaction.text(String(text)))
    case let url as URL: return VisibleText.quoted(DisplayRedaction.text(url.absoluteString))
    case let data as Data: return data.count == 1 ? "1 byte" : "\(data.count) bytes"
    case let date as Date: return dateText(date)
    default: break
    }
    let mirror = Mirror(reflecting: value)
    switch mirror.displayStyle {
    case .optional: return "nil"
    case .enum:
      // Unless the type prints itself, a case without a payload prints as its name.
      guard let child = mirror.children.first else { return "." + printed(value) }
      let label = child.label ?? ""
      return "." + VisibleText.bare(label)
        + payload(child.value, ofCase: label, depth: depth)
    case .tuple: return "(" + children(of: mirror, depth: depth) + ")"
    case .collection, .set: return "[" + children(of: mirror, depth: depth) + "]"
    case .dictionary: return dictionary(mirror, depth: depth)
    default: break
    }
    if mirror.children.isEmpty || value is any CustomStringConvertible { return printed(value) }
    return VisibleText.bare("\(type(of: value))") + "(" + children(of: mirror, depth: depth) + ")"
  }

  private static func payload(_ value: Any, ofCase name: String, depth: Int) -> String {
    let mirror = Mirror(reflecting: value)
    guard mirror.displayStyle == .tuple else {
      return "(" + text(value, named: name, depth: depth + 1) + ")"
    }
    return "(" + children(of: mirror, depth: depth) + ")"
  }

  private static func children(of mirror: Mirror, depth: Int) -> String {
    guard depth < maximumDepth else { return "..." }
    var texts = mirror.children.prefix(maximumChildCount).map { child in
      // Tuples name elements without a label `.0`, `.1` and so on.
      guard let label = child.label, !label.hasPrefix(".") else {
        return text(child.value, depth: depth + 1)
      }
      return VisibleText.bare(label) + ": " + text(child.value, named: label, depth: depth + 1)
    }
    if mirror.children.count > maximumChildCount { texts.append("...") }
    return texts.joined(separator: ", ")
  }

  private static func dictionary(_ mirror: Mirror, depth: Int) -> String {
    guard depth < maximumDepth else { return "[...]" }
    var texts = mirror.children.map { child in
      let pair = Array(Mirror(reflecting: child.value).children)
      guard pair.count == 2 else { return printed(child.value) }
      return text(pair[0].value, depth: depth + 1) + ": "
        + text(pair[1].value, named: "\(pair[0].value)", depth: depth + 1)
    }.sorted()
    if texts.count > maximumChildCount { texts = texts.prefix(maximumChildCount) + ["..."] }
    return texts.isEmpty ? "[:]" : "[" + texts.joined(separator: ", ") + "]"
  }

  private static func hidden(_ value: Any, named name: String) -> String? {
    // Neither tells anything of a secret.
    if value is Bool || Mirror(reflecting: value).displayStyle == .optional { return nil }
    return DisplayRedaction.replacement(for: "\(value)".utf8, named: name.utf8, at: .field)
  }

  private static func unwrapped(_ value: Any) -> Any {
    var value = value
    while true {
      let mirror = Mirror(reflecting: value)
      guard mirror.displayStyle == .optional, let child = mirror.children.first else {
        return value
      }
      value = child.value
    }
  }

  private static func printed(_ value: Any) -> String {
    VisibleText.bare(DisplayRedaction.text("\(value)"))
  }

  // A date prints without what is below a second.
  private static func dateText(_ date: Date) -> String {
    let seconds = date.timeIntervalSince1970
    return seconds == seconds.rounded()
      ? "\(date)" : "\(date) + \(seconds - seconds.rounded(.down)) s"
  }
}
