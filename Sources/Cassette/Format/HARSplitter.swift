/// Parts the text of a HAR, fed in pieces, into its entries and what is around them.
///
/// It only follows strings and brackets: whether all is JSON is found out when the entries and the
/// frame are parsed, so that no mistake of the text can pass for a shorter HAR.
struct HARSplitter {
  /// An entry as it was found.
  struct Entry {
    /// Its text, from its first byte to its last.
    let text: [UInt8]
    /// The position of its first byte, as the source counts.
    let position: UInt64
    /// The offset of its first byte in the text.
    let offset: Int
  }

  /// Where the splitter stands.
  private enum State {
    /// Around the entries: the text goes to the frame.
    case frame
    /// Between entries.
    case entries
    /// Within an entry whose first bracket is open, or a string.
    case entry
    /// Within an entry that is a number or word.
    case scalar
  }

  /// The text with a `0` in the place of each entry.
  private(set) var frame: [UInt8] = []
  /// The number of entries so far.
  private(set) var count = 0
  /// Whether the outermost value has ended.
  private(set) var isComplete = false
  /// The offset of the first byte after the document that is not white space, and the byte.
  private(set) var remainder: (offset: Int, byte: UInt8)?
  /// Which offset of the text an offset of the frame has, after each entry.
  private var anchors: [(frame: Int, text: Int)] = []

  private let path: String
  private let limits: Cassette.Limits
  private var state = State.frame
  private var depth = 0
  private var entryDepth = 0
  private var isInString = false
  private var isEscaped = false
  /// The last string at the two depths where a key can lead to the entries.
  private var token: [UInt8] = []
  private var outerKeyIsLog = false
  private var isEntriesKey = false
  private var entry: [UInt8] = []
  private var entryPosition: UInt64 = 0
  private var entryOffset = 0
  private var textOffset = 0
  private var startOffset = 0

  init(path: String, limits: Cassette.Limits) {
    self.path = path
    self.limits = limits
  }

  /// Whether the frame has just come to the first entry.
  private(set) var isAtEntries = false

  /// The offset in the text of an offset in the frame.
  func textOffset(ofFrame offset: Int) -> Int {
    let anchor = anchors.last { $0.frame <= offset }
    return anchor.map { $0.text + offset - $0.frame } ?? offset + startOffset
  }

  /// Counts bytes before the document that are not fed.
  mutating func skip(_ count: Int) {
    startOffset += count
    textOffset += count
  }

