/// Keeps credentials out of messages: the one place that knows which names mean secrets.
enum DisplayRedaction {
  /// Where a name stands, since some names mean a secret only in some places.
  enum Place {
    case headerField, queryItem, field
  }

  /// What is shown in place of the value; nil where the value may be shown.
  ///
  /// The scheme of an `Authorization` field is no secret and stays.
  static func replacement(
    for value: some Collection<UInt8>, named name: some Sequence<UInt8>, at place: Place
  ) -> String? {
    guard !value.isEmpty, let label = label(of: name, at: place) else { return nil }
    let placeholder = "[redacted:\(label)]"
    guard label.hasSuffix("authorization") else { return placeholder }
    let scheme = value.prefix { $0 != UInt8(ascii: " ") }
    guard scheme.count < value.count, scheme.count <= 16, scheme.allSatisfy(isLetter) else {
      return placeholder
    }
    return String(decoding: scheme, as: UTF8.self) + " " + placeholder
  }

  /// The text with the values of what looks like a named secret in it replaced.
  static func text(_ text: String) -> String {
    String(decoding: bytes(Array(text.utf8)), as: UTF8.self)
  }

  /// The bytes with the values of what looks like a named secret in them replaced.
  static func bytes(_ bytes: [UInt8]) -> [UInt8] {
    var result: [UInt8] = []
    var end = 0
    for secret in SecretScan.secrets(in: bytes) {
      result += bytes[end..<secret.range.lowerBound]
      result += Array(secret.replacement.utf8)
      end = secret.range.upperBound
    }
    return result + bytes[end...]
  }

  /// The label of a name that means a secret. Case, `-`, `_` and a leading `x-` do not count, and of
  /// `user[password]` the innermost name does.
  static func label(of name: some Sequence<UInt8>, at place: Place) -> String? {
    let name = Array(name.prefix(121))
    guard name.count <= 120 else { return nil }
    let inner =
      name.split { $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: "]") }.last.map { Array($0) }
      ?? name
    let lowered = inner.map { (0x41...0x5A).contains($0) ? $0 | 0x20 : $0 }
    let folded = lowered.filter { $0 != UInt8(ascii: "-") && $0 != UInt8(ascii: "_") }
    let text = String(decoding: folded, as: UTF8.self)
    let bare = lowered.starts(with: "x-".utf8) ? String(text.dropFirst()) : text
    guard names.contains(bare) || place == .queryItem && queryNames.contains(bare) else {
      return nil
    }
    return String(
      decoding: lowered.map { isLetter($0) || (0x30...0x39).contains($0) ? $0 : 0x5F },
      as: UTF8.self)
  }

  private static func isLetter(_ byte: UInt8) -> Bool { (0x61...0x7A).contains(byte | 0x20) }

  private static let names: Set<String> = [
    "authorization", "proxyauthorization", "cookie", "setcookie", "apikey", "apisecret", "apitoken",
    "appkey", "appsecret", "consumersecret", "subscriptionkey", "functionskey", "token",
    "accesstoken", "refreshtoken", "idtoken", "authtoken", "bearertoken", "bearer", "jwt",
    "securitytoken", "amzsecuritytoken", "amzsignature", "amzcredential", "privatetoken",
    "usertoken", "oauthtoken", "oauthtokensecret", "devicetoken", "pushtoken", "resettoken",
    "clientsecret", "clientassertion", "assertion", "codeverifier", "password", "passwd", "pwd",
    "pass", "passphrase", "passcode", "pin", "otp", "totp", "oldpassword", "newpassword",
    "currentpassword", "passwordconfirmation", "confirmpassword", "userpassword", "secret",
    "secretkey", "sharedsecret", "webhooksecret", "signingsecret", "secretaccesskey",
    "awssecretaccesskey", "encryptionkey", "privatekey", "credential", "credentials", "sessionid",
    "sessiontoken", "sessionkey", "sessionsecret", "phpsessid", "jsessionid", "csrftoken",
    "xsrftoken", "csrf", "authenticitytoken", "csrfmiddlewaretoken",
  ]

  private static let queryNames: Set<String> = [
    "key", "auth", "sig", "signature", "hmac", "xamzsignature", "xamzcredential",
    "xamzsecuritytoken", "googsignature", "googcredential",
  ]
}
