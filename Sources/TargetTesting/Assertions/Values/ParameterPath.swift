/// Where in parameters or JSON a value stands.
struct ParameterPath: Hashable {
  enum Component: Hashable {
    case key([UInt8])
    case index(Int)
  }

  private(set) var components: [Component] = []

  func appending(_ component: Component) -> ParameterPath {
    ParameterPath(components: components + [component])
  }

  /// As parameters are written: `"filter"["tags"][0]`.
  var keyed: String {
    var text = ""
    for component in components {
      switch component {
      case .key(let key):
        text += text.isEmpty ? VisibleText.quoted(key) : "[\(VisibleText.quoted(key))]"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// As JSON's are: `$.filter.tags[0]`.
  var json: String {
    var text = "$"
    for component in components {
      switch component {
      case .key(let key):
        text += Self.isPlain(key) ? "." + VisibleText.bare(key) : "[\(VisibleText.quoted(key))]"
      case .index(let index): text += "[\(index)]"
      }
    }
    return text
  }

  /// What is shown in place of the value that stands here, where a key on the way means a secret.
  func replacement(for value: ParameterValue) -> String? {
    let bytes: [UInt8]
    switch value.kind {
    case .number, .other: bytes = Array(value.text.utf8)
    case .string(let string): bytes = string
    case .data(let data): bytes = Array(data)
    case .null, .bool, .array, .object: return nil
    }
    for case .key(let key) in components.reversed() {
      if let text = DisplayRedaction.replacement(for: bytes, named: key, at: .field) {
        return VisibleText.quoted(text)
      }
    }
    return nil
  }

  private static func isPlain(_ key: [UInt8]) -> Bool {
    guard let first = key.first, !(0x30...0x39).contains(first) else { return false }
    return key.allSatisfy {
      switch $0 {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
      default: false
      }
    }
  }
}
