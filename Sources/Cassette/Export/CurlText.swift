/// A request as a command of a POSIX shell that sends it by curl.
enum CurlText {
  /// What curl would send of its own accord, and shall not unless the request has it.
  private static let added: [StaticString] = ["accept", "user-agent"]
  /// The same with content.
  private static let addedWithContent: [StaticString] = ["content-type", "expect"]
  /// What curl writes itself, by the content that it sends.
  private static let framing: [StaticString] = ["content-length", "transfer-encoding"]
  /// Longer content goes through a pipe: Linux takes no argument of more than 128 KiB.
  private static let argumentByteCount = 65_536

  /// The command, after a comment that says which request it is.
  static func text(of interaction: Cassette.Interaction, number: Int) -> [UInt8] {
    let request = interaction.request
    let message = RequestText.message(of: request)
    var text = Array("# \(number): \(RequestText.outcome(interaction.outcome))\n".utf8)
    var command: [[UInt8]] = []
    func add(_ option: StaticString, _ value: [UInt8]) {
      command.append(Array("\(option) ".utf8) + value)
    }
    let isHead = request.method.utf8.elementsEqual("HEAD".utf8)
    var content: [UInt8] = []
    if case .bytes(let bytes) = message.content { content = bytes }
    if isHead, content.isEmpty {
      command.append(Array("--head".utf8))
    } else {
      add("--request", ShellText.quoted(request.method))
    }
    for field in message.fields where RequestText.isSendable(field) {
      guard !framing.contains(where: { Cassette.HeaderFields.isEqual(field.name, $0) }) else {
        continue
      }
      // With a colon and no value curl leaves the field out.
      add(
        "--header",
        ShellText.quoted(
          field.value.utf8.isEmpty ? field.name + ";" : field.name + ": " + field.value))
    }
    var hasContent = true
    if case .bytes([]) = message.content { hasContent = false }
    for name in added + (hasContent ? addedWithContent : [])
    where message.fields.first(named: name) == nil {
      add("--header", Array("'\(name):'".utf8))
    }
    switch message.content {
    case .lost(let byteCount, let sha256):
      let what = "name a file with the \(byteCount) bytes of SHA-256 \(sha256)"
      add("--data-binary", Array("\"@${CONTENT_\(number):?\(what)}\"".utf8))
    case .bytes([]):
      break
    case .bytes(let bytes) where isArgument(bytes):
      add("--data-raw", ShellText.quoted(String(decoding: bytes, as: UTF8.self)))
    case .bytes(let bytes):
      text += "{ ".utf8
      text += ShellText.printing(bytes)
      text += "; } | ".utf8
      add("--data-binary", Array("@-".utf8))
    }
    // Brackets and dots of the URL are the URL's own.
    text += "curl --globoff --path-as-is --url ".utf8
    text += ShellText.quoted(request.url)
    for option in command {
      text += " \\\n  ".utf8
      text += option
    }
    text.append(0x0A)
    return text
  }

  /// Whether the bytes may be an argument, and people be shown them.
  private static func isArgument(_ bytes: [UInt8]) -> Bool {
    bytes.count <= argumentByteCount && UTF8Validation.isValid(bytes)
      && bytes.allSatisfy { ($0 >= 0x20 || $0 == 0x09 || $0 == 0x0A) && $0 != 0x7F }
  }
}
