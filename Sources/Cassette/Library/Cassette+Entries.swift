extension Cassette {
  /// The entries of a cassette; each is read when its interaction is asked for, and not kept.
  public struct Entries: RandomAccessCollection, Sendable {
    fileprivate let cassette: Cassette

    /// Always 0.
    public var startIndex: Int { 0 }
    /// The number of entries.
    public var endIndex: Int { cassette.count }

    /// The entry at that place, which is not read yet.
    public subscript(position: Int) -> Entry { Entry(cassette: cassette, index: position) }
  }

  /// One entry of a cassette, by its place.
  public struct Entry: Sendable {
    fileprivate let cassette: Cassette
    /// The entry's place in the cassette, counted from 0.
    public let index: Int

    /// Reads the entry.
    ///
    /// - Returns: The interaction.
    /// - Throws: What `Cassette.interaction(at:)` throws.
    /// - Complexity: O(*m*) in the size of the entry.
    public func interaction() throws(CassetteError) -> Interaction {
      try cassette.interaction(at: index)
    }
  }

  /// The entries in file order, of which only the one at hand is in memory.
  ///
  /// ```swift
  /// for entry in cassette.entries {
  ///   print(entry.index, try entry.interaction().request.url)
  /// }
  /// ```
  ///
  /// - Complexity: O(1).
  public var entries: Entries { Entries(cassette: self) }

  /// The entries that answer a request, in recorded order.
  ///
  /// - Parameters:
  ///   - request: The request, as built.
  ///   - matcher: How it is compared. Its target and how it would be sent are not known here, so parts that
  ///     are about these are not looked at.
  /// - Returns: The entries, also those that a replay would have used up.
  /// - Throws: What `interaction(at:)` throws.
  /// - Complexity: One comparison for each entry whose hash in the index fits, which in the common case
  ///   are those that answer; O(*n*) for the first few calls, and where a matcher leaves out a part of
  ///   the route.
  public func entries(
    answering request: Request, by matcher: RequestMatcher = .default
  ) throws(CassetteError) -> [Entry] {
    let subject = MatchSubject(request)
    let key = subject.key
    let candidates: [Int]
    switch matcher.lookUp(for: subject) {
    case .none:
      candidates = Array(0..<count)
    case .key where key.full != 0:
      let compared = entriesToCompare(onRoute: key.route) + entriesToCompare(onRoute: 0)
      candidates = Set(entries(with: key) + compared).sorted()
    case .key, .route:
      candidates = self.candidates(onRoute: key.route)
    }
    let bindingKey = LiveBinding.Key()
    var found: [Entry] = []
    for index in candidates {
      let interaction = try interaction(at: index)
      if matcher.match(subject, interaction, key: bindingKey) != nil {
        found.append(Entry(cassette: self, index: index))
      }
    }
    return found
  }

  /// Whether any entry has an answer of a server, certain ones aside.
  ///
  /// An entry that cannot be read has none.
  ///
  /// - Complexity: O(*n*) in the size of the entries up to the first that has.
  package func hasAnswers(besides others: Set<Int>) -> Bool {
    for index in 0..<count where !others.contains(index) {
      do throws(CassetteError) {
        if case .response = try interaction(at: index).outcome { return true }
      } catch {
        // Nothing is lost with it that is not lost already.
        continue
      }
    }
    return false
  }
}
