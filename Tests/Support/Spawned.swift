#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif
import Foundation

/// A child process, leader of a process group of its own.
///
/// Foundation's `Process` on Linux reads beyond the end of a buffer when it starts a program (each
/// entry of the folder of open files is copied at its full size), which ends this process now and
/// then where many threads start programs.
final class Spawned: Sendable {
  /// How a program ended.
  struct End: Sendable {
    /// The exit status, or the number of the signal.
    let status: Int32
    /// Whether a signal ended it.
    let isSignalled: Bool
  }

  let identifier: pid_t
  /// Nil until it has ended and its number may belong to another.
  private let end = Locked<End?>(nil)
  private let ended = DispatchGroup()

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - path: of the program, not looked for in `PATH`.
  ///   - arguments: without the program's name.
  ///   - environment: all variables that it has.
  ///   - folder: where it runs; nil is where this process does.
  ///   - streams: the descriptors that become its standard input, output and error; it has no
  ///     others.
  /// - Throws: `Posix.Failure`.
  init(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String? = nil,
    streams: [Int32]
  ) throws {
    identifier = try Self.spawn(
      path, arguments, environment: environment, in: folder, streams: streams)
    ended.enter()
    let waiting = self
    // A thread of its own, since waiting blocks it.
    Thread.detachNewThread { waiting.waitAndReap() }
  }

  /// Blocks until it has ended.
  ///
  /// - Parameter limit: how long to wait; nil is for ever.
  /// - Returns: how it ended, or nil where it still runs.
  func wait(limit: Duration? = nil) -> End? {
    if let limit {
      guard ended.wait(timeout: .now() + limit.seconds) == .success else { return nil }
    } else {
      ended.wait()
    }
    return end.withLock { $0 }
  }

  /// Sends a signal to it and to its own children, where it still runs.
  func signal(_ number: Int32) {
    end.withLock { end in
      guard end == nil else { return }
      kill(-identifier, number)
    }
  }

  private func waitAndReap() {
    var information = siginfo_t()
    while waitid(P_PID, id_t(identifier), &information, WEXITED | WNOWAIT) != 0, errno == EINTR {}
    end.withLock { end in
      // Until it is reaped nobody else gets its number.
      var status: Int32 = 0
      while waitpid(identifier, &status, 0) < 0, errno == EINTR {}
      let signal = status & 0x7f
      end = End(status: signal == 0 ? (status >> 8) & 0xff : signal, isSignalled: signal != 0)
    }
    ended.leave()
  }

  private static func spawn(
    _ path: String, _ arguments: [String], environment: [String: String], in folder: String?,
    streams: [Int32]
  ) throws -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    var attributes: posix_spawnattr_t?
    #else
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    posix_spawnattr_init(&attributes)
    defer { posix_spawnattr_destroy(&attributes) }

    for (number, stream) in streams.enumerated() {
      try check(
        posix_spawn_file_actions_adddup2(&actions, stream, Int32(number)), "dup2 for \(path)")
    }
    if let folder {
      try check(addChangeOfFolder(&actions, folder), "chdir to \(folder)")
    }
    var flags = POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGMASK | POSIX_SPAWN_SETSIGDEF
    #if canImport(Darwin)
    flags |= POSIX_SPAWN_CLOEXEC_DEFAULT
    #elseif canImport(Glibc)
    try check(addClosing(&actions, Int32(streams.count)), "closefrom for \(path)")
    #endif
    posix_spawnattr_setflags(&attributes, Int16(flags))
    var signals = sigset_t()
    sigemptyset(&signals)
    posix_spawnattr_setsigmask(&attributes, &signals)
    sigfillset(&signals)
    posix_spawnattr_setsigdefault(&attributes, &signals)

    var identifier: pid_t = 0
    let code = withCStrings([path] + arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&identifier, path, &actions, &attributes, arguments, environment)
      }
    }
    try check(code, "posix_spawn of \(path)")
    return identifier
  }

  #if canImport(Glibc)
  // Their declarations are hidden without _GNU_SOURCE.
  private typealias AddText =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, UnsafePointer<CChar>) -> Int32
  private typealias AddNumber =
    @convention(c) (UnsafeMutablePointer<posix_spawn_file_actions_t>, Int32) -> Int32

  private static func addChangeOfFolder(
    _ actions: inout posix_spawn_file_actions_t, _ folder: String
  ) -> Int32 {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addchdir_np") else { return ENOSYS }
    return unsafeBitCast(symbol, to: AddText.self)(&actions, folder)
  }

  private static func addClosing(
    _ actions: inout posix_spawn_file_actions_t, _ first: Int32
  ) -> Int32 {
    guard let symbol = dlsym(nil, "posix_spawn_file_actions_addclosefrom_np") else {
      return ENOSYS
    }
    return unsafeBitCast(symbol, to: AddNumber.self)(&actions, first)
  }
  #elseif canImport(Darwin)
  private static func addChangeOfFolder(
    _ actions: inout posix_spawn_file_actions_t?, _ folder: String
  ) -> Int32 {
    posix_spawn_file_actions_addchdir_np(&actions, folder)
  }
  #else
  private static func addChangeOfFolder(
    _ actions: inout posix_spawn_file_actions_t, _ folder: String
  ) -> Int32 {
    posix_spawn_file_actions_addchdir_np(&actions, folder)
  }
  #endif

  private static func check(_ code: Int32, _ call: String) throws {
    guard code == 0 else { throw Posix.Failure(call: call, code: code) }
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
}
