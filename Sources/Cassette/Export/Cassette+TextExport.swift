public import Foundation

extension Cassette {
  /// The requests as text for other tools. Secrets are the placeholders that stand in the cassette.
  ///
  /// - Parameter format: The form of the text.
  /// - Returns: The text, which ends with a line feed; empty for a cassette without interactions.
  /// - Throws: What `interaction(at:)` and `data(of:)` throw.
  /// - Complexity: O(*n*) in the size of the cassette.
  public func exportText(_ format: TextFormat) throws(CassetteError) -> String {
    var text: [UInt8] = []
    try writeText(format) { (bytes) throws(CassetteError) in text += bytes }
    return String(decoding: text, as: UTF8.self)
  }

  /// Writes the requests as text for other tools to a file, which takes an older one's place all at once.
  ///
  /// - Parameters:
  ///   - format: The form of the text.
  ///   - url: The file.
  /// - Throws: `CassetteError.system` or `.notAFile` where it cannot be written; what
  ///   `exportText(_:)` throws.
  /// - Complexity: O(*n*) in the size of the cassette, one interaction in memory at a time.
  public func exportText(_ format: TextFormat, to url: URL) throws(CassetteError) {
    let output = try AtomicFile(replacing: url.path)
    try writeText(format) { (bytes) throws(CassetteError) in try output.write(bytes) }
    try output.commit()
  }

  /// The same, to wherever a closure takes the bytes.
  ///
  /// - Throws: What the closure throws; else as `exportText(_:)`.
  package func writeText(
    _ format: TextFormat, _ body: ([UInt8]) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    for index in 0..<count {
      let interaction = try inlining(try interaction(at: index))
      var text: [UInt8] =
        switch format.kind {
        case .http: HTTPFileText.text(of: interaction, number: index)
        case .curl: CurlText.text(of: interaction, number: index)
        }
      if index > 0 { text.insert(0x0A, at: 0) }
      try body(text)
    }
  }
}
