import Foundation
import MoyaCore
import TestSupport

/// A caller's stream that tells what is done with it.
final class SpiedStream: InputStream {
  /// What was done with a stream.
  struct Log: Equatable {
    var openCount = 0
    var closeCount = 0
    var byteCount = 0
    /// The reads after the one that brought the end or the error.
    var lateReadCount = 0
    var isOver = false
  }

  /// What is known of it, for any thread.
  let log = TestSupport.Locked(Log())
  private var rest: Data
  private let failure: (any Error)?
  private let beforeRead: @Sendable () -> Void
  private var status = Stream.Status.notOpen

  /// A stream of that content, which ends, or fails, behind it.
  ///
  /// - Parameters:
  ///   - content: What it brings, in pieces of 1,000 bytes at most.
  ///   - failure: What it fails with behind that.
  ///   - beforeRead: Called by each read; it may block, as a stream does that another thread feeds.
  init(
    _ content: Data, failure: (any Error)? = nil, beforeRead: @escaping @Sendable () -> Void = {}
  ) {
    (rest, self.failure, self.beforeRead) = (content, failure, beforeRead)
    super.init(data: Data())
  }

  convenience init(_ text: String) { self.init(Data(text.utf8)) }

  /// What was done with it so far.
  var seen: Log { log.withLock { $0 } }

  override func open() {
    status = .open
    log.withLock { $0.openCount += 1 }
  }

  override func close() {
    status = .closed
    log.withLock { $0.closeCount += 1 }
  }

  override func read(_ buffer: UnsafeMutablePointer<UInt8>, maxLength length: Int) -> Int {
    beforeRead()
    let piece = rest.prefix(min(length, 1000))
    rest = rest.dropFirst(piece.count)
    piece.copyBytes(to: buffer, count: piece.count)
    log.withLock { log in
      log.byteCount += piece.count
      if log.isOver { log.lateReadCount += 1 }
      log.isOver = piece.isEmpty
    }
    if !piece.isEmpty {
      // As Foundation's own streams, it knows of its end with its last bytes.
      if rest.isEmpty, failure == nil { status = .atEnd }
      return piece.count
    }
    status = failure == nil ? .atEnd : .error
    return failure == nil ? 0 : -1
  }

  override var hasBytesAvailable: Bool { !rest.isEmpty || failure != nil && status == .open }
  override var streamStatus: Stream.Status { status }
  override var streamError: (any Error)? { status == .error ? failure : nil }
}

extension Probe {
  /// An upload of one streamed part.
  static func streamed(
    _ stream: InputStream, _ length: Int, path: String = "/up", name: String = "s"
  ) -> Probe {
    Probe(
      .post, path,
      task: .uploadMultipart([
        MultipartFormData(provider: .stream(stream, UInt64(length)), name: name)
      ]))
  }
}
