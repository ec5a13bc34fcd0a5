import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Answers every GET on a free port of 127.0.0.1 with the same bytes, over kept connections, in a
/// thread of its own a connection; as little as can be, so that it hides nothing.
final class TinyServer {
  struct NotStarted: Error {}

  let baseURL: URL
  private let listener: Int32

  init(body: Data) throws {
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
    guard let port else { throw NotStarted() }
    self.listener = listener
    baseURL = URL(string: "http://127.0.0.1:\(UInt16(bigEndian: port))")!
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    let answer = [UInt8](head.utf8) + body
    Thread.detachNewThread {
      while true {
        let connection = accept(listener, nil, nil)
        guard connection >= 0 else { return }
        Thread.detachNewThread { Self.serve(connection, answer) }
      }
    }
  }

  func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  private static func serve(_ connection: Int32, _ answer: [UInt8]) {
    var yes: Int32 = 1
    setsockopt(
      connection, Int32(IPPROTO_TCP), TCP_NODELAY, &yes, socklen_t(MemoryLayout<Int32>.size))
    var buffer = [UInt8](repeating: 0, count: 4_096)
    var last: [UInt8] = []
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { break }
      last += buffer[..<count]
      // A request's head ends with an empty line; it has no body.
      guard last.suffix(4).elementsEqual([13, 10, 13, 10]) else { continue }
      last = []
      guard send(connection, answer, answer.count, 0) == answer.count else { break }
    }
    close(connection)
  }
}
