/// A JSON Web Token in compact form (RFC 7519 §3), as it may stand in a cassette.
///
/// A client reads the header and the times; they stay. All other claims and the signature go.
enum WebToken {
  /// Header and payload, each with its full stop, of a token of which no secret is left; nil where the
  /// bytes are no token.
  static func redactedPrefix(of bytes: [UInt8]) -> String? {
    let parts = bytes.split(separator: UInt8(ascii: "."), omittingEmptySubsequences: false)
    guard parts.count == 3, let header = object(parts[0]),
      header.member("alg", of: header.root) != nil,
      let payload = object(parts[1]), Base64Text.decode(Array(parts[2])) != nil
    else { return nil }
    let times: [StaticString] = ["exp", "nbf", "iat"]
    let kept = times.compactMap { name -> String? in
      guard let value = payload.member(name, of: payload.root), case .number = value.kind else {
        return nil
      }
      return "\"\(name)\":" + String(decoding: payload.source(of: value), as: UTF8.self)
    }
    let claims = "{" + kept.joined(separator: ",") + "}"
    return String(decoding: parts[0], as: UTF8.self) + "."
      + Base64Text.encodeURL(Array(claims.utf8)) + "."
  }

  private static func object(_ part: ArraySlice<UInt8>) -> JSONDocument? {
    guard !part.contains(UInt8(ascii: "+")), !part.contains(UInt8(ascii: "/")),
      let text = Base64Text.decode(Array(part)),
      // Whatever does not parse is no token, and is replaced as any other text.
      let document = (try? JSONDocument(text, maximumDepth: 32)),
      case .object = document.root.kind
    else { return nil }
    return document
  }
}
