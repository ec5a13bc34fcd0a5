import Foundation

/// What httpbin's echoing endpoints say about a request.
struct HTTPBinEcho {
  let request: ReceivedRequest

  /// The query's pairs.
  var query: [(name: String, value: String)] { FormFields.pairs(request.query ?? "") }

  var args: JSONText { .grouped(query) }

  var origin: JSONText { .string("127.0.0.1") }

  var url: JSONText {
    .string("http://\(request.value(of: "Host") ?? "127.0.0.1")\(request.target)")
  }

  /// The fields with their names capitalised and equal names joined, as WSGI hands them over.
  var headers: JSONText {
    var order: [String] = []
    var values: [String: String] = [:]
    for field in request.fields {
      let name = Self.capitalised(field.name)
      if ASCII.equalIgnoringCase(name, "Transfer-Encoding") { continue }
      if let earlier = values[name] {
        values[name] = "\(earlier), \(field.value)"
      } else {
        order.append(name)
        values[name] = field.value
      }
    }
    if request.isChunked {
      order.append("Content-Length")
      values["Content-Length"] = String(request.bodyByteCount)
    }
    return .object(order.map { ($0, .string(values[$0, default: ""])) })
  }

  /// `data`, `files`, `form` and `json`.
  var content: [(name: String, value: JSONText)] {
    let type = request.value(of: "Content-Type") ?? ""
    var form = JSONText.object([])
    var files = JSONText.object([])
    var data: [UInt8] = []
    if ASCII.contains(type, ignoringCase: "application/x-www-form-urlencoded") {
      form = .grouped(FormFields.pairs(request.bodyText))
    } else if ASCII.contains(type, ignoringCase: "multipart/form-data"),
      let parts = FormFields.parts(request.body, contentType: type)
    {
      form = .grouped(
        parts.filter { !$0.isFile }.map { ($0.name, String(decoding: $0.content, as: UTF8.self)) })
      files = .grouped(
        parts.filter(\.isFile).map { ($0.name, Self.shown($0.content, type: $0.contentType)) })
    } else {
      data = request.body
    }
    return [
      ("data", .string(Self.shown(data, type: "application/octet-stream"))),
      ("files", files), ("form", form),
      ("json", data.isEmpty ? .null : JSONText(parsing: data) ?? .null),
    ]
  }

  private static func shown(_ bytes: [UInt8], type: String) -> String {
    if let text = String(validating: bytes, as: UTF8.self) { return text }
    return "data:\(type);base64,\(Data(bytes).base64EncodedString())"
  }

  private static func capitalised(_ name: String) -> String {
    var isStart = true
    let bytes = name.utf8.map { byte -> UInt8 in
      let lower = ASCII.lowercased(byte)
      defer { isStart = byte == UInt8(ascii: "-") }
      let isLetter = (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lower)
      return isStart && isLetter ? lower & ~0x20 : lower
    }
    return String(decoding: bytes, as: UTF8.self)
  }
}
