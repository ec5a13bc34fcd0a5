package import Foundation

/// A request as the loopback server read it from the wire.
package struct ReceivedRequest: Sendable {
  /// Which connection it came on, counted from 1.
  package var connection: Int
  /// The method, letter case as sent.
  package var method: String
  /// The request target as sent, percent escapes and all.
  package var target: String
  /// The protocol version as sent, `HTTP/1.1`.
  package var version: String
  /// The header fields in the order, letter case and number in which they came.
  package var fields: [(name: String, value: String)]
  /// The bytes of request line and header fields, without the empty line.
  package var rawHead: [UInt8]
  /// The content, without chunk framing, up to the server's limit of kept bytes.
  package var body: [UInt8]
  /// How many bytes of content came, also where not all were kept.
  package var bodyByteCount: Int
  /// Whether the content came in chunks.
  package var isChunked: Bool
  /// The fields after the last chunk.
  package var trailers: [(name: String, value: String)]

  /// The target without its query.
  package var path: String {
    String(decoding: target.utf8.prefix { $0 != UInt8(ascii: "?") }, as: UTF8.self)
  }

  /// The query without its question mark, or nil where there is none.
  package var query: String? {
    guard let mark = target.utf8.firstIndex(of: UInt8(ascii: "?")) else { return nil }
    return String(decoding: target.utf8[target.utf8.index(after: mark)...], as: UTF8.self)
  }

  /// The content as Data.
  package var bodyData: Data { Data(body) }

  /// The content read as UTF-8, with broken parts replaced.
  package var bodyText: String { String(decoding: body, as: UTF8.self) }

  /// The values of all fields of this name, whatever its letter case.
  package func values(of name: String) -> [String] {
    fields.filter { ASCII.equalIgnoringCase($0.name, name) }.map(\.value)
  }

  /// The first value of a field of this name, whatever its letter case.
  package func value(of name: String) -> String? {
    values(of: name).first
  }
}
