/// Takes bytes one after the other, and counts them.
protocol TextSink: AnyObject {
  /// The number of bytes taken so far.
  var byteCount: Int { get }

  /// Adds bytes at the end.
  func write(_ bytes: [UInt8]) throws(CassetteError)
}

extension AtomicFile: TextSink {}

/// Hands bytes to a closure, such as one that writes to a pipe.
final class ClosureSink: TextSink {
  private(set) var byteCount = 0
  private let body: ([UInt8]) throws(CassetteError) -> Void

  init(_ body: @escaping ([UInt8]) throws(CassetteError) -> Void) { self.body = body }

  func write(_ bytes: [UInt8]) throws(CassetteError) {
    try body(bytes)
    byteCount += bytes.count
  }
}
