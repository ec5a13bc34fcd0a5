import Foundation

/// Finds what placeholders stand for.
struct Placeholders {
  /// Each as text, and as it stands in a URL.
  private let spellings: [Data]

  init(_ placeholders: Set<String>) {
    spellings = placeholders.flatMap { placeholder in
      let escaped =
        placeholder.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? placeholder
      let onlyBrackets = placeholder.replacingOccurrences(of: "[", with: "%5B")
        .replacingOccurrences(of: "]", with: "%5D")
      return [placeholder, onlyBrackets, escaped].map { Data($0.utf8) }
    }
  }

  /// What the placeholders in `template` stand for where it is `text` but for them; nil where it is
  /// not. Each stands for one byte or more.
  func values(in text: Data, as template: Data) -> [(placeholder: String, value: Data)]? {
    var values: [(String, Data)] = []
    var (rest, templateRest) = (text[...], template[...])
    var open: Data?
    while true {
      let (literal, placeholder) = next(in: &templateRest)
      if let current = open {
        // The text up to the next literal is what the placeholder stands for.
        guard rest.count > 0 else { return nil }
        let from = rest.index(after: rest.startIndex)
        let range: Range<Data.Index>?
        if placeholder == nil {
          let start = rest.endIndex - literal.count
          range = start >= from && rest[start...] == literal ? start..<rest.endIndex : nil
        } else {
          range =
            literal.isEmpty ? nil : rest.range(of: literal, options: [], in: from..<rest.endIndex)
        }
        guard let range else { return nil }
        values.append(
          (String(decoding: current, as: UTF8.self), Data(rest[rest.startIndex..<range.lowerBound]))
        )
        rest = rest[range.upperBound...]
      } else {
        guard rest.starts(with: literal) else { return nil }
        rest = rest.dropFirst(literal.count)
      }
      guard let placeholder else { return rest.isEmpty ? values : nil }
      open = placeholder
    }
  }

  /// Takes the text up to the next placeholder off the template, and that placeholder.
  private func next(in template: inout Data) -> (literal: Data, placeholder: Data?) {
    let first = spellings.compactMap { template.range(of: $0) }
      .min { ($0.lowerBound, -$0.count) < ($1.lowerBound, -$1.count) }
    guard let first else { return (template, nil) }
    let literal = template[template.startIndex..<first.lowerBound]
    let placeholder = Data(template[first])
    template = template[first.upperBound...]
    return (literal, placeholder)
  }
}

/// The spellings under which secrets go.
struct SecretForms {
  private let secrets: Secrets
  /// Each spelling, and the secret that it means.
  private var forms: [String: String] = [:]

  init(_ secrets: Secrets) {
    self.secrets = secrets
    for entry in secrets.entries { forms[entry.value] = entry.value }
    for pair in ["ash:\(secrets.basicPassword)", "agent:\(secrets.userInfoPassword)"] {
      forms[pair] = pair
      forms[Data(pair.utf8).base64EncodedString()] = pair
    }
    // Taken for secrets too: a user before a password in a URL, and all values of cookies.
    for other in ["agent", "dark", "yes"] { forms[other] = other }
  }

  /// The secret for which that stands, as it is or encoded; nil where it is none.
  func secret(_ value: Data) -> String? {
    let text = String(decoding: value, as: UTF8.self)
    let spaced = text.replacingOccurrences(of: "+", with: " ")
    let fromJSON = Self.jsonString(text)
    let candidates = [
      text, text.removingPercentEncoding, spaced.removingPercentEncoding, fromJSON,
      fromJSON?.removingPercentEncoding, fromJSON.flatMap(Self.jsonString),
    ]
    return candidates.lazy.compactMap { $0.flatMap { forms[$0] } }.first
  }

  /// What a JSON string of that text within quotation marks means; nil where it is none.
  private static func jsonString(_ text: String) -> String? {
    try? JSONDecoder().decode(String.self, from: Data("\"\(text)\"".utf8))
  }

  /// The text with each of them replaced.
  func hidden(in text: String) -> String { secrets.hidden(in: text) }
}
