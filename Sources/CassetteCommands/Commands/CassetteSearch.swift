import Cassette
import Foundation

/// Finds the cassettes in a folder.
enum CassetteSearch {
  /// The path itself, or, of a folder, those of the cassettes in it and in its folders, in the order of
  /// their bytes; hidden ones and links to folders aside, of which some lead in a circle.
  ///
  /// - Throws: `CassetteError.system` where a folder cannot be read.
  static func paths(under path: String) throws -> [String] {
    guard isFolder(path) else { return [path] }
    let names: [String]
    do {
      names = try FileManager.default.contentsOfDirectory(atPath: path)
    } catch {
      throw CassetteError.system(operation: "list", path: path, code: code(of: error))
    }
    let sorted = names.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
    return try sorted.flatMap { name -> [String] in
      guard name.utf8.first != UInt8(ascii: ".") else { return [] }
      let inner = path.utf8.elementsEqual(".".utf8) ? name : path + "/" + name
      if isFolder(inner) { return isLink(inner) ? [] : try paths(under: inner) }
      return isCassette(name) ? [inner] : []
    }
  }

  private static func isCassette(_ name: String) -> Bool {
    [".har.gz", ".har"].contains { ending in
      name.utf8.count > ending.utf8.count
        && name.utf8.suffix(ending.utf8.count).elementsEqual(ending.utf8)
    }
  }

  private static func isLink(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK
  }

  /// The system's code of what Foundation throws.
  private static func code(of error: any Error) -> Int32 {
    let error = error as NSError
    let cause = error.userInfo[NSUnderlyingErrorKey] as? NSError ?? error
    return cause.domain == NSPOSIXErrorDomain ? Int32(truncatingIfNeeded: cause.code) : EIO
  }

  private static func isFolder(_ path: String) -> Bool {
    var isFolder: ObjCBool = false
    return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder)
      && isFolder.boolValue
  }
}
