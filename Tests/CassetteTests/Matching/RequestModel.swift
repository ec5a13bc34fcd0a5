import Foundation

@testable import Cassette

/// A request as it is meant, which can be spelled in many ways.
struct RequestModel {
  typealias Field = (name: [UInt8], value: [UInt8]?)

  indirect enum JSON {
    case null
    case bool(Bool)
    /// In hundredths.
    case number(Int)
    case string([Unicode.Scalar])
    case array([JSON])
    case object([(key: String, value: JSON)])
  }

  enum Body {
    case none
    case json(JSON)
    case form([Field])
    case parts([Cassette.Body.Part])
    case bytes([UInt8])
  }

  var method = "GET"
  var isSecure: Bool
  var host: String
  var port: Int?
  var path: [[UInt8]]
  var query: [Field]?
  var body: Body

  init(_ random: inout SeededGenerator) {
    isSecure = .random(using: &random)
    host = ["a", "example.com", "x-1.test"].randomElement(using: &random) ?? ""
    port = Bool.random(using: &random) ? nil : Int.random(in: 1024..<9000, using: &random)
    path = (0..<Int.random(in: 0...3, using: &random)).map { _ in
      Self.bytes(1...4, &random)
    }.filter { $0 != [0x2E] && $0 != [0x2E, 0x2E] }
    query = Bool.random(using: &random) ? nil : Self.fields(&random)
    switch Int.random(in: 0..<5, using: &random) {
    case 0: body = .none
    case 1:
      body = .json(
        .object([("k", Self.json(2, &random)), ("b c", Self.json(2, &random)), ("", .null)]))
    case 2: body = .form(Self.fields(&random).map { ($0.name, $0.value ?? []) })
    case 3:
      body = .parts(
        (0..<Int.random(in: 1...3, using: &random)).map { index in
          .init(
            name: "n\(index)", fileName: Bool.random(using: &random) ? "f" : nil,
            contentType: Bool.random(using: &random) ? "a/b" : nil,
            value: Data(Self.bytes(0...6, &random)))
        })
    default: body = .bytes([0xFF] + Self.bytes(1...9, &random))
    }
    if case .none = body {} else { method = "POST" }
  }

