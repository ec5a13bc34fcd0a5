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
  private let folder: String
  /// The cassette's name, without `.har.gz`.
  private let name: String

  /// The side files of the cassette at that place, which need not exist.
  ///
  /// - Throws: `CassetteError.system` for a symbolic link that leads nowhere.
  package init(of cassette: URL) throws(CassetteError) {
    cassettePath = cassette.path
    let path = try FilePath.resolvingLink(cassettePath)
    folder = FilePath.folder(of: path)
    name = FilePath.cassetteName(path)
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
    if (try? content(of: file, limit: data.count)) != nil { return file }
    let path = folder + "/" + reference.folder
    if mkdir(path, 0o777) != 0, errno != EEXIST {
      throw .system(operation: "create", path: path, code: errno)
    }
    let output = try AtomicFile(replacing: folder + "/" + reference.path)
    let bytes = [UInt8](data)
    var packer = BlockPacker()
    var start = 0
    while start < bytes.count {
      let end = min(start + BGZF.maximumContent, bytes.count)
      _ = try packer.add(Array(bytes[start..<end]), to: output)
      start = end
    }
    try packer.flush(to: output)
    try output.write(BGZF.endMarker)
    try output.commit()
    return file
  }

  /// The content of a side file, its size and hash checked.
  ///
  /// - Parameters:
  ///   - file: The reference as the entry has it.
  ///   - limit: How many bytes of content to take in.
  /// - Returns: The content.
  /// - Throws: `CassetteError.refusedSideFile` where the path may lead elsewhere; `.damagedSideFile`,
  ///   `.damagedBlock` or `.truncated` where the content is not what was stored; `.missing` or
  ///   `.system` where it cannot be read.
  /// - Complexity: O(*n*) in the size of the content.
  package func content(
    of file: Cassette.Body.SideFile, limit: Int = Cassette.Limits().sideFileByteCount
  ) throws(CassetteError) -> Data {
    let (descriptor, path) = try open(file.path)
    guard file.byteCount <= limit else {
      throw .tooLarge(path: path, what: "the size of the body in bytes", limit: limit)
    }
    guard SideFileReference(file.path) != nil else {
      return try foreignContent(descriptor, file, limit: limit)
    }
    var data = Data()
    var hash = SHA256()
    let text = SequentialText(
      file: descriptor, byteCount: Int(try descriptor.status().st_size), limits: .init())
    let isBlocks = try text.blocks { (piece, _) throws(CassetteError) in
      guard data.count + piece.count <= file.byteCount else {
        throw .damagedSideFile(path: path, reason: "it holds more than \(file.byteCount) bytes")
      }
      hash.update(piece)
      data.append(contentsOf: piece)
    }
    guard isBlocks else { throw .damagedSideFile(path: path, reason: "it is not BGZF") }
    guard data.count == file.byteCount else {
      throw .damagedSideFile(
        path: path, reason: "it holds \(data.count) bytes, not \(file.byteCount)")
    }
    guard hash.hexadecimal() == file.sha256 else {
      throw .damagedSideFile(path: path, reason: "its SHA-256 is not the one it is named by")
    }
    return data
  }

  /// The content of a file that another program's HAR refers to: as it is, without a hash to check.
  private func foreignContent(
    _ descriptor: FileDescriptor, _ file: Cassette.Body.SideFile, limit: Int
  ) throws(CassetteError) -> Data {
    let byteCount = Int(try descriptor.status().st_size)
    guard byteCount <= limit else {
      throw .tooLarge(
        path: descriptor.path, what: "the size of the body in bytes", limit: limit)
    }
    return Data(try descriptor.read(byteCount: byteCount, at: 0))
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
        case ENOENT: throw .missing(path: path)
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

  /// The interaction with each body of that size or larger stored beside the cassette.
  ///
  /// The content of an upload is needed to match only, so its size and hash are kept instead.
  ///
  /// - Parameters:
  ///   - interaction: The interaction, redacted.
  ///   - threshold: The size in bytes.
  /// - Returns: The interaction to write.
  /// - Throws: What `store(_:)` throws.
  package func movingBodies(
    of interaction: Cassette.Interaction, threshold: Int = SideFiles.defaultThreshold
  ) throws(CassetteError) -> Cassette.Interaction {
    var result = interaction
    result.request.body = Self.digest(of: interaction.request.body, threshold)
    result.built?.body = Self.digest(of: interaction.built?.body ?? .empty, threshold)
    result.outcome = try moving(interaction.outcome, threshold)
    for index in result.attempts.indices {
      result.attempts[index].request.body = Self.digest(
        of: result.attempts[index].request.body, threshold)
      result.attempts[index].outcome = try moving(result.attempts[index].outcome, threshold)
    }
    return result
  }

  private func moving(
    _ outcome: Cassette.Outcome, _ threshold: Int
  ) throws(CassetteError) -> Cassette.Outcome {
    guard var response = outcome.response, case .bytes(let data) = response.body,
      data.count >= threshold
    else { return outcome }
    response.body = .sideFile(try store(data))
    return outcome.failure.map { .failure($0, response) } ?? .response(response)
  }

  private static func digest(of body: Cassette.Body, _ threshold: Int) -> Cassette.Body {
    guard case .bytes(let data) = body, data.count >= threshold else { return body }
    return .digest(
      byteCount: data.count, sha256: data.withUnsafeBytes { SHA256.hexadecimal($0) })
  }

  /// Deletes the files that nothing refers to, and the folder where none is left.
  ///
  /// - Parameter paths: The paths that the cassette's entries refer to.
  /// - Throws: `CassetteError.system` where a file cannot be deleted.
  package func removeUnreferenced(keeping paths: Set<String>) throws(CassetteError) {
    let bodies = folder + "/" + name + ".bodies"
    guard let stream = opendir(bodies) else { return }
    var names: [String] = []
    while let entry = readdir(stream) {
      names.append(
        withUnsafePointer(to: &entry.pointee.d_name) { pointer in
          pointer.withMemoryRebound(to: CChar.self, capacity: 256) { String(cString: $0) }
        })
    }
    closedir(stream)
    for name in names {
      let path = "\(self.name).bodies/\(name)"
      // Only what a cassette has written is a cassette's to delete.
      guard SideFileReference(path) != nil, !paths.contains(path) else { continue }
      guard unlink(folder + "/" + path) == 0 || errno == ENOENT else {
        throw .system(operation: "delete", path: folder + "/" + path, code: errno)
      }
    }
    // Fails where something is left in it, as it should.
    rmdir(bodies)
  }
}
