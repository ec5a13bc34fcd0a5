import Foundation

/// Runs this program once more. Foundation's `Process` crashes at times on Linux.
enum ChildProcess {
  /// Waits for the child, which must end well.
  static func run(_ arguments: [String]) throws {
    #if os(Linux)
    let path = "/proc/self/exe"
    #else
    let path = Bundle.main.executablePath ?? CommandLine.arguments[0]
    #endif
    var words: [UnsafeMutablePointer<CChar>?] = ([path] + arguments).map { strdup($0) } + [nil]
    defer { words.forEach { free($0) } }
    var process: pid_t = 0
    let code = posix_spawn(&process, path, nil, nil, &words, environ)
    guard code == 0 else { throw WrongResult("no child: \(String(cString: strerror(code)))") }
    var status: Int32 = 0
    while waitpid(process, &status, 0) < 0 {
      guard errno == EINTR else { throw WrongResult("the child was lost") }
    }
    guard status == 0 else {
      throw WrongResult("a child ended with status \(status): \(arguments)")
    }
  }
}
