import Foundation

extension SideFiles {
  /// Whether any files of bodies are there.
  package var hasAny: Bool { !Self.names(in: folder + "/" + name + ".bodies").isEmpty }

  /// Deletes the files that nothing refers to, and the folder where none is left.
  ///
  /// What a crashed recording's journal refers to stays, for `cassette recover`, and what another cassette
  /// of the same name does; where any of it cannot be read, nothing is deleted. The caller holds the cassette's lock, for a recording
  /// stores a body before its journal refers to it.
  ///
  /// - Parameter paths: The paths that the cassette's entries refer to.
  /// - Throws: `CassetteError.system` where a file cannot be deleted.
  package func removeUnreferenced(keeping paths: Set<String>) throws(CassetteError) {
    let bodies = folder + "/" + name + ".bodies"
    let names = Self.names(in: bodies)
    guard !names.isEmpty, let others = journalPaths(), let shared = siblingPaths() else { return }
    // By hash, as reading finds them after the cassette and its folder were renamed.
    let kept = Set(paths.union(others).union(shared).compactMap { SideFileReference($0)?.sha256 })
    for name in names {
      let path = "\(self.name).bodies/\(name)"
      // Only what a cassette has written is a cassette's to delete.
      guard let reference = SideFileReference(path), !kept.contains(reference.sha256) else {
        continue
      }
      guard unlink(folder + "/" + path) == 0 || errno == ENOENT else {
        throw .system(operation: "delete", path: folder + "/" + path, code: errno)
      }
    }
    // Fails where something is left in it, as it should.
    rmdir(bodies)
  }

  /// The same for one who does not hold the lock: nothing is deleted where another does, who may have
  /// stored what he is yet to refer to, or where the cassette cannot be read any more.
  ///
  /// - Throws: What `removeUnreferenced(keeping:)` throws; `CassetteError` where the lock cannot be taken
  ///   for another reason.
  func removeUnreferencedIfUnlocked(keeping paths: Set<String>) throws(CassetteError) {
    guard hasAny else { return }
    let url = URL(fileURLWithPath: cassettePath)
    let lock: CassetteLock
    do throws(CassetteError) {
      lock = try CassetteLock(for: url)
    } catch .locked {
      return
    }
    let present: Set<String>
    do throws(CassetteError) {
      // Another may have saved it meanwhile.
      present = try Cassette(contentsOf: url).sideFilePaths()
    } catch {
      return try lock.release()
    }
    try removeUnreferenced(keeping: paths.union(present))
    try lock.release()
  }

  /// The paths that the cassette's journals refer to; nil where one cannot be read.
  private func journalPaths() -> Set<String>? {
    let marks = [".partial", ".crashed-"].map { fileName + $0 }
    var paths: Set<String> = []
    for name in Self.names(in: folder)
    where marks.contains(where: { name.utf8.starts(with: $0.utf8) }) {
      let path = folder + "/" + name
      do throws(CassetteError) {
        // A line that cannot be read may refer to any.
        let reader = try JournalReader(contentsOf: URL(fileURLWithPath: path))
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

  /// The paths that another cassette of this name refers to, for `NAME.har` and `NAME.har.gz` share a
  /// folder; nil where it cannot be read.
  private func siblingPaths() -> Set<String>? {
    var paths: Set<String> = []
    for sibling in [".har", ".har.gz"].map({ name + $0 })
    where !sibling.utf8.elementsEqual(fileName.utf8) {
      do throws(CassetteError) {
        let cassette = try Cassette(contentsOf: URL(fileURLWithPath: folder + "/" + sibling))
        // Another program's HAR knows nothing of this folder.
        if !cassette.isForeign { paths.formUnion(try cassette.sideFilePaths()) }
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
