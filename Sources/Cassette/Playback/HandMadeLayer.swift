/// Entries that a program makes while a run is under way, and what the run has used of them.
///
/// May be used from any thread.
package final class HandMadeLayer: Sendable {
  private let playback: Locked<Playback>

  /// No entries yet.
  ///
  /// - Parameters:
  ///   - matching: The run's rule. Its parts of the request as sent do not count: nobody has sent these.
  ///   - repeats: Which entries may answer again.
  package init(matching: RequestMatcher, repeats: RepeatPolicy) {
    let sent = matching.parts.filter { if case .sent = $0.kind { true } else { false } }
    playback = Locked(
      Playback(
        cassette: Cassette(interactions: []),
        matching: sent.isEmpty ? matching : matching.removing(sent), repeats: repeats))
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
