/// Entries that a program makes while a run is under way, and what the run has used of them.
///
/// May be used from any thread.
package final class HandMadeLayer: Sendable {
  private let playback: Locked<Playback>

  /// No entries yet.
  package init(matching: RequestMatcher, repeats: RepeatPolicy) {
    playback = Locked(
      Playback(cassette: Cassette(interactions: []), matching: matching, repeats: repeats))
  }

  /// The playback of the entries that there are now.
  package var entries: Playback { playback.withLock { $0 } }

  /// Adds entries behind those that there are.
  ///
  /// - Complexity: O(*n*) in the number of entries.
  package func add(_ interactions: [Cassette.Interaction]) {
    playback.withLock { $0 = Playback($0, adding: interactions) }
  }
}
