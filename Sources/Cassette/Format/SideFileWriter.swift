import Foundation

/// Writes the file of one body, whose name is only known when all of its content is.
///
/// Not Sendable: one thread writes it. Where it goes away unfinished, what it has written is removed.
final class SideFileWriter {
  private let folder: String
  private let cassetteName: String
  private let output: AtomicFile
  private var packer = BlockPacker()
  private var hash = SHA256()
  private(set) var byteCount = 0

  /// Begins a file in the folder of a cassette's bodies, which is made where it is missing.
  ///
  /// - Throws: `CassetteError.system` where the folder or the file cannot be made.
  init(besideCassetteIn folder: String, named name: String) throws(CassetteError) {
    (self.folder, cassetteName) = (folder, name)
    let bodies = folder + "/" + name + ".bodies"
    if mkdir(bodies, 0o777) != 0, errno != EEXIST {
      throw .system(operation: "create", path: bodies, code: errno)
    }
    output = try AtomicFile(replacing: bodies + "/pending")
  }

  /// Adds content.
  func write(_ bytes: UnsafeRawBufferPointer) throws(CassetteError) {
    hash.update(bytes)
    byteCount += bytes.count
    var start = 0
    while start < bytes.count {
      let end = min(start + BGZF.maximumContent, bytes.count)
      _ = try packer.add(Array(bytes[start..<end]), to: output)
      start = end
    }
  }

  /// Puts the file in its place, unless a whole one of the same content is there already.
  ///
  /// - Parameter isThere: Whether such a file is there.
  /// - Returns: The reference to write into the entry.
  /// - Throws: `CassetteError.system` where it cannot be written.
  func finish(
    unless isThere: (Cassette.Body.SideFile) throws(CassetteError) -> Bool
  ) throws(CassetteError) -> Cassette.Body.SideFile {
    let sha256 = hash.hexadecimal()
    let reference = SideFileReference(cassetteName: cassetteName, sha256: sha256)
    let file = Cassette.Body.SideFile(
      path: reference.path, byteCount: byteCount, sha256: sha256)
    if try isThere(file) {
      output.discard()
      return file
    }
    try packer.flush(to: output)
    try output.write(BGZF.endMarker)
    try output.commit(at: folder + "/" + reference.path)
    return file
  }
}
