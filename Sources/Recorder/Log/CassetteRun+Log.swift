import Cassette
import MoyaCore

extension CassetteRun {
  /// What the calls of this run were, and what has become of each by now; and which entries of the cassette
  /// have answered none.
  ///
  /// It is made when it is asked for, secrets replaced. In the mode `live`, a recorder alone notes no calls.
  ///
  /// - Complexity: O(*n*) in the number of entries of the cassette; 2,000 calls and 100 entries are read.
  public var log: RunLog {
    let (calls, count, counts) = withState { state in
      (state.book.log.calls, state.book.log.count, state.book.log.counts)
    }
    let unplayed = unplayedPlaces
    return RunLog(
      cassette: path, mode: modeText, callCount: count, calls: calls.map(told), counts: counts,
      unplayedCount: unplayed.count, unplayed: told(unplayed.prefix(Self.unplayedLimit)))
  }

  /// How many unplayed entries are shown.
  static let unplayedLimit = 100

  /// A call as the log tells of it.
  private func told(_ call: LoggedCall) -> RunLog.Call {
    let request = call.request.map(options.redacting.redactedForDisplay)
    return RunLog.Call(
      number: call.number, target: call.key.identity, method: request?.method ?? "",
      url: request?.url ?? "", outcome: told(call.fate), notes: call.notes)
  }

  private func told(_ fate: LoggedCall.Fate) -> RunLog.Outcome {
    switch fate {
    case .underWay: .underWay
    case .replayed(let index): .replayed(index: index)
    case .recorded: .recorded
    case .compared(let index): .compared(index: index)
    case .live: .live
    case .missed: .missed
    case .failed(let error): .failed(shown(error))
    case .cancelled: .cancelled
    case .timedOut: .timedOut
    case .notSent: .notSent
    case .sample: .sample
    }
  }

  /// The first line of an error, on one line and without what its names show to be secret.
  private func shown(_ error: any Error) -> String {
    let line = "\(error)".utf8.prefix { $0 != UInt8(ascii: "\n") }
    return VisibleText.plain(
      options.redacting.redactedForDisplay("\(Substring(line))"),
      limit: 300)
  }

  // MARK: What answered nothing

  /// An entry, by its place in what answers.
  struct EntryPlace {
    let playback: Playback
    let index: Int
  }

  /// The entries that have answered no call, cassette by cassette, and then those made by hand.
  var unplayedPlaces: [EntryPlace] {
    (layers.cassettes + [layers.handMade.entries]).flatMap { playback in
      unplayedIndices(of: playback).map { EntryPlace(playback: playback, index: $0) }
    }
  }

  private func unplayedIndices(of playback: Playback) -> [Int] {
    let unplayed = playback.unplayed
    guard case .update(_, _, let selection) = opening, playback === opening.recorded else {
      return unplayed
    }
    // Those are recorded anew, and answer nothing.
    return unplayed.filter { index in
      do throws(CassetteError) {
        let interaction = try playback.cassette.interaction(at: index)
        return !selection.selects(interaction.matched, interaction.target)
      } catch {
        // One that cannot be read has answered nothing either, and is told with the reason.
        return true
      }
    }
  }

  /// The entries of those places as they are told.
  func told(_ places: some Sequence<EntryPlace>) -> [RunLog.Unplayed] {
    places.map { place in
      let name = layerName(of: place.playback)
      do throws(CassetteError) {
        let interaction = try place.playback.cassette.interaction(at: place.index)
        // The secrets of a cassette of ours are replaced; those of another program's HAR are not.
        let request = options.redacting.redactedForDisplay(interaction.matched)
        return RunLog.Unplayed(
          index: place.index, cassette: name, target: interaction.target, method: request.method,
          url: request.url)
      } catch {
        return RunLog.Unplayed(
          index: place.index, cassette: name, method: "", url: "(\(error))")
      }
    }
  }

  /// What to call a layer by, where it is not the cassette that the run is about.
  func layerName(of playback: Playback) -> String? {
    if playback === opening.cassettes.last { return nil }
    guard opening.cassettes.contains(where: { $0 === playback }) else { return "made by hand" }
    return playback.cassette.url?.path ?? "(a cassette in memory)"
  }
}

extension CassetteRun {
  /// Why a run that may leave no entry unplayed fails; nil where it does not.
  var unplayedReport: UnplayedReport? {
    guard options.unplayed == .fail else { return nil }
    let places = unplayedPlaces
    guard !places.isEmpty else { return nil }
    return UnplayedReport(
      cassette: path, entryCount: layers.all.map(\.cassette.count).reduce(0, +),
      count: places.count, first: told(places.prefix(Self.unplayedLimit)),
      howToRecord: howToRecordWithout)
  }

  /// Notes which entries have answered a call, where the environment asks for it.
  func noteUsage() {
    guard let usageFolder else { return }
    for playback in opening.cassettes {
      guard let file = playback.cassette.url else { continue }
      let unplayed = Set(playback.unplayed)
      let used = (0..<playback.cassette.count).filter { !unplayed.contains($0) }
      do throws(CassetteError) {
        try UsageLog.add(
          to: usageFolder, playback.cassette, used: used, at: options.clock.now())
      } catch {
        reporter.warn("what \(file.path) was used for is not noted: \(error)")
      }
    }
  }

  /// The calls that are kept, in the order in which they started, and how many have started in all.
  package var loggedCalls: (calls: [LoggedCall], count: Int) {
    withState { ($0.book.log.calls, $0.book.log.count) }
  }
}
