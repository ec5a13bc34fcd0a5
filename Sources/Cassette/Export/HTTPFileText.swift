/// A request as the `.http` files of editors' REST clients have it.
enum HTTPFileText {
  /// The text of an interaction: a separator, the request, and what became of it as a comment.
  static func text(of interaction: Cassette.Interaction, number: Int) -> [UInt8] {
    let request = interaction.request
    let message = RequestText.message(of: request)
    var text = Array("### \(number)".utf8)
    if let target = interaction.target {
      text += " \(RequestText.line(target.type))".utf8
      if let name = target.name { text += ".\(RequestText.line(name))".utf8 }
    }
    text += "\n# \(RequestText.outcome(interaction.outcome))\n".utf8
    let content = content(message.content)
    if let problem = content.problem { text += "# \(problem)\n".utf8 }
    // The version, which clients may leave out, would be refused where it is not HTTP's own.
    let fields = message.fields.filter {
      RequestText.isSendable($0) && !Cassette.HeaderFields.isEqual($0.name, "content-length")
    }
    let lines =
      ["\(RequestText.line(request.method)) \(RequestText.line(request.url))"]
      + fields.map { "\($0.name): \($0.value)" }
    guard isSayable(request, fields, lines) else {
      text += "# its request has what clients take for their own, and is not one here\n".utf8
      for line in lines { text += "#   \(RequestText.line(line))\n".utf8 }
      return text
    }
    for line in lines { text += "\(line)\n".utf8 }
    if !content.bytes.isEmpty {
      text.append(0x0A)
      text += content.bytes
      if text.last != 0x0A { text.append(0x0A) }
    }
    return text
  }

  /// What can be written of the content, and why not all of it.
  private static func content(
    _ content: RequestText.Content
  ) -> (bytes: [UInt8], problem: String?) {
    switch content {
    case .lost(let byteCount, let sha256):
      return ([], "its content of \(byteCount) bytes was not kept; SHA-256 \(sha256)")
    case .bytes(let bytes):
      guard UTF8Validation.isValid(bytes),
        bytes.allSatisfy({ $0 >= 0x20 || $0 == 0x09 || $0 == 0x0A || $0 == 0x0D })
      else { return ([], "its content of \(bytes.count) bytes is no text") }
      guard !isTakenForSyntax(bytes) else {
        return ([], "its content of \(bytes.count) bytes has what clients take for their own")
      }
      return (bytes, nil)
    }
  }

  /// Whether clients would read the head of a request as it is, and nothing else in it.
  private static func isSayable(
    _ request: Cassette.Request, _ fields: [Cassette.HeaderFields.Field], _ lines: [String]
  ) -> Bool {
    let method = Cassette.HeaderFields.Field(name: request.method, value: "")
    return RequestText.isSendable(method)
      // A blank ends the URL.
      && !request.url.utf8.isEmpty && request.url.utf8.allSatisfy { $0 > 0x20 && $0 != 0x7F }
      // A method or field may begin with what begins a comment, or with what continues a query.
      && lines.allSatisfy { line in
        line.utf8.first != UInt8(ascii: "#") && line.utf8.first != UInt8(ascii: "&")
          && !isTakenForSyntax(Array(line.utf8))
      }
  }

  /// Whether a client would take a line for a separator, a file's or a script's name, or a variable.
  private static func isTakenForSyntax(_ bytes: [UInt8]) -> Bool {
    let hasVariable = bytes.withUnsafeBytes {
      $0.firstOffset(of: Array("{{".utf8), from: 0) != nil
    }
    return hasVariable
      || bytes.split(whereSeparator: { $0 == 0x0A || $0 == 0x0D }).contains { line in
        line.starts(with: "###".utf8) || line.first == UInt8(ascii: "<")
          || line.starts(with: "> ".utf8) || line.starts(with: ">>".utf8)
      }
  }
}