  /// Goes through a piece, whose first byte has that position as the source counts.
  ///
  /// `onEntries` gets the frame so far when the entries begin; `onEntry` gets each entry.
  mutating func feed(
    _ piece: UnsafeRawBufferPointer, position: UInt64,
    onEntries: ([UInt8]) throws(CassetteError) -> Void,
    onEntry: (Entry) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    var index = 0
    while index < piece.count {
      switch state {
      case .frame:
        let wasAtEntries = isAtEntries
        try frameByte(piece[index], at: textOffset + index)
        index += 1
        if isAtEntries, !wasAtEntries { try onEntries(frame) }
      case .entries:
        let byte = piece[index]
        switch byte {
        case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","):
          try checkFrame()
          frame.append(byte)
          index += 1
        case UInt8(ascii: "]"):
          frame.append(byte)
          index += 1
          depth -= 1
          state = .frame
        default:
          begin(byte, position: position + UInt64(index), offset: textOffset + index)
        }
      case .scalar:
        let start = index
        while index < piece.count, !Self.endsScalar(piece[index]) { index += 1 }
        try append(piece, start..<index)
        if index < piece.count { try end(textOffset + index, onEntry) }
      case .entry:
        let start = index
        let hasEnded = passEntry(piece, &index)
        try append(piece, start..<index)
        if hasEnded { try end(textOffset + index, onEntry) }
      }
    }
    textOffset += piece.count
  }

  private static func endsScalar(_ byte: UInt8) -> Bool {
    switch byte {
    case 0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ","), UInt8(ascii: "]"): true
    default: false
    }
  }

  private mutating func begin(_ byte: UInt8, position: UInt64, offset: Int) {
    entry.removeAll(keepingCapacity: true)
    entryPosition = position
    entryOffset = offset
    entryDepth = 0
    (isInString, isEscaped) = (false, false)
    switch byte {
    case UInt8(ascii: "{"), UInt8(ascii: "["), UInt8(ascii: "\""): state = .entry
    default: state = .scalar
    }
  }

  private mutating func append(
    _ piece: UnsafeRawBufferPointer, _ range: Range<Int>
  ) throws(CassetteError) {
    guard entry.count + range.count <= limits.entryByteCount else {
      throw .tooLarge(
        path: path, what: "the size of entry \(count) in bytes", limit: limits.entryByteCount)
    }
    entry.append(contentsOf: UnsafeRawBufferPointer(rebasing: piece[range]))
  }

  private mutating func end(
    _ offset: Int, _ onEntry: (Entry) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    guard count < limits.entryCount else {
      throw .tooLarge(path: path, what: "the number of entries", limit: limits.entryCount)
    }
    count += 1
    frame.append(UInt8(ascii: "0"))
    anchors.append((frame.count, offset))
    state = .entries
    isInString = false
    try onEntry(Entry(text: entry, position: entryPosition, offset: entryOffset))
  }

  /// Passes bytes of an entry; whether it ended.
  private mutating func passEntry(_ piece: UnsafeRawBufferPointer, _ index: inout Int) -> Bool {
    while index < piece.count {
      let byte = piece[index]
      index += 1
      if isInString {
        if isEscaped {
          isEscaped = false
        } else if byte == UInt8(ascii: "\\") {
          isEscaped = true
        } else if byte == UInt8(ascii: "\"") {
          isInString = false
          if entryDepth == 0 { return true }
        }
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        isInString = true
      case UInt8(ascii: "{"), UInt8(ascii: "["):
        entryDepth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        entryDepth -= 1
        if entryDepth <= 0 { return true }
      default:
        break
      }
    }
    return false
  }

  private func checkFrame() throws(CassetteError) {
    // What stands in an entry's place does not count.
    guard frame.count - 2 * count < limits.frameByteCount else {
      throw .tooLarge(
        path: path, what: "the size of what is not an entry in bytes", limit: limits.frameByteCount)
    }
  }

  private mutating func frameByte(_ byte: UInt8, at offset: Int) throws(CassetteError) {
    if isComplete {
      let isSpace = byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D
      if !isSpace, remainder == nil { remainder = (offset, byte) }
      return
    }
    try checkFrame()
    frame.append(byte)
    if isInString {
      if isEscaped {
        isEscaped = false
      } else if byte == UInt8(ascii: "\\") {
        isEscaped = true
      } else if byte == UInt8(ascii: "\"") {
        isInString = false
        return
      }
      if depth <= 2, token.count <= 8 { token.append(byte) }
      return
    }
    switch byte {
    case UInt8(ascii: "\""):
      isInString = true
      token.removeAll(keepingCapacity: true)
    case UInt8(ascii: ":"):
      if depth == 1 { outerKeyIsLog = token.elementsEqual("log".utf8) }
      if depth == 2 { isEntriesKey = outerKeyIsLog && token.elementsEqual("entries".utf8) }
    case UInt8(ascii: ","):
      if depth == 2 { isEntriesKey = false }
    case UInt8(ascii: "{"), UInt8(ascii: "["):
      depth += 1
      if byte == UInt8(ascii: "["), depth == 3, isEntriesKey {
        state = .entries
        isAtEntries = true
      }
      isEntriesKey = false
    case UInt8(ascii: "}"), UInt8(ascii: "]"):
      depth -= 1
      if depth <= 0 { isComplete = true }
    default:
      break
    }
  }
}
