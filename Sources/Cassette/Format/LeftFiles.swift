import Foundation

/// The temporary files that processes have left which were killed while they saved a cassette.
///
/// Their names say which process it was. Those among a cassette's bodies are of its own writers, who hold
/// its lock; those beside it can be any cassette's, and of another machine where the folder is shared: so
/// these have to be old, too.
struct LeftFiles {
  private let sideFiles: SideFiles

  init(besides sideFiles: SideFiles) { self.sideFiles = sideFiles }

  /// How long nobody has written to a file that lies beside the cassette, in seconds: an hour.
  private static let age = 3600

  /// The paths of those that nobody writes any more, relative to the cassette's folder.
  var paths: [String] {
    let bodies = sideFiles.name + ".bodies"
    return Self.left(in: sideFiles.bodiesFolder).map { bodies + "/" + $0 }
      + Self.left(in: sideFiles.folder).filter { isOld(sideFiles.folder + "/" + $0) }
  }

  /// Deletes them. One that cannot be deleted is in nobody's way.
  func remove() {
    for path in paths { unlink(sideFiles.folder + "/" + path) }
  }

  private static func left(in folder: String) -> [String] {
    FilePath.names(in: folder).filter { name in
      guard let process = process(ofTemporary: name) else { return false }
      return kill(process, 0) != 0 && errno == ESRCH
    }
  }

  private func isOld(_ path: String) -> Bool {
    var status = stat()
    guard lstat(path, &status) == 0 else { return false }
    #if canImport(Darwin)
    let modified = status.st_mtimespec.tv_sec
    #else
    let modified = status.st_mtim.tv_sec
    #endif
    return time(nil) - modified > Self.age
  }

  /// The process of `.cassette-PROCESS-NUMBER.tmp`; nil for another name.
  static func process(ofTemporary name: String) -> pid_t? {
    let (start, end) = (Array(".cassette-".utf8), Array(".tmp".utf8))
    let bytes = Array(name.utf8)
    guard bytes.starts(with: start), bytes.suffix(end.count).elementsEqual(end) else { return nil }
    let parts = bytes.dropFirst(start.count).dropLast(end.count)
      .split(separator: UInt8(ascii: "-"), omittingEmptySubsequences: false)
    guard parts.count == 2, parts.allSatisfy({ !$0.isEmpty && $0.allSatisfy(\.isDigit) }),
      let process = pid_t(String(decoding: parts[0], as: UTF8.self)), process > 0
    else { return nil }
    return process
  }
}

extension UInt8 {
  fileprivate var isDigit: Bool { (0x30...0x39).contains(self) }
}
