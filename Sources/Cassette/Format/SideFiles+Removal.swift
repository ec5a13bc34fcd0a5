import Foundation

extension SideFiles {
  /// Whether any files of bodies are there.
  package var hasAny: Bool { !FilePath.names(in: bodiesFolder).isEmpty }

  /// Writes the cassette of these bodies, and deletes those that it does not refer to; where it is not
  /// saved, those that were stored for it. The caller holds its lock.
  ///
  /// - Parameters:
  ///   - writer: What writes the cassette.
  ///   - refusal: Where it is given, and a file of another text is there: what is thrown.
  ///   - write: Gives the writer all entries, and stores their bodies.
  /// - Returns: Whether the file was written.
  /// - Throws: What the closure, `CassetteFileWriter.finish` and `removeUnreferenced(keeping:)` throw.
  func save(
    _ writer: CassetteFileWriter, refusing refusal: CassetteError? = nil,
    _ write: () throws(CassetteError) -> Void
  ) throws(CassetteError) -> CassetteFileWriter.Outcome {
    let before = FilePath.names(in: bodiesFolder)
    do throws(CassetteError) {
      try write()
      let outcome = try writer.finish(refusing: refusal)
      try removeUnreferenced(keeping: writer.sideFilePaths)
      return outcome
    } catch {
      if !writer.isInPlace {
        writer.cancel()
        removeWhatWasNotSaved(keeping: before)
      }
      throw error
    }
  }

  /// Deletes the bodies that were stored for a cassette that has not taken its place.
  ///
  /// What was there before stays, also where nothing refers to it: a cassette that is open may. Where it
  /// cannot be told or done all stays: what is left is in nobody's way, and the next save deletes it.
  private func removeWhatWasNotSaved(keeping names: [String]) {
    do throws(CassetteError) {
      try removeUnreferenced(
        keeping: try savedPaths().union(names.map { "\(name).bodies/\($0)" }))
    } catch {
      // There is a reason already why nothing was saved.
    }
  }

  /// The paths that the cassette as it stands refers to; none where there is no cassette.
  private func savedPaths() throws(CassetteError) -> Set<String> {
    do throws(CassetteError) {
      return try Cassette(contentsOf: URL(fileURLWithPath: cassettePath)).sideFilePaths()
    } catch .missing, .unsavedRecording {
      return []
    }
  }

  /// Deletes the files that nothing refers to, and the folder where none is left.
  ///
  /// So are those that a process has left that was killed while it saved.
  ///
  /// What a crashed recording's journal refers to stays, for `cassette recover`, and what another
  /// cassette of the same name does; where any of it cannot be read, nothing is deleted. The caller holds the
  /// cassette's lock, for a recording stores a body before its journal refers to it.
  ///
  /// - Parameter paths: The paths that the cassette's entries refer to.
  /// - Throws: `CassetteError.system` where a file cannot be deleted.
  package func removeUnreferenced(keeping paths: Set<String>) throws(CassetteError) {
    LeftFiles(besides: self).remove()
    let names = FilePath.names(in: bodiesFolder)
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
    rmdir(bodiesFolder)
  }

  /// The files of bodies that neither the cassette nor a journal of it refers to, and what killed
  /// processes have left.
  ///
  /// - Parameter paths: The paths that the cassette's entries refer to.
  /// - Returns: Paths relative to the cassette's folder, sorted.
  package func orphans(besides paths: Set<String>) -> [String] {
    var orphans = LeftFiles(besides: self).paths
    guard let others = journalPaths() else { return orphans }
    for file in FilePath.names(in: bodiesFolder) {
      let path = "\(name).bodies/\(file)"
      if SideFileReference(path) != nil, !paths.contains(path), !others.contains(path) {
        orphans.append(path)
      }
    }
    return orphans.sorted { $0.utf8.lexicographicallyPrecedes($1.utf8) }
  }

  /// The paths that the cassette's journals refer to; nil where one cannot be read.
  private func journalPaths() -> Set<String>? {
    let marks = [".partial", ".crashed-"].map { fileName + $0 }
    var paths: Set<String> = []
    for name in FilePath.names(in: folder)
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
      } catch .missing, .unsavedRecording {
        continue
      } catch {
        return nil
      }
    }
    return paths
  }
}
