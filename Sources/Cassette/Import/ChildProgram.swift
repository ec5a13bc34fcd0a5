import Foundation

/// Runs a program to its end.
enum ChildProgram {
  /// What a program left behind.
  struct Output {
    /// The exit status; 128 and the number of the signal where one ended it.
    var status: Int32
    var output: [UInt8]
    var error: [UInt8]
  }

  /// Why a program did not run, or what it wrote cannot be read.
  struct Failure: Error {
    let reason: String
  }

  #if os(macOS) || os(Linux)
  /// Runs a program.
  ///
  /// Foundation's `Process` is not used: on Linux it reads beyond a buffer's end now and then.
  ///
  /// - Parameters:
  ///   - program: Its path, or a name to look for in `PATH`.
  ///   - arguments: What follows its name.
  ///   - input: What it reads from standard input.
  ///   - limit: How many bytes of its output to take in.
  /// - Returns: What it left behind, whether it ended well or not.
  /// - Throws: `Failure` where it cannot be run.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8], limit: Int
  ) throws(Failure) -> Output {
    // Files without names, not pipes: neither side waits for the other.
    let files = try (0..<3).map { _ throws(Failure) in try temporaryFile() }
    do throws(CassetteError) {
      try input.withBytes { (bytes) throws(CassetteError) in try files[0].write(bytes) }
    } catch {
      throw Failure(reason: error.description)
    }
    guard lseek(files[0].rawValue, 0, SEEK_SET) == 0 else { throw Failure(code: errno) }
    let identifier = try spawn(program, arguments, streams: files.map(\.rawValue))
    var status: Int32 = 0
    while waitpid(identifier, &status, 0) < 0 {
      guard errno == EINTR else { throw Failure(code: errno) }
    }
    let signal = status & 0x7F
    return Output(
      status: signal == 0 ? (status >> 8) & 0xFF : 128 + signal,
      output: try content(of: files[1], limit: limit), error: try content(of: files[2], limit: 4096)
    )
  }

  private static func temporaryFile() throws(Failure) -> FileDescriptor {
    var path = Array((NSTemporaryDirectory() + "/moya-cassettes-XXXXXX").utf8CString)
    let descriptor = mkstemp(&path)
    guard descriptor >= 0 else { throw Failure(code: errno) }
    unlink(path)
    // Of all that is open the program gets these three, by other numbers.
    guard fcntl(descriptor, F_SETFD, FD_CLOEXEC) == 0 else {
      close(descriptor)
      throw Failure(code: errno)
    }
    return FileDescriptor(rawValue: descriptor, path: "a temporary file")
  }

  private static func content(of file: FileDescriptor, limit: Int) throws(Failure) -> [UInt8] {
    do throws(CassetteError) {
      let byteCount = Int(try file.status().st_size)
      return try file.read(byteCount: min(byteCount, limit), at: 0)
    } catch {
      throw Failure(reason: error.description)
    }
  }

  private static func spawn(
    _ program: String, _ arguments: [String], streams: [Int32]
  ) throws(Failure) -> pid_t {
    #if canImport(Darwin)
    var actions: posix_spawn_file_actions_t?
    #else
    var actions = posix_spawn_file_actions_t()
    #endif
    posix_spawn_file_actions_init(&actions)
    defer { posix_spawn_file_actions_destroy(&actions) }
    for (number, stream) in streams.enumerated() {
      let code = posix_spawn_file_actions_adddup2(&actions, stream, Int32(number))
      guard code == 0 else { throw Failure(code: code) }
    }
    let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
    var identifier: pid_t = 0
    let code = withCStrings([program] + arguments) { arguments in
      withCStrings(environment) { environment in
        posix_spawnp(&identifier, program, &actions, nil, arguments, environment)
      }
    }
    guard code == 0 else {
      throw Failure(reason: String(cString: strerror(code)))
    }
    return identifier
  }

  private static func withCStrings<Result>(
    _ strings: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Result
  ) -> Result {
    let copies = strings.map { strdup($0) }
    defer { copies.forEach { free($0) } }
    return body(copies + [nil])
  }
  #else
  /// Programs cannot be run on this platform.
  static func run(
    _ program: String, _ arguments: [String], input: [UInt8], limit: Int
  ) throws(Failure) -> Output {
    throw Failure(reason: "no program can be run on this platform; import it on macOS or Linux")
  }
  #endif
}

extension ChildProgram.Failure {
  fileprivate init(code: Int32) {
    reason = "\(String(cString: strerror(code))) (errno \(code))"
  }
}
