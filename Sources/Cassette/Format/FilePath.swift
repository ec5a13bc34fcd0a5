import Foundation

/// Questions about paths that want an answer of a known type.
enum FilePath {
  /// Refuses a path that the system would take for the part before its NUL, which is another file's.
  static func check(_ path: String, operation: String) throws(CassetteError) {
    guard !path.utf8.contains(0) else {
      throw .system(operation: operation, path: path, code: EINVAL)
    }
  }

  /// The path with a symbolic link at its end followed, however many; the file need not be there.
  static func resolvingLink(_ path: String) throws(CassetteError) -> String {
    try check(path, operation: "find")
    var path = path
    for _ in 0..<40 {
      var status = stat()
      guard lstat(path, &status) == 0, status.st_mode & S_IFMT == S_IFLNK else { return path }
      var buffer = [UInt8](repeating: 0, count: Int(PATH_MAX))
      let count = buffer.withUnsafeMutableBytes { raw in
        readlink(path, raw.bindMemory(to: CChar.self).baseAddress!, raw.count)
      }
      guard count >= 0 else { throw .system(operation: "follow the link", path: path, code: errno) }
      let target = String(decoding: buffer[..<count], as: UTF8.self)
      path = target.utf8.first == UInt8(ascii: "/") ? target : folder(of: path) + "/" + target
    }
    throw .system(operation: "follow the link", path: path, code: ELOOP)
  }

  /// The folder that a path's last component lies in.
  static func folder(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return "." }
    return slash == bytes.startIndex ? "/" : String(path[..<slash])
  }

  /// The last component of a path.
  static func name(of path: String) -> String {
    let bytes = path.utf8
    guard let slash = bytes.lastIndex(of: UInt8(ascii: "/")) else { return path }
    return String(path[bytes.index(after: slash)...])
  }

  /// Refuses a name that readers would not take for a cassette's.
  ///
  /// - Throws: `CassetteError.notCassetteName`.
  static func checkCassetteName(_ path: String) throws(CassetteError) {
    guard isCassetteName(path) else { throw .notCassetteName(path: path) }
  }

  /// Whether a path ends in `NAME.har.gz`.
  static func isCassetteName(_ path: String) -> Bool {
    let name = name(of: path).utf8
    return name.count > 7 && name.suffix(7).elementsEqual(".har.gz".utf8)
  }

  /// The names in a folder; none where it cannot be read.
  static func names(in folder: String) -> [String] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    return names
  }

  /// The name of a cassette, without `.har.gz` or `.har`.
  static func cassetteName(_ path: String) -> String {
    let name = name(of: path)
    for ending in [".har.gz", ".har", ".gz"] {
      let rest = name.utf8.count - ending.utf8.count
      if rest > 0, name.utf8.dropFirst(rest).elementsEqual(ending.utf8) {
        return String(decoding: name.utf8.prefix(rest), as: UTF8.self)
      }
    }
    return name
  }

  /// Waits until the entry of a file in its folder is on the disk, where its file system knows of that.
  static func synchroniseFolder(of path: String) throws(CassetteError) {
    let descriptor = open(folder(of: path), O_RDONLY | O_CLOEXEC)
    // A folder that may be written to but not read cannot be opened; the rename is done all the same.
    guard descriptor >= 0 else { return }
    defer { close(descriptor) }
    while fsync(descriptor) != 0 {
      if errno == EINTR { continue }
      if errno == EINVAL || errno == ENOTSUP { return }
      throw .system(operation: CassetteError.folderSynchronisation, path: path, code: errno)
    }
  }
}
