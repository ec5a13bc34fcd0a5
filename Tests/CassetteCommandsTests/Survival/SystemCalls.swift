import Foundation
import TestSupport
import Testing

/// The system calls of a process as strace shows them, as far as they are about a folder.
struct SystemCalls {
  /// One call.
  struct Call {
    let name: String
    /// Which call of this name it is in its process, from 1 on, as strace counts where it injects errors.
    let ordinal: Int
    /// The files that it names, below the folder; empty is the folder itself.
    let paths: [String]
    let text: String

    var path: String { paths.first ?? "" }
    var createsExclusively: Bool { text.contains("O_CREAT|O_EXCL") }
    /// Whether it opens a file to change it.
    var opensForWriting: Bool {
      name == "openat" && (text.contains("O_WRONLY") || text.contains("O_RDWR"))
    }
    /// Whether it failed.
    var hasFailed: Bool { text.contains(" = -1 ") }
  }

  let calls: [Call]

  /// The calls that are asked for.
  private static let names =
    "openat,write,pwrite64,writev,fsync,fdatasync,rename,renameat,renameat2,unlink,unlinkat,rmdir,"
    + "mkdir,mkdirat,readlink,readlinkat,link,fchmod,ftruncate,flock"

  /// Takes apart what strace wrote.
  init(_ text: String, below folder: String) {
    var ordinals: [Substring: Int] = [:]
    calls = text.split(separator: "\n").compactMap { line in
      guard let space = line.firstIndex(of: " ") else { return nil }
      let rest = line[space...].drop { $0 == " " }
      guard let bracket = rest.firstIndex(of: "("), rest.first?.isLetter == true else { return nil }
      let name = rest[..<bracket]
      ordinals[name, default: 0] += 1
      // What a descriptor that was just opened leads to is behind the result.
      let arguments = rest.range(of: " = ", options: .backwards).map { rest[..<$0.lowerBound] }
      var paths: [String] = []
      for part in (arguments ?? rest).components(separatedBy: folder).dropFirst() {
        paths.append(String(part.prefix { $0 != ">" && $0 != "\"" }.drop { $0 == "/" }))
      }
      guard !paths.isEmpty else { return nil }
      return Call(
        name: String(name), ordinal: ordinals[name] ?? 0, paths: paths, text: String(rest))
    }
  }

  /// The command that traces what follows it into a file.
  static func tracing(into file: URL) -> [String] {
    ["strace", "-f", "-y", "-o", file.path, "-e", "trace=" + names]
  }

  /// The command that lets one call of what follows it fail.
  static func failing(_ call: Call, with error: String) -> [String] {
    [
      "strace", "-f", "-o", "/dev/null", "-e", "trace=\(call.name)", "-e",
      "inject=\(call.name):error=\(error):when=\(call.ordinal)",
    ]
  }

  /// Whether strace is there and may trace; a warning that nobody overlooks where not.
  static func canTrace() async -> Bool {
    do {
      let output = try await ChildProcess.run("strace", ["-f", "-o", "/dev/null", "true"])
      if output.isSuccess { return true }
      warn(output.stderr)
    } catch {
      warn("\(error)")
    }
    return false
  }

  private static func warn(_ reason: String) {
    Issue.record(
      "NOT TESTED with strace, which Scripts/setup installs: \(reason)", severity: .warning)
  }
}
