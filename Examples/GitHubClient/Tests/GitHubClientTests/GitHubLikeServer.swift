#if os(macOS) || os(Linux)
import Foundation

/// A server on loopback that answers as GitHub would; it stops when it is let go of.
final class GitHubLikeServer {
  /// Why there is no server.
  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  /// The server's URL, without a path.
  let url: URL
  private let process = Process()
  private let input = Pipe()

  init(filePath: StaticString = #filePath) throws {
    let package = URL(fileURLWithPath: "\(filePath)")
      .deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    let output = Pipe()
    process.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    process.arguments = [
      "python3", "-u", package.appendingPathComponent("Scripts/github-like-server.py").path,
    ]
    process.standardInput = input
    process.standardOutput = output
    try process.run()
    var line = Data()
    while line.last != UInt8(ascii: "\n") {
      let some = output.fileHandleForReading.availableData
      if some.isEmpty { break }
      line += some
    }
    let words = String(decoding: line, as: UTF8.self).split(whereSeparator: \.isWhitespace)
    guard words.first == "listening", let port = words.last,
      let url = URL(string: "http://127.0.0.1:\(port)")
    else { throw Failure(description: "the server said: \(words)") }
    self.url = url
  }

  /// Has the server stop, and waits until it has.
  func stop() {
    // It ends with its input.
    input.fileHandleForWriting.closeFile()
    process.waitUntilExit()
  }

  deinit {
    if process.isRunning { stop() }
  }
}
#endif
