/// What may come before a document: a byte order mark and white space, then `{`.
struct TextStart {
  let path: String
  /// Whether the document has begun.
  private(set) var isPast = false
  /// The number of bytes before it.
  private(set) var byteCount = 0
  private var markByteCount = 0
  private static let mark: [UInt8] = [0xEF, 0xBB, 0xBF]

  init(path: String) { self.path = path }

  /// Passes over what comes before the document; how many bytes of the piece that is.
  mutating func pass(_ piece: UnsafeRawBufferPointer) throws(CassetteError) -> Int {
    guard !isPast else { return 0 }
    for (index, byte) in piece.enumerated() {
      if byteCount == markByteCount, byteCount < 3, byte == Self.mark[byteCount] {
        byteCount += 1
        markByteCount += 1
        continue
      }
      guard markByteCount == 0 || markByteCount == 3 else {
        throw .notHAR(path: path, reason: "its text begins with half a byte order mark")
      }
      switch byte {
      case 0x20, 0x09, 0x0A, 0x0D:
        byteCount += 1
      case UInt8(ascii: "{"):
        isPast = true
        return index
      default:
        if MergeConflict.isMarker(Array(piece[index...].prefix(8))[...]) {
          throw .mergeConflict(path: path, offset: byteCount)
        }
        throw .notHAR(path: path, reason: "its text begins with \(Self.show(byte)), not with {")
      }
    }
    return piece.count
  }

  private static func show(_ byte: UInt8) -> String {
    (0x21...0x7E).contains(byte)
      ? "`\(Unicode.Scalar(byte))`" : "the byte 0x" + String(byte, radix: 16, uppercase: true)
  }
}
