#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A client's connection to a port of 127.0.0.1 that sends and shows bare bytes.
package final class RawConnection: Sendable {
  /// How the other side ended the connection.
  package enum Ending: Sendable, Equatable {
    /// In an orderly way.
    case closed
    /// By a reset.
    case reset
    /// It was still open when the time was up.
    case open
  }

  private let descriptor: Locked<Int32?>

  /// Connects.
  ///
  /// - Throws: the failed socket call.
  package init(port: Int) throws {
    descriptor = Locked(try Posix.connect(port: UInt16(port)))
  }

  deinit {
    close()
  }

  /// Sends a text's UTF-8 bytes; false where the other side has gone.
  @discardableResult
  package func send(_ text: String) -> Bool {
    send(Array(text.utf8))
  }

  /// Sends bytes; false where the other side has gone.
  @discardableResult
  package func send(_ bytes: [UInt8]) -> Bool {
    guard let descriptor = descriptor.withLock({ $0 }) else { return false }
    return Posix.send(descriptor, bytes)
  }

  /// Blocks until `count` bytes have come or the connection has ended or the time is up.
  package func read(
    _ count: Int = .max, within limit: Duration = .seconds(60)
  ) -> (bytes: [UInt8], ending: Ending) {
    var bytes: [UInt8] = []
    guard let descriptor = descriptor.withLock({ $0 }) else { return (bytes, .closed) }
    let deadline = ContinuousClock.now + limit
    while bytes.count < count {
      let rest = ContinuousClock.now.duration(to: deadline).seconds
      guard rest > 0,
        Posix.waitToRead([descriptor], milliseconds: Int32((rest * 1_000).rounded(.up)))[0]
      else { return (bytes, .open) }
      switch Posix.receive(descriptor, limit: min(65_536, count - bytes.count)) {
      case .bytes(let more): bytes += more
      case .end: return (bytes, .closed)
      case .failure: return (bytes, .reset)
      }
    }
    return (bytes, .open)
  }

  /// The same with the bytes as text.
  package func readText(
    _ count: Int = .max, within limit: Duration = .seconds(60)
  ) -> (text: String, ending: Ending) {
    let (bytes, ending) = read(count, within: limit)
    return (String(decoding: bytes, as: UTF8.self), ending)
  }

  /// Closes it; does nothing the second time.
  package func close() {
    let open = descriptor.withLock { descriptor in
      defer { descriptor = nil }
      return descriptor
    }
    if let open { closeDescriptor(open) }
  }
}

// Inside the class this name would find its own method.
private func closeDescriptor(_ descriptor: Int32) {
  close(descriptor)
}
