import Foundation

extension SideFiles {
  /// Whether any files of bodies are there.
  package var hasAny: Bool { !Self.names(in: folder + "/" + name + ".bodies").isEmpty }

  /// Deletes the files that nothing refers to, and the folder where none is left.
  ///
  /// What a crashed recording's journal refers to stays, for `cassette recover`; where such a journal
  /// cannot be read, nothing is deleted.
  ///
  /// - Parameter paths: The paths that the cassette's entries refer to.
  /// - Throws: `CassetteError.system` where a file cannot be deleted.
  package func removeUnreferenced(keeping paths: Set<String>) throws(CassetteError) {
    let bodies = folder + "/" + name + ".bodies"
    let names = Self.names(in: bodies)
    guard !names.isEmpty, let others = journalPaths() else { return }
    for name in names {
      let path = "\(self.name).bodies/\(name)"
      // Only what a cassette has written is a cassette's to delete.
      guard SideFileReference(path) != nil, !paths.contains(path), !others.contains(path) else {
        continue
      }
      guard unlink(folder + "/" + path) == 0 || errno == ENOENT else {
        throw .system(operation: "delete", path: folder + "/" + path, code: errno)
      }
    }
    // Fails where something is left in it, as it should.
    rmdir(bodies)
  }

  /// The paths that the cassette's journals refer to; nil where one cannot be read.
  private func journalPaths() -> Set<String>? {
    let marks = [".partial", ".crashed-"].map { fileName + $0 }
    var paths: Set<String> = []
    for name in Self.names(in: folder)
    where marks.contains(where: { name.utf8.starts(with: $0.utf8) }) {
      let path = folder + "/" + name
      do throws(CassetteError) {
        let reader = try JournalReader(
          contentsOf: URL(fileURLWithPath: path), passesOverDamage: true)
        for record in reader.records {
          SideFileReference.addPaths(inEntry: try reader.entry(record), to: &paths)
        }
      } catch .empty {
        // A lock without a recording, or a recording that had only begun.
        continue
      } catch .missing {
        continue
      } catch {
        return nil
      }
    }
    return paths
  }

  private static func names(in folder: String) -> [String] {
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
}
