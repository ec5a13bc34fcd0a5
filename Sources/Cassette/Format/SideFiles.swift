package import Foundation

/// The bodies that lie in files of their own beside a cassette: `NAME.bodies/SHA-256.gz`.
///
/// Equal bodies share a file. The files are BGZF, written whole before the cassette that refers to them.
package struct SideFiles: Sendable {
  /// The size of a body, in bytes, from which on it is stored beside the cassette: 1 MiB.
  package static let defaultThreshold = 1 << 20

  /// The cassette's path.
  let cassettePath: String
  /// The folder that the cassette lies in, links followed.
  let folder: String
  /// The cassette's name, without `.har.gz`.
  let name: String
  /// The cassette's name, links followed.
  let fileName: String

  /// The folder that bodies lie in.
  var bodiesFolder: String { folder + "/" + name + ".bodies" }

  /// The side files of the cassette at that place, which need not exist.
  ///
  /// - Throws: `CassetteError.system` for a symbolic link that leads nowhere.
  package init(of cassette: URL) throws(CassetteError) {
    cassettePath = cassette.path
    let path = try FilePath.resolvingLink(cassettePath)
    folder = FilePath.folder(of: path)
    name = FilePath.cassetteName(path)
    fileName = FilePath.name(of: path)
  }

  /// Stores content, unless a file has it already.
  ///
  /// - Parameter data: The content, redacted.
  /// - Returns: The reference to write into the entry.
  /// - Throws: `CassetteError.system` where the folder or the file cannot be written.
  /// - Complexity: O(*n*) in the size of the content.
  package func store(_ data: Data) throws(CassetteError) -> Cassette.Body.SideFile {
    let sha256 = data.withUnsafeBytes { SHA256.hexadecimal($0) }
    let reference = SideFileReference(cassetteName: name, sha256: sha256)
    let file = Cassette.Body.SideFile(
      path: reference.path, byteCount: data.count, sha256: sha256)
    // A damaged file is written anew.
    if isWhole(file) { return file }
    return try store { (output) throws(CassetteError) in try ContentSource.data(data).read(output) }
  }

  /// Stores content from wherever it is, unless a file has it already.
  ///
  /// - Parameter write: Hands the content, piece by piece, to the closure that it is given.
  /// - Returns: The reference to write into the entry.
  /// - Throws: What the closure throws; `CassetteError.system` where the folder or the file cannot be
  ///   written.
  /// - Complexity: O(*n*) in the size of the content; memory that does not grow with it.
  func store(
    _ write: (_ output: Output) throws(CassetteError) -> Void
  ) throws(CassetteError) -> Cassette.Body.SideFile {
    let writer = try SideFileWriter(besideCassetteIn: folder, named: name)
    try write { (bytes) throws(CassetteError) in try writer.write(bytes) }
    return try writer.finish { (file) throws(CassetteError) in isWhole(file) }
  }

  /// The same, unless it turns out to be unfit to be stored.
  ///
  /// - Parameters:
  ///   - isFit: Is asked when all of it was written, and before it is in its place.
  ///   - write: Hands the content out.
  /// - Returns: The reference; nil where it was unfit, and nothing is left of it.
  /// - Throws: As `store(_:)`.
  func store(
    where isFit: () -> Bool, _ write: (_ output: Output) throws(CassetteError) -> Void
  ) throws(CassetteError) -> Cassette.Body.SideFile? {
    let writer = try SideFileWriter(besideCassetteIn: folder, named: name)
    try write { (bytes) throws(CassetteError) in try writer.write(bytes) }
    return isFit() ? try writer.finish { (file) throws(CassetteError) in isWhole(file) } : nil
  }

  /// Takes a piece of content.
  typealias Output = (UnsafeRawBufferPointer) throws(CassetteError) -> Void

  /// Whether a side file is there and holds what its name says.
  private func isWhole(_ file: Cassette.Body.SideFile) -> Bool {
    do throws(CassetteError) {
      try read(file) { (_) throws(CassetteError) in }
      return true
    } catch {
      // Missing or damaged, for whatever reason: it is written anew.
      return false
    }
  }

  /// The content of a side file, its size and hash checked.
  ///
  /// - Parameters:
  ///   - file: The reference as the entry has it.
  ///   - limit: How many bytes of content to take in.
  /// - Returns: The content.
  /// - Throws: As `read(_:_:)`; `CassetteError.tooLarge` where it exceeds the limit.
  /// - Complexity: O(*n*) in the size of the content.
  package func content(
    of file: Cassette.Body.SideFile, limit: Int = Cassette.Limits().sideFileByteCount
  ) throws(CassetteError) -> Data {
    var data = Data()
    try read(file, limit: limit) { (piece) throws(CassetteError) in
      data.append(contentsOf: piece)
    }
    return data
  }

  /// Hands out the content of a side file piece by piece; only when it returns were size and hash right.
  ///
  /// - Parameters:
  ///   - file: The reference as the entry has it.
  ///   - limit: How many bytes of content to take in.
  ///   - body: Takes a piece, which lives as long as the call.
  /// - Throws: `CassetteError.refusedSideFile` where the path may lead elsewhere; `.damagedSideFile`,
  ///   `.damagedBlock` or `.truncated` where the content is not what was stored; `.missingSideFile` or
  ///   `.system` where it cannot be read; `.tooLarge`; what the body throws.
  /// - Complexity: O(*n*) in the size of the content; the memory of one piece.
  package func read(
    _ file: Cassette.Body.SideFile, limit: Int = .max,
    _ body: (UnsafeRawBufferPointer) throws(CassetteError) -> Void
  ) throws(CassetteError) {
    let (descriptor, path) = try openRenamed(file)
    guard file.byteCount <= limit else {
      throw .tooLarge(path: path, what: "the size of the body in bytes", limit: limit)
    }
    let byteCount = Int(try descriptor.status().st_size)
    let text = SequentialText(file: descriptor, byteCount: byteCount, limits: .init())
    guard SideFileReference(file.path) != nil else {
      // What another program's HAR refers to: the content as it is, without a hash to check.
      guard byteCount <= limit else {
        throw .tooLarge(path: path, what: "the size of the body in bytes", limit: limit)
      }
      return try text.plain { (piece, _) throws(CassetteError) in try body(piece) }
    }
    var count = 0
    var hash = SHA256()
    let isBlocks = try text.blocks { (piece, _) throws(CassetteError) in
      count += piece.count
      guard count <= file.byteCount else {
        throw .damagedSideFile(path: path, reason: "it holds more than \(file.byteCount) bytes")
      }
      hash.update(piece)
      try body(piece)
    }
    guard isBlocks else { throw .damagedSideFile(path: path, reason: "it is not BGZF") }
    guard count == file.byteCount else {
      throw .damagedSideFile(path: path, reason: "it holds \(count) bytes, not \(file.byteCount)")
    }
    guard hash.hexadecimal() == file.sha256 else {
      throw .damagedSideFile(path: path, reason: "its SHA-256 is not the one it is named by")
    }
  }

  /// Opens a side file where the entry says, or where it lies after cassette and folder were renamed.
  private func openRenamed(
    _ file: Cassette.Body.SideFile
  ) throws(CassetteError) -> (FileDescriptor, path: String) {
    do throws(CassetteError) {
      return try open(file.path)
    } catch {
      guard error.isOfMissingFile, let reference = SideFileReference(file.path) else { throw error }
      // Of both places, the one that the entry names is told of.
      let missing = error
      let own = SideFileReference(cassetteName: name, sha256: reference.sha256)
      guard !own.path.utf8.elementsEqual(reference.path.utf8) else { throw missing }
      do throws(CassetteError) {
        return try open(own.path)
      } catch {
        throw error.isOfMissingFile ? missing : error
      }
    }
  }

  /// Opens a file within the cassette's folder, following no link on the way.
  private func open(_ reference: String) throws(CassetteError) -> (FileDescriptor, path: String) {
    func refusal(_ reason: String) -> CassetteError {
      .refusedSideFile(cassette: cassettePath, reference: reference, reason: reason)
    }
    let bytes = Array(reference.utf8)
    guard !bytes.contains(0), !bytes.contains(UInt8(ascii: "\\")) else {
      throw refusal("it has a backslash or a NUL in its path")
    }
    let components = bytes.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
    guard components.allSatisfy({ !$0.isEmpty && !$0.elementsEqual(".".utf8) }),
      !components.contains(where: { $0.elementsEqual("..".utf8) })
    else { throw refusal("its path does not lead straight into the cassette's folder") }
    var path = folder
    var parent = try FileDescriptor(opening: folder, O_RDONLY | O_DIRECTORY, operation: "open")
    for (index, component) in components.enumerated() {
      let name = String(decoding: component, as: UTF8.self)
      path += "/" + name
      let isLast = index == components.count - 1
      let flags = O_RDONLY | O_CLOEXEC | O_NOFOLLOW | O_NONBLOCK | (isLast ? 0 : O_DIRECTORY)
      let descriptor = openat(parent.rawValue, name, flags)
      guard descriptor >= 0 else {
        switch errno {
        case ENOENT:
          throw .missingSideFile(path: path, folder: SideFileReference(reference)?.folder)
        case ELOOP, EMLINK: throw refusal("\(path) is a symbolic link")
        case ENOTDIR: throw refusal("\(path) is a symbolic link or no folder")
        default: throw .system(operation: "open", path: path, code: errno)
        }
      }
      parent = FileDescriptor(rawValue: descriptor, path: path)
    }
    let mode = try parent.status().st_mode
    guard mode & S_IFMT == S_IFREG else {
      throw refusal("\(path) is a \(FileDescriptor.kind(of: mode)), not a file")
    }
    return (parent, path)
  }
}