  private static func bytes(
    _ count: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> [UInt8] {
    (0..<Int.random(in: count, using: &random)).map { _ in
      [
        UInt8(ascii: "a"), UInt8(ascii: "A"), UInt8(ascii: "."),
        .random(in: 0...255, using: &random),
      ]
      .randomElement(using: &random) ?? 0
    }
  }

  private static func fields(_ random: inout SeededGenerator) -> [Field] {
    (0..<Int.random(in: 1...4, using: &random)).map { _ in
      (
        ["a", "b", "t[]", "\u{e9}"].randomElement(using: &random).map { Array($0.utf8) } ?? [],
        Bool.random(using: &random) ? nil : bytes(0...4, &random)
      )
    }
  }

  private static func json(_ depth: Int, _ random: inout SeededGenerator) -> JSON {
    switch Int.random(in: 0..<(depth > 0 ? 6 : 4), using: &random) {
    case 0: return .null
    case 1: return .bool(.random(using: &random))
    case 2: return .number(.random(in: -20_000...20_000, using: &random))
    case 3:
      return .string(
        (0..<Int.random(in: 0...4, using: &random)).map { _ in
          (["a", "\"", "\\", "/", "\n", "\u{e9}", "\u{1F600}"] as [Unicode.Scalar])
            .randomElement(using: &random) ?? "x"
        })
    case 4:
      return .array(
        (0..<Int.random(in: 0...3, using: &random)).map { _ in json(depth - 1, &random) })
    default:
      return .object(
        (0..<Int.random(in: 0...3, using: &random)).map { ("m\($0)", json(depth - 1, &random)) })
    }
  }

  // MARK: One change

  /// The model with one thing changed that matters.
  func changed(_ random: inout SeededGenerator) -> RequestModel {
    var copy = self
    switch Int.random(in: 0..<7, using: &random) {
    case 0: copy.method = method == "GET" ? "HEAD" : "PUT"
    case 1: copy.isSecure.toggle()
    case 2: copy.host += "x"
    case 3: copy.port = (port ?? 9000) + 1
    case 4:
      let index = Int.random(in: 0...path.count, using: &random)
      copy.path.insert([UInt8(ascii: "Z")], at: index)
    case 5:
      if var query {
        let index = Int.random(in: 0..<query.count, using: &random)
        query[index].value = (query[index].value ?? []) + [UInt8(ascii: "Z")]
        copy.query = query
      } else {
        copy.query = [([UInt8(ascii: "a")], nil)]
      }
    default:
      switch body {
      case .none: copy.body = .bytes([0xFF])
      case .json(let value): copy.body = .json(Self.changed(value))
      case .form(var fields):
        let index = Int.random(in: 0..<fields.count, using: &random)
        fields[index].value = (fields[index].value ?? []) + [UInt8(ascii: "Z")]
        copy.body = .form(fields)
      case .parts(var parts):
        let index = Int.random(in: 0..<parts.count, using: &random)
        switch Int.random(in: 0..<4, using: &random) {
        case 0: parts[index].value.append(0)
        case 1: parts[index].name += "x"
        case 2: parts[index].fileName = parts[index].fileName.map { $0 + "x" } ?? ""
        default: parts[index].contentType = parts[index].contentType.map { $0 + "x" } ?? "x/y"
        }
        copy.body = .parts(parts)
      case .bytes(let bytes): copy.body = .bytes(bytes + [0x20])
      }
    }
    return copy
  }

  private static func changed(_ value: JSON) -> JSON {
    switch value {
    case .null: .bool(false)
    case .bool(let value): .number(value ? 100 : 0)
    case .number(let number): .number(number + 1)
    case .string(let scalars): .string(scalars + ["z"])
    case .array(let elements): .array(elements + [.null])
    case .object(let members):
      members.isEmpty
        ? .object([("x", .null)])
        : .object([(members[0].key, changed(members[0].value))] + members.dropFirst())
    }
  }

  // MARK: Spelling

  /// The request in one of its spellings.
  func spelled(_ random: inout SeededGenerator) -> Cassette.Request {
    func anyCase(_ text: String) -> String {
      String(
        decoding: text.utf8.map { byte in
          let isLetter = (0x61...0x7A).contains(byte)
          return isLetter && Bool.random(using: &random) ? byte & 0xDF : byte
        }, as: UTF8.self)
    }
    var url = anyCase(isSecure ? "https" : "http") + "://" + anyCase(host)
    switch port {
    case .some(let port): url += ":\(port)"
    case nil where Bool.random(using: &random): url += isSecure ? ":443" : ":80"
    case nil where Bool.random(using: &random): url += ":"
    case nil: break
    }
    for segment in path {
      switch Int.random(in: 0..<4, using: &random) {
      case 0: url += "/."
      case 1: url += "/x/%2e."
      default: break
      }
      url += "/" + Self.escaped(segment, keeping: ":@!$&'()*+,;=", &random)
    }
    if path.isEmpty, Bool.random(using: &random) { url += "/" }
    if let query {
      url +=
        "?"
        + Self.shuffled(query, &random).map { field in
          Self.escaped(field.name, keeping: ":@/?!$'()*,;", &random)
            + (field.value.map { "=" + Self.escaped($0, keeping: ":@/?!$'()*,;=", &random) } ?? "")
        }.joined(separator: "&")
    }
    if Bool.random(using: &random) { url += "#f?#" }
    var request = Cassette.Request(method: method, url: url)
    spell(body, in: &request, &random)
    return request
  }

  private func spell(
    _ body: Body, in request: inout Cassette.Request, _ random: inout SeededGenerator
  ) {
    var type: String?
    switch body {
    case .none:
      request.body = Bool.random(using: &random) ? .empty : .bytes(Data())
      type = Bool.random(using: &random) ? "application/json" : nil
    case .json(let value):
      request.body = .bytes(Data(Self.text(value, &random).utf8))
      type =
        ["application/json", "a/b+json; charset=utf-8", nil].randomElement(using: &random) ?? nil
    case .form(let fields):
      let text = Self.shuffled(fields, &random).map { field in
        let pair = (
          Self.formEscaped(field.name, &random), Self.formEscaped(field.value ?? [], &random)
        )
        return pair.1.isEmpty && Bool.random(using: &random) ? pair.0 : pair.0 + "=" + pair.1
      }.joined(separator: Bool.random(using: &random) ? "&" : "&&")
      request.body = .bytes(Data(text.utf8))
      type = "application/x-www-form-urlencoded"
    case .parts(let parts):
      guard Bool.random(using: &random) else {
        request.body = .multipart(parts)
        break
      }
      let boundary = "b\(UInt32.random(in: 0 ... .max, using: &random))"
      var data = Data()
      for part in parts {
        data += Data("--\(boundary)\r\nContent-Disposition: form-data; name=\"\(part.name)\"".utf8)
        if let name = part.fileName { data += Data("; filename=\"\(name)\"".utf8) }
        if let type = part.contentType { data += Data("\r\nContent-Type: \(type)".utf8) }
        data += Data("\r\n\r\n".utf8) + part.value + Data("\r\n".utf8)
      }
      request.body = .bytes(data + Data("--\(boundary)--\r\n".utf8))
      type = "multipart/form-data; boundary=\(boundary)"
    case .bytes(let bytes):
      request.body = .bytes(Data(bytes))
      type = ["image/png", "application/json", nil].randomElement(using: &random) ?? nil
    }
    if let type { request.headerFields = ["content-type": type] }
  }

  /// The fields, those of different names in another order.
  private static func shuffled(_ fields: [Field], _ random: inout SeededGenerator) -> [Field] {
    let names = fields.map(\.name).shuffled(using: &random)
    var rest = fields
    return names.compactMap { name in
      rest.firstIndex { $0.name == name }.map { rest.remove(at: $0) }
    }
  }

  private static func escape(_ byte: UInt8, _ random: inout SeededGenerator) -> String {
    let digits = String(byte, radix: 16, uppercase: .random(using: &random))
    return "%" + (byte < 16 ? "0" : "") + digits
  }

  /// Reserved bytes are escaped always, for escaped they are others; unreserved ones sometimes.
  private static func escaped(
    _ bytes: [UInt8], keeping reserved: String, _ random: inout SeededGenerator
  ) -> String {
    bytes.map { byte in
      if PercentCoding.unreserved.contains(byte) {
        Int.random(in: 0..<4, using: &random) == 0
          ? escape(byte, &random) : String(Unicode.Scalar(byte))
      } else if reserved.utf8.contains(byte) {
        String(Unicode.Scalar(byte))
      } else if [0x5B, 0x5D, 0x20, 0x22, 0x7C].contains(byte), Bool.random(using: &random) {
        String(Unicode.Scalar(byte))
      } else {
        escape(byte, &random)
      }
    }.joined()
  }

  private static func formEscaped(_ bytes: [UInt8], _ random: inout SeededGenerator) -> String {
    bytes.map { byte in
      if byte == 0x20, Bool.random(using: &random) { return "+" }
      let isPlain = byte > 0x20 && byte < 0x7F && !"%&+=".utf8.contains(byte)
      return isPlain && Bool.random(using: &random)
        ? String(Unicode.Scalar(byte)) : escape(byte, &random)
    }.joined()
  }

  private static func text(_ value: JSON, _ random: inout SeededGenerator) -> String {
    func space() -> String { ["", "", " ", "\n\t"].randomElement(using: &random) ?? "" }
    let text: String
    switch value {
    case .null: text = "null"
    case .bool(let value): text = value ? "true" : "false"
    case .number(let hundredths): text = number(hundredths, &random)
    case .string(let scalars): text = string(scalars, &random)
    case .array(let elements):
      text = "[" + elements.map { Self.text($0, &random) }.joined(separator: ",") + space() + "]"
    case .object(let members):
      text =
        "{"
        + members.shuffled(using: &random).map { member in
          space() + string(Array(member.key.unicodeScalars), &random) + space() + ":"
            + Self.text(member.value, &random)
        }.joined(separator: ",") + space() + "}"
    }
    return space() + text + space()
  }

  private static func number(_ hundredths: Int, _ random: inout SeededGenerator) -> String {
    switch Int.random(in: 0..<3, using: &random) {
    case 0: return "\(hundredths)e-2"
    case 1: return "\(hundredths)00E-0\(4)"
    default:
      let (whole, rest) = abs(hundredths).quotientAndRemainder(dividingBy: 100)
      return (hundredths < 0 ? "-" : "") + "\(whole)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
  }

  private static func string(
    _ scalars: [Unicode.Scalar], _ random: inout SeededGenerator
  ) -> String {
    "\""
      + scalars.map { scalar in
        let isPlain = scalar != "\"" && scalar != "\\" && scalar.value >= 0x20
        if isPlain, Bool.random(using: &random) { return String(scalar) }
        return String(scalar).utf16.map { unit in
          let digits = String(unit, radix: 16, uppercase: .random(using: &random))
          return "\\u" + String(repeating: "0", count: 4 - digits.utf8.count) + digits
        }.joined()
      }.joined() + "\""
  }
}
