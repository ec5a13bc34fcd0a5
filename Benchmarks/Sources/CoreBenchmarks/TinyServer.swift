import Foundation
import Measuring

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Answers every GET on a free port of 127.0.0.1 with the same bytes, over kept connections.
final class TinyServer {
  let baseURL: URL
  private let listener: LoopbackListener

  init(body: Data) throws {
    let listener = try LoopbackListener()
    self.listener = listener
    baseURL = URL(string: "http://127.0.0.1:\(listener.port)")!
    let head =
      "HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n"
      + "Content-Length: \(body.count)\r\n\r\n"
    let answer = [UInt8](head.utf8) + body
    Thread.detachNewThread { listener.serve { Self.serve($0, answer) } }
  }

  func stop() { listener.stop() }

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
  }
}
