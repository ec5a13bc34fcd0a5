import Foundation
import Measuring

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Answers GET /KIND/BYTES with that many bytes, made as they are sent, and takes any upload.
enum StreamServer {
  /// Serves on a free port of 127.0.0.1, which it prints, until the process ends.
  ///
  /// - Throws: `LoopbackListener.Stopped`.
  static func serve() throws {
    signal(SIGPIPE, SIG_IGN)
    let listener = try LoopbackListener()
    say("\(listener.port)")
    listener.serve { answer($0) }
    throw LoopbackListener.Stopped()
  }

  private static func answer(_ connection: Int32) {
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    var head: [UInt8] = []
    var rest = 0
    while true {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      head += buffer[..<count]
      guard let end = end(of: head) else { continue }
      rest = head.count - end
      head = Array(head[..<end])
      break
    }
    let lines = String(decoding: head, as: UTF8.self).split(separator: "\r\n")
    var expected = 0
    for line in lines {
      let parts = line.split(separator: ":", maxSplits: 1)
      guard parts.count == 2 else { continue }
      let value = parts[1].trimmingCharacters(in: .whitespaces)
      switch parts[0].lowercased() {
      case "content-length": expected = Int(value) ?? 0
      case "expect":
        let text = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        guard send(connection, text, text.count, 0) == text.count else { return }
      default: break
      }
    }
    while rest < expected {
      let count = recv(connection, &buffer, buffer.count, 0)
      guard count > 0 else { return }
      rest += count
    }
    let path = (lines.first ?? "").split(separator: " ").dropFirst().first ?? "/"
    let words = path.split(separator: "/")
    let content = words.count == 2 ? Content(rawValue: String(words[0])) : nil
    let byteCount = content == nil ? 2 : Int(words[1]) ?? 0
    let text = Array(
      ("HTTP/1.1 200 OK\r\nContent-Type: \(content?.type ?? "text/plain")\r\n"
        + "Content-Length: \(byteCount)\r\nConnection: close\r\n\r\n").utf8)
    guard send(connection, text, text.count, 0) == text.count else { return }
    guard let content else {
      _ = send(connection, [0x6F, 0x6B], 2, 0)
      return
    }
    content.pieces(byteCount: byteCount) { piece in
      var start = 0
      while start < piece.count {
        let sent = piece[start...].withUnsafeBytes { send(connection, $0.baseAddress, $0.count, 0) }
        guard sent > 0 else { return false }
        start += sent
      }
      return true
    }
  }

  private static func end(of head: [UInt8]) -> Int? {
    let mark: [UInt8] = [13, 10, 13, 10]
    guard head.count >= 4 else { return nil }
    return (4...head.count).first { head[($0 - 4)..<$0].elementsEqual(mark) }
  }
}
