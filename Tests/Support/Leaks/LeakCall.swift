package import Foundation

/// One call of a run that carries three secrets, and the server's answer with further spellings of them.
package struct LeakCall: Sendable {
  /// The content of a request.
  package enum Content: Sendable {
    case none
    case bytes(Data, type: String)
    case parts([(name: String, fileName: String?, value: Data)])
    /// No content, and the answer goes into a file.
    case download
  }

  package static let count = 20
  /// The secret that only the last call's field gives away, and that earlier answers hold.
  package static let learnedLast = 58

  /// The URL, after the server's origin, which user-info may precede.
  package private(set) var target: String
  package private(set) var user: String?
  package private(set) var fields: [String: String]
  package private(set) var content = Content.none
  /// Whether the content comes from streams.
  package let isStreamed: Bool
  package private(set) var reply: Reply

  /// The call of that number, from 0 on.
  package init(_ number: Int, _ secrets: LeakSecrets) {
    let all = secrets.all
    let own = Array(all[(3 * number)..<(3 * number + 3)])
    let quoted = Self.percent(own[0])
    target = "/call/\(number)?page=2"
    isStreamed = number >= 10
    fields = [:]
    var replyFields: [(name: String, value: String)] = []
    var members: [String] = []
    var isReset = false

    switch number % 10 {
    case 0: user = "agent:" + quoted
    case 1: target += "&access_token=" + quoted
    case 2: target += "#access_token=\(quoted)&state=1"
    case 3: target += "&X-Amz-Date=20260101T000000Z&X-Amz-Signature=" + quoted
    case 4: target += "&X-Goog-Expires=900&X-Goog-Signature=" + quoted
    case 5: target += "&sv=2024-01-01&sr=b&sig=" + quoted
    case 6: replyFields.append(("Location", "/end?token=\(quoted)&step=2"))
    case 7: fields["Referer"] = "https://b.test/?client_secret=" + quoted
    case 8: replyFields.append(("Link", "<https://b.test/?page=3&api_key=\(quoted)>; rel=\"next\""))
    default:
      target += "&refresh_token=" + quoted
      isReset = true
    }
    let value = own[1]
    switch number % 10 {
    case 0: fields["Authorization"] = "Bearer " + value
    case 1: fields["Authorization"] = "Basic " + Data("ash:\(value)".utf8).base64EncodedString()
    case 2: fields["X-Api-Key"] = value
    case 3: fields["X-Forwarded-Authorization"] = "Token " + value
    case 4: fields["X-Acme-Guest-Token"] = value
    case 5: fields["Cookie"] = "theme=dark; sid=" + value
    case 6: replyFields.append(("Set-Cookie", "sid=\(value); Path=/; HttpOnly"))
    case 7: fields["X-Auth-Token"] = value
    case 8: replyFields.append(("X-Session-Token", value))
    default: fields["Ocp-Apim-Subscription-Key"] = value
    }
    let secret = own[2]
    let json = Self.json(secret)
    switch number % 10 {
    case 0:
      content = .bytes(
        Data("grant_type=password&password=\(Self.percent(secret))".utf8),
        type: "application/x-www-form-urlencoded")
    case 1:
      content = .bytes(
        Data(#"{"user":{"name":"ash","credentials":{"a":[\#(json)]}}}"#.utf8),
        type: "application/json")
    case 2: members.append(#""refresh_token":\#(json)"#)
    case 3:
      // More of a stream is not held, and only its hash is kept.
      let lines = isStreamed ? 120_000 : 1
      let bulk = String(repeating: "filler of a line\n", count: lines) + "password=\(secret)\n"
      content = .parts([("password", nil, Data(secret.utf8)), ("bulk", nil, Data(bulk.utf8))])
    case 4:
      content = .parts([
        ("password", nil, Data(secret.utf8)), ("file", "of-\(secret).txt", Data("x".utf8)),
      ])
    case 5: members.append(#""payload":\#(Self.json(#"{"client_secret":\#(json)}"#))"#)
    case 6:
      // Not what its type says.
      content = .bytes(Data(#"{"id_token":\#(json)}"#.utf8), type: "application/octet-stream")
    case 7: content = .download
    case 8: content = .bytes(Data(#"{"n":1}{"otp_code":\#(json)"#.utf8), type: "application/json")
    default: content = .bytes(Data("see \(secret) there".utf8), type: "text/plain")
    }

    for secret in own { members += Self.spellings(of: secret) }
    // The secret that is learned last.
    if number == 0 || number == 7 { members += Self.spellings(of: all[Self.learnedLast]) }
    if case .download = content {
      members.append(#""access_token":\#(json)"#)
      let filler = String(repeating: "  \n", count: 10_000)
      members = members.map { filler + $0 }
    }
    reply = Reply(
      number % 10 == 6 ? 201 : 200, fields: [("Content-Type", "application/json")] + replyFields,
      text: "{" + members.joined(separator: ",") + "}")
    if isReset { reply = .reset }
  }

  /// Members of a JSON object whose values are a secret in whatever encoding.
  private static func spellings(of secret: String) -> [String] {
    let once = percent(secret)
    let plain = [
      "it is \(secret)!", "x=\(once)", "x=\(percent(once))",
      String(json(secret).dropFirst().dropLast()),
    ]
    let base64 = (0..<3).map { offset in
      Data(("ab".prefix(offset) + secret + "!").utf8).base64EncodedString()
    }
    let url = base64.map { $0.replacing("+", with: "-").replacing("/", with: "_") }
    return (plain + base64 + url).enumerated().map { "\"e\($0)\":\(json($1))" }
  }

  private static func percent(_ text: String) -> String {
    text.utf8.map { byte in
      switch byte {
      case 0x30...0x39, 0x41...0x5A, 0x61...0x7A: String(UnicodeScalar(byte))
      default: "%" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
      }
    }.joined()
  }

  /// A JSON string.
  private static func json(_ text: String) -> String {
    let quoted = text.unicodeScalars.map { scalar -> String in
      switch scalar {
      case "\"": "\\\""
      case "\\": "\\\\"
      case "\n": "\\n"
      case "/": "\\/"
      default: String(scalar)
      }
    }
    return "\"" + quoted.joined() + "\""
  }
}
