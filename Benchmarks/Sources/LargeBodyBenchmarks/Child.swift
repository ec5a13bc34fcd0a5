import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Prints a line at once, also where it goes into a pipe.
func say(_ line: String) {
  FileHandle.standardOutput.write(Data((line + "\n").utf8))
}

/// This program once more, in a process of its own. Foundation's Process crashes now and then on Linux.
final class Child {
  struct Failed: Error {
    let arguments: [String]
    let status: Int32
  }

  private let arguments: [String]
  private let identifier: pid_t
  private let output: UnsafeMutablePointer<FILE>

  /// Starts it, without proxies and without what would change a recording's mode.
  init(_ arguments: [String]) throws {
    self.arguments = arguments
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0, let output = fdopen(ends[0], "r") else {
      throw Failed(arguments: arguments, status: errno)
    }
    self.output = output
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1)
    posix_spawn_file_actions_addclose(&actions, ends[0])
    posix_spawn_file_actions_addclose(&actions, ends[1])
    let variables = ProcessInfo.processInfo.environment.filter { name, _ in
      !name.lowercased().hasSuffix("_proxy") && name != "CI" && !name.hasPrefix("CASSETTE_")
    }
    let path = CommandLine.arguments[0]
    var words = ([path] + arguments).map { strdup($0) } + [nil]
    var environment = variables.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { for word in words + environment { free(word) } }
    var identifier: pid_t = 0
    let code = posix_spawn(&identifier, path, &actions, nil, &words, &environment)
    close(ends[1])
    self.identifier = identifier
    guard code == 0 else { throw Failed(arguments: arguments, status: code) }
  }

  /// The next line that it prints; nil where it has ended.
  func line() -> String? {
    var text: UnsafeMutablePointer<CChar>?
    var size = 0
    defer { free(text) }
    guard getline(&text, &size, output) > 0, let text else { return nil }
    return String(cString: text).trimmingCharacters(in: .newlines)
  }

  /// Waits for its end.
  ///
  /// - Throws: `Failed` where it did not end well.
  func wait() throws {
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    fclose(output)
    guard status == 0 else { throw Failed(arguments: arguments, status: status) }
  }

  /// Ends it.
  func stop() {
    kill(identifier, SIGKILL)
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
    fclose(output)
  }

  /// The largest resident size that this process ever had, in bytes.
  static func peak() throws -> Int {
    #if os(Linux)
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    let line = status.split(separator: "\n").first { $0.hasPrefix("VmHWM:") }
    let words = (line ?? "").split(whereSeparator: \.isWhitespace)
    guard words.count > 1, let kibibytes = Int(words[1]) else {
      throw Failed(arguments: ["VmHWM"], status: 0)
    }
    return kibibytes << 10
    #else
    var usage = rusage()
    getrusage(RUSAGE_SELF, &usage)
    return usage.ru_maxrss
    #endif
  }
}
