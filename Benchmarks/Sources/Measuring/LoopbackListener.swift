import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A free port of 127.0.0.1, and a thread of its own for each connection to it; as little as can be, so
/// that it hides nothing.
public struct LoopbackListener: Sendable {
  /// That no port could be opened, or none listened at any more.
  public struct Stopped: Error {
    /// The error.
    public init() {}
  }

  /// The port's number.
  public let port: UInt16
  private let descriptor: Int32

  /// Opens a free port.
  ///
  /// - Throws: `Stopped` where the system gives none.
  public init() throws(Stopped) {
    #if canImport(Glibc)
    let listener = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    #else
    let listener = socket(AF_INET, SOCK_STREAM, 0)
    #endif
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = UInt32(0x7f00_0001).bigEndian
    var size = socklen_t(MemoryLayout<sockaddr_in>.size)
    let port = withUnsafeMutablePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer -> UInt16? in
        guard bind(listener, pointer, size) == 0, listen(listener, 16) == 0,
          getsockname(listener, pointer, &size) == 0
        else { return nil }
        return UnsafeRawPointer(pointer).assumingMemoryBound(to: sockaddr_in.self).pointee.sin_port
      }
    }
    guard let port else { throw Stopped() }
    descriptor = listener
    self.port = UInt16(bigEndian: port)
  }

  /// Serves connections until `stop()`.
  ///
  /// - Parameter answer: Is called for each in a thread of its own with its descriptor, which is closed
  ///   after it.
  public func serve(_ answer: @escaping @Sendable (Int32) -> Void) {
    while true {
      let connection = accept(descriptor, nil, nil)
      guard connection >= 0 else { return }
      Thread.detachNewThread {
        answer(connection)
        close(connection)
      }
    }
  }

  /// Ends it.
  public func stop() {
    shutdown(descriptor, Int32(SHUT_RDWR))
    close(descriptor)
  }
}
