public import Foundation

extension Cassette {
  /// Changes to a cassette, made when they are saved: entries that nothing changes stay byte for byte.
  ///
  /// Only what is new is in memory; of all else, which entry it is.
  ///
  /// ```swift
  /// var editor = Cassette.Editor(try Cassette(contentsOf: url))
  /// try editor.removeAll { $0.request.url.contains("/health") }
  /// editor.append(interaction)
  /// try editor.save(to: url)
  /// ```
  ///
  /// The caller sees to it that nothing secret is in what is added.
  public struct Editor: Sendable {
    private enum Item: Sendable {
      case kept(Int)
      case new(Interaction)
    }

    private let cassette: Cassette
    private var items: [Item]

    /// Begins to edit a cassette; none is changed before it is saved.
    ///
    /// - Complexity: O(*n*) in the number of entries, none of which is read.
    public init(_ cassette: Cassette = Cassette(interactions: [])) {
      self.cassette = cassette
      items = (0..<cassette.count).map { .kept($0) }
    }

    /// The number of entries so far.
    public var count: Int { items.count }

    /// The interaction at a place, changes included.
    ///
    /// - Throws: What `Cassette.interaction(at:)` throws.
    public func interaction(at index: Int) throws(CassetteError) -> Interaction {
      guard items.indices.contains(index) else {
        throw .noSuchEntry(index: index, count: items.count)
      }
      switch items[index] {
      case .kept(let old): return try cassette.interaction(at: old)
      case .new(let interaction): return interaction
      }
    }

    /// Adds an interaction at the end.
    public mutating func append(_ interaction: Interaction) {
      items.append(.new(interaction))
    }

    /// Adds an interaction before the one at a place.
    ///
    /// - Throws: `CassetteError.noSuchEntry`.
    /// - Complexity: O(*n*) in the number of entries.
    public mutating func insert(_ interaction: Interaction, at index: Int) throws(CassetteError) {
      guard (0...items.count).contains(index) else {
        throw .noSuchEntry(index: index, count: items.count)
      }
      items.insert(.new(interaction), at: index)
    }

    /// Removes the interactions that a predicate holds for.
    ///
    /// - Returns: How many were removed.
    /// - Throws: What `Cassette.interaction(at:)` and the predicate throw; nothing is removed then.
    /// - Complexity: O(*n*) in the size of the cassette, of which one entry is in memory at a time.
    @discardableResult
    public mutating func removeAll(where predicate: (Interaction) throws -> Bool) throws -> Int {
      var kept: [Item] = []
      for index in items.indices where try !predicate(interaction(at: index)) {
        kept.append(items[index])
      }
      defer { items = kept }
      return items.count - kept.count
    }

    /// Offers each interaction for changing, in order; one that is left as it was keeps its line.
    ///
    /// - Returns: How many were changed.
    /// - Throws: What `Cassette.interaction(at:)` and the closure throw; nothing is changed then.
    /// - Complexity: As for `removeAll(where:)`.
    @discardableResult
    public mutating func updateAll(_ change: (inout Interaction) throws -> Void) throws -> Int {
      var changed = items
      var changedCount = 0
      for index in items.indices {
        let old = try interaction(at: index)
        var new = old
        try change(&new)
        guard new != old else { continue }
        changed[index] = .new(new)
        changedCount += 1
      }
      items = changed
      return changedCount
    }

    /// Saves the cassette with the changes; as for `Cassette.save(to:)`, the file is written whole or not
    /// at all, and not touched where it holds the same text.
    ///
    /// - Parameter url: The file, which may be the one that is edited; nothing can record it meanwhile.
    /// - Returns: Whether anything was written.
    /// - Throws: `CassetteError.locked` while the file is recorded; `.changed` where it is the one that is
    ///   edited and not as it was opened any more; what `Cassette.save(to:)` throws.
    /// - Complexity: O(*n*) in the size of the cassette.
    @discardableResult
    public func save(to url: URL) throws(CassetteError) -> Bool {
      try FilePath.checkCassetteName(url.path)
      let lock = try CassetteLock(for: url)
      let path = try FilePath.resolvingLink(url.path)
      if let opened = cassette.url, try FilePath.resolvingLink(opened.path) == path {
        try cassette.checkUnchanged()
      }
      let sideFiles = try SideFiles(of: url)
      let writer = try CassetteFileWriter(replacing: url)
      writer.values = try cassette.recordedValues()
      let outcome = try sideFiles.save(writer) { () throws(CassetteError) in
        for item in items {
          switch item {
          case .kept(let index):
            let old = try cassette.interaction(at: index)
            let moved = try sideFiles.movingBodies(
              of: try cassette.adopting(entryAt: index, in: sideFiles))
            if moved == old, cassette.url != nil, !cassette.isForeign {
              try writer.keep(entryAt: index, of: cassette)
            } else {
              try writer.append(moved)
            }
          case .new(let interaction):
            let adopted = try cassette.adopting(interaction, in: sideFiles)
            try writer.append(try sideFiles.movingBodies(of: adopted))
          }
        }
      }
      try lock.release()
      return outcome == .written
    }
  }
}
