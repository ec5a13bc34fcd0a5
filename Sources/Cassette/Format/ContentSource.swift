package import Foundation

/// Where the content of a body is read from, piece by piece, however large it is.
package enum ContentSource: Sendable {
  /// Content in memory.
  case data(Data)
  /// A file that holds the content as it is.
  case file(URL)
  /// The file of a body beside a cassette; its size and hash are checked while it is read.
  case sideFile(Cassette.Body.SideFile, SideFiles)

  /// The largest piece that is handed out, in bytes.
  static let pieceByteCount = 1 << 18

  /// The content of a file where it is smaller than a limit in bytes; nil where it is not.
  ///
  /// - Throws: `CassetteError.missing`, `.notAFile` or `.system` where it cannot be read.
  package static func content(of url: URL, below limit: Int) throws(CassetteError) -> Data? {
    let bytes = try FileDescriptor.reading(url.path).read(byteCount: limit, at: 0)
    return bytes.count < limit ? Data(bytes) : nil
  }

  /// Writes the content to a file, which takes an older one's place all at once.
  ///
  /// - Parameters:
  ///   - url: The file.
  ///   - isDurable: Whether to wait until it would outlive a loss of power.
  /// - Returns: The number of bytes.
  /// - Throws: What `read(_:)` throws; `CassetteError.notAFile` or `.system` where it cannot be written.
  @discardableResult
  package func write(to url: URL, isDurable: Bool = true) throws(CassetteError) -> Int {
    let output = try AtomicFile(replacing: url.path)
    try read { (piece) throws(CassetteError) in try output.write(piece) }
    try output.commit(at: output.path, isDurable: isDurable)
    return output.byteCount
  }

  /// Hands out all of the content, in pieces that only live as long as the call.
  ///
  /// - Throws: `CassetteError.missing`, `.notAFile` or `.system` where it cannot be read; what
  ///   `SideFiles.read(_:_:)` throws; what the body throws.
  /// - Complexity: O(*n*) in the size of the content; the memory of one piece.
  package func read(
    _ body: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    switch self {
    case .data(let data):
      var start = data.startIndex
      while start < data.endIndex {
        let end = min(start + Self.pieceByteCount, data.endIndex)
        try Array(data[start..<end]).withBytes(body)
        start = end
      }
    case .file(let url):
      let file = try FileDescriptor.reading(url.path)
      let text = SequentialText(
        file: file, byteCount: Int(try file.status().st_size), limits: .init())
      try text.plain { (piece, _) throws(CassetteError) in try body(piece) }
    case .sideFile(let file, let sideFiles):
      try sideFiles.read(file, body)
    }
  }
}
