import Foundation

/// Goes through the text of a file from its start to its end, checking every checksum there is.
struct SequentialText {
  let file: FileDescriptor
  let byteCount: Int
  let limits: Cassette.Limits

  private static let pieceByteCount = 1 << 18

  /// Takes a piece of text and the position of its first byte.
  typealias Body = (UnsafeRawBufferPointer, UInt64) throws(CassetteError) -> Void

  /// The text as it stands in the file.
  func plain(_ body: Body) throws(CassetteError) {
    var buffer = [UInt8](repeating: 0, count: min(Self.pieceByteCount, byteCount + 1))
    var offset = 0
    while true {
      let count = try buffer.withMutableBytes { (buffer) throws(CassetteError) in
        let count = try file.read(into: buffer, at: offset)
        try body(
          UnsafeRawBufferPointer(rebasing: UnsafeRawBufferPointer(buffer)[..<count]), UInt64(offset)
        )
        return count
      }
      guard count > 0 else { return }
      offset += count
    }
  }

  /// The text of a file of BGZF, its ratio bounded; false where a member turned out to be no block.
  func blocksOfText(_ body: Body) throws(CassetteError) -> Bool {
    var count = 0
    return try blocks { (piece, position) throws(CassetteError) in
      count += piece.count
      try limits.checkRatio(
        text: count, file: BGZF.VirtualOffset(rawValue: position).block, path: file.path)
      try body(piece, position)
    }
  }

  /// The content of a file of BGZF; false where a member turned out to be no block.
  func blocks(_ body: Body) throws(CassetteError) -> Bool {
    let block = BGZFBlock()
    var number = 0
    var offset = 0
    var isAtEndMarker = false
    while true {
      switch try block.load(file, at: offset) {
      case .block:
        if let reason = block.inflate(upTo: BGZF.maximumBlock + 1) {
          throw damage(block: number, offset: offset, reason)
        }
        isAtEndMarker =
          block.content.isEmpty && block.byteCount == BGZF.endMarker.count
        if !block.content.isEmpty {
          try body(block.content, BGZF.VirtualOffset(block: offset, within: 0).rawValue)
        }
        offset += block.byteCount
        number += 1
      case .plainMember:
        return false
      case .other:
        if offset == 0 {
          try CassetteMistake.checkFetched(
            try file.read(byteCount: 64, at: 0), path: file.path)
        }
        throw damage(block: number, offset: offset, "no gzip header")
      case .end(let isWithinBlock):
        guard !isWithinBlock, isAtEndMarker else {
          if hasConvertedLineEnds() { throw .convertedLineEnds(path: file.path) }
          throw .truncated(path: file.path, byteCount: byteCount)
        }
        return true
      }
    }
  }

  /// The content of gzip members of any kind, in memory.
  func members() throws(CassetteError) -> [UInt8] {
    let inflater = Inflater(.gzip)
    var text: [UInt8] = []
    var output = [UInt8](repeating: 0, count: min(Self.pieceByteCount, byteCount * 4 + 64))
    var member = 0
    var memberOffset = 0
    var offset = 0
    var isWithin = false
    while offset < byteCount {
      let input = try file.read(byteCount: min(Self.pieceByteCount, byteCount - offset), at: offset)
      guard !input.isEmpty else { break }
      if !isWithin {
        // Tapes and some tools pad with zeros, which gzip passes over too.
        if input.allSatisfy({ $0 == 0 }) {
          offset += input.count
          continue
        }
        guard inflater.reset() else {
          throw .system(operation: "inflate", path: file.path, code: ENOMEM)
        }
        memberOffset = offset
        isWithin = true
      }
      let step = input.withUnsafeBytes { input in
        output.withUnsafeMutableBytes { inflater.step(input: input, output: $0) }
      }
      offset += step.consumed
      text.append(contentsOf: output[..<step.produced])
      guard text.count <= limits.textByteCount else {
        throw .tooLarge(
          path: file.path, what: "the size of the text in bytes", limit: limits.textByteCount)
      }
      try limits.checkRatio(text: text.count, file: offset, path: file.path)
      switch step.status {
      case .damaged(let reason):
        throw damage(block: member, offset: memberOffset, reason)
      case .ended:
        isWithin = false
        member += 1
      case .more:
        // No progress on input that is not the last means that zlib waits for what cannot come.
        if step.consumed == 0, step.produced == 0 {
          throw damage(block: member, offset: memberOffset, "the compressed data makes no progress")
        }
      }
    }
    guard !isWithin else { throw .truncated(path: file.path, byteCount: byteCount) }
    return text
  }

  /// The error for a block, or for what has made the file what it is.
  private func damage(block: Int, offset: Int, _ reason: String) -> CassetteError {
    // A second failure here would hide the one to report.
    if let bytes = try? file.read(byteCount: 8, at: offset), MergeConflict.isMarker(bytes[...]) {
      return .mergeConflict(path: file.path, offset: offset)
    }
    if hasConvertedLineEnds() { return .convertedLineEnds(path: file.path) }
    return .damagedBlock(path: file.path, block: block, offset: offset, reason: reason)
  }

  /// Whether each LF has a CR before it, which in compressed data only a conversion brings about.
  private func hasConvertedLineEnds() -> Bool {
    guard let bytes = try? file.read(byteCount: min(byteCount, 1 << 20), at: 0) else {
      return false
    }
    var last: UInt8 = 0
    var count = 0
    for byte in bytes {
      if byte == 0x0A {
        guard last == 0x0D else { return false }
        count += 1
      }
      last = byte
    }
    return count > 0
  }
}
