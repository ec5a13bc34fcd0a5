/// What bodies are made of.
enum Content: String {
  /// The bytes of LG-01: ((i mod 251) × 31 + 7) mod 251, which compress well.
  case periodic
  /// Bytes that do not compress, and are no text.
  case random
  /// JSON objects in lines, with escapes, percent-encoding and a secret's name now and then.
  case lines

  var type: String { self == .lines ? "application/x-ndjson" : "application/octet-stream" }

  /// Makes the bytes piece by piece, until all are made or the closure says to stop.
  func pieces(byteCount: Int, _ body: ([UInt8]) -> Bool) {
    var made = 0
    var state: UInt64 = 0x9E37_79B9_7F4A_7C15
    var piece: [UInt8] = []
    // A multiple of the period, so that equal pieces follow one another.
    let size = 251 * 1024
    while made < byteCount {
      switch self {
      case .periodic:
        if piece.isEmpty { piece = (0..<size).map { UInt8((($0 % 251) * 31 + 7) % 251) } }
      case .random:
        piece.removeAll(keepingCapacity: true)
        while piece.count < size {
          state ^= state << 13
          state ^= state >> 7
          state ^= state << 17
          withUnsafeBytes(of: state) { piece.append(contentsOf: $0) }
        }
      case .lines:
        piece.removeAll(keepingCapacity: true)
        while piece.count < size {
          state &+= 1
          piece.append(
            contentsOf: #"{"id":\#(state),"text":"a \"line\"\nof text \u00e9","link":"#.utf8)
          piece.append(
            contentsOf: #""https://example.com/a%20b?n=\#(state)","tags":["x","y"]"#.utf8)
          piece.append(
            contentsOf: state % 1000 == 0
              ? #","access_token":"tok-\#(state / 100_000)-abcdefgh"}"#.utf8 : "}".utf8)
          piece.append(0x0A)
        }
      }
      if piece.count > byteCount - made { piece.removeLast(piece.count - (byteCount - made)) }
      made += piece.count
      guard body(piece) else { return }
    }
  }
}
