package import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Running a program to its end, for a bounded time and in an environment that the test chooses.
package enum ChildProcess {
  /// What a program left behind.
  package struct Output: Sendable {
    /// Standard output.
    package var outputData: Data
    /// Standard error.
    package var errorData: Data
    /// The exit status, or the number of the signal where one ended it.
    package var status: Int32
    /// Whether a signal ended it.
    package var isSignalled: Bool

    /// Standard output read as UTF-8, with broken parts replaced.
    package var stdout: String { String(decoding: outputData, as: UTF8.self) }
    /// Standard error read as UTF-8, with broken parts replaced.
    package var stderr: String { String(decoding: errorData, as: UTF8.self) }
    /// Whether it ended of itself with status 0.
    package var isSuccess: Bool { status == 0 && !isSignalled }
  }

  /// Why there is no ordinary output.
  package enum Failure: Error, CustomStringConvertible {
    /// It ran too long and was killed; what it had printed until then.
    case timedOut(command: String, limit: Duration, output: Output)
    /// It could not be started.
    case notStarted(command: String, reason: String)

    package var description: String {
      switch self {
      case .timedOut(let command, let limit, let output):
        """
        `\(command)` ran longer than \(limit) and was killed
        stdout: \(output.stdout)
        stderr: \(output.stderr)
        """
      case .notStarted(let command, let reason):
        "`\(command)` could not be started: \(reason)"
      }
    }
  }

  /// The variables of this process, cleaned.
  package static var cleanEnvironment: [String: String] {
    cleaned(ProcessInfo.processInfo.environment)
  }

  /// The variables without what would change what a child does.
  ///
  /// Left out are proxies, `CI` and everything that begins with `CASSETTE_`.
  package static func cleaned(_ environment: [String: String]) -> [String: String] {
    environment.filter { name, _ in
      let lower = name.utf8.map(ASCII.lowercased)
      return !lower.elementsEqual("ci".utf8) && !lower.starts(with: "cassette_".utf8)
        && !lower.reversed().starts(with: "_proxy".utf8.reversed())
    }
  }

  /// Runs a program and blocks until it ends.
  ///
  /// - Parameters:
  ///   - executable: a path, or a name to look for in `PATH`.
  ///   - arguments: what follows the program's name.
  ///   - folder: where it runs; nil is where this process does.
  ///   - environment: set on top of `cleanEnvironment`; nil takes a variable away.
  ///   - input: what it reads from standard input, which is otherwise empty.
  ///   - limit: how long it may run before it is killed.
  /// - Returns: what it printed and how it ended, well or not.
  /// - Throws: `Failure`, or the file system's error about the files that take its output.
  package static func run(
    _ executable: String, _ arguments: [String] = [],
    in folder: URL? = nil, environment: [String: String?] = [:],
    input: Data = Data(), limit: Duration = .seconds(60)
  ) throws -> Output {
    // Files, not pipes: a grandchild that lives on keeps a pipe open, and the reader waiting.
    let files = try TemporaryFolder()
    defer { files.close() }
    try files.write(input, to: "in")
    try files.write([], to: "out")
    try files.write([], to: "err")

    let input = try FileHandle(forReadingFrom: files.file("in"))
    let output = try FileHandle(forWritingTo: files.file("out"))
    let error = try FileHandle(forWritingTo: files.file("err"))
    let isPath = executable.utf8.contains(UInt8(ascii: "/"))
    let variables = environment.reduce(into: cleanEnvironment) { all, variable in
      all[variable.key] = variable.value
    }

    let command = ([executable] + arguments).joined(separator: " ")
    let child: Spawned
    do {
      child = try Spawned(
        isPath ? executable : "/usr/bin/env", isPath ? arguments : [executable] + arguments,
        environment: variables, in: folder?.path,
        streams: [input.fileDescriptor, output.fileDescriptor, error.fileDescriptor])
    } catch {
      throw Failure.notStarted(command: command, reason: String(describing: error))
    }
    let inTime = child.wait(limit: limit)
    if inTime == nil { child.signal(SIGKILL) }
    guard let end = inTime ?? child.wait() else {
      preconditionFailure("waiting without a limit ends with the child")
    }
    let result = Output(
      outputData: try files.read("out"), errorData: try files.read("err"),
      status: end.status, isSignalled: end.isSignalled)
    if inTime == nil { throw Failure.timedOut(command: command, limit: limit, output: result) }
    return result
  }

  /// Runs a program and suspends until it ends; else like the blocking one.
  package static func run(
    _ executable: String, _ arguments: [String] = [],
    in folder: URL? = nil, environment: [String: String?] = [:],
    input: Data = Data(), limit: Duration = .seconds(60)
  ) async throws -> Output {
    try await withCheckedThrowingContinuation { continuation in
      // A thread of its own: blocking one of Swift's few would hold up other tests.
      Thread.detachNewThread {
        continuation.resume(
          with: Result {
            try run(
              executable, arguments, in: folder, environment: environment, input: input,
              limit: limit)
          })
      }
    }
  }
}
