package import Foundation

/// httpbin on a free port of 127.0.0.1, or the loopback server's stand-in where it is missing.
///
/// It stops with `stop`, when let go of, and at the latest when this process ends, since it reads
/// a pipe from here and stops at its end.
package final class HTTPBin: Sendable {
  /// One for the whole test run.
  package static let shared = HTTPBin()

  private static let isFallbackTold = Locked(false)

  /// The real one's process and the end of the pipe that keeps it running.
  private struct Running: Sendable {
    let process: Spawned
    let input: Int32
  }

  /// Whether it is the real httpbin.
  package let isReal: Bool
  /// `http://127.0.0.1:PORT`, without a slash at the end.
  package let baseURL: URL
  /// The stand-in, where it is not the real one.
  package let loopback: LoopbackServer?
  private let running: Locked<Running?>

  /// Starts httpbin, and the stand-in where that cannot be done within `limit`.
  ///
  /// Which of the two runs is said on standard error, once, where it is not the real one.
  package init(limit: Duration = .seconds(30)) {
    do {
      let (running, port) = try Self.start(within: limit)
      self.running = Locked(running)
      baseURL = URL(string: "http://127.0.0.1:\(port)")!
      isReal = true
      loopback = nil
    } catch {
      Self.tellFallback(because: "\(error)")
      do {
        let server = try LoopbackServer.httpbinLike()
        loopback = server
        baseURL = server.baseURL
      } catch {
        preconditionFailure("no port of 127.0.0.1 can be had: \(error)")
      }
      running = Locked(nil)
      isReal = false
    }
  }

  deinit {
    stop()
  }

  /// The port it listens on.
  package var port: Int { baseURL.port ?? 0 }

  /// A URL on this server; `target` begins with a slash and may have a query.
  package func url(_ target: String) -> URL {
    URL(string: "\(baseURL.absoluteString)\(target)")!
  }

  /// Stops it and waits until it has; does nothing the second time.
  package func stop() {
    loopback?.stop()
    let running = running.withLock { running in
      defer { running = nil }
      return running
    }
    guard let running else { return }
    Self.end(running)
  }

  // MARK: The real one

  private struct NotStarted: Error, CustomStringConvertible {
    let description: String
  }

  private static func start(within limit: Duration) throws -> (Running, Int) {
    guard VirtualEnvironment.httpbin.executable("python") != nil else {
      throw NotStarted(description: "it is not installed; see Scripts/setup")
    }
    let input = try Posix.pipePair()
    let output = try Posix.pipePair()
    defer {
      Posix.close(input.read)
      Posix.close(output.write)
      Posix.close(output.read)
    }
    let process: Spawned
    do {
      process = try Spawned(
        Repository.root.appendingPathComponent("Scripts/httpbin").path, ["--no-fallback"],
        environment: ChildProcess.cleanEnvironment,
        streams: [input.read, output.write, Posix.standardError])
    } catch {
      Posix.close(input.write)
      throw error
    }
    let running = Running(process: process, input: input.write)
    do {
      let line = try readLine(from: output.read, within: limit)
      let words = line.split(separator: " ")
      guard words.count == 2, words[0].utf8.elementsEqual("listening".utf8),
        let port = Int(words[1])
      else { throw NotStarted(description: "it printed `\(line)` in place of its port") }
      return (running, port)
    } catch {
      end(running)
      throw error
    }
  }

  private static func readLine(from file: Int32, within limit: Duration) throws -> String {
    let deadline = Date(timeIntervalSinceNow: limit.seconds)
    var bytes: [UInt8] = []
    while true {
      if let end = bytes.firstIndex(of: 0x0a) {
        return String(decoding: bytes[..<end], as: UTF8.self)
      }
      let rest = deadline.timeIntervalSinceNow
      guard rest > 0, Posix.waitToRead([file], milliseconds: Int32(rest * 1_000))[0]
      else { throw NotStarted(description: "it printed no port within \(limit)") }
      let more = Posix.readSome(file)
      guard !more.isEmpty else { throw NotStarted(description: "it ended before it was ready") }
      bytes += more
    }
  }

  private static func end(_ running: Running) {
    Posix.close(running.input)
    running.process.signal(SIGTERM)
    _ = running.process.wait()
  }

  private static func tellFallback(because reason: String) {
    let isTold = isFallbackTold.withLock { isTold in
      defer { isTold = true }
      return isTold
    }
    guard !isTold else { return }
    FileHandle.standardError.write(
      Data("HTTPBin: the built-in loopback server stands in for httpbin: \(reason)\n".utf8))
  }
}
