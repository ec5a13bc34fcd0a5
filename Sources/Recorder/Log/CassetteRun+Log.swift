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
    let unplayed = unplayedIndices
    return RunLog(
      cassette: path, mode: modeText, callCount: count, calls: calls.map(told), counts: counts,
      unplayedCount: unplayed.count, unplayed: self.unplayed(unplayed.prefix(Self.unplayedLimit)))
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
    case .notSent: .notSent
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

  /// The places of the entries that have answered no call, where the cassette answers any.
  var unplayedIndices: [Int] {
    guard let playback = opening.playback else { return [] }
    let unplayed = playback.unplayed
    guard case .update(_, _, let selection) = opening else { return unplayed }
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
  func unplayed(_ indices: some Sequence<Int>) -> [RunLog.Unplayed] {
    guard let cassette = opening.playback?.cassette else { return [] }
    return indices.map { index in
      do throws(CassetteError) {
        let interaction = try cassette.interaction(at: index)
        // The secrets of a cassette of ours are replaced; those of another program's HAR are not.
        let request = options.redacting.redactedForDisplay(interaction.matched)
        return RunLog.Unplayed(
          index: index, target: interaction.target, method: request.method, url: request.url)
      } catch {
        return RunLog.Unplayed(index: index, method: "", url: "(\(error))")
      }
    }
  }
}

extension CassetteRun {
  /// Why a run that may leave no entry unplayed fails; nil where it does not.
  var unplayedReport: UnplayedReport? {
    guard options.unplayed == .fail, let playback = opening.playback else { return nil }
    let indices = unplayedIndices
    guard !indices.isEmpty else { return nil }
    return UnplayedReport(
      cassette: path, entryCount: playback.cassette.count, count: indices.count,
      first: unplayed(indices.prefix(Self.unplayedLimit)), howToRecord: howToRecordWithout)
  }

  /// Notes which entries have answered a call, where the environment asks for it.
  func noteUsage() {
    guard let usageFolder, let playback = opening.playback else { return }
    let unplayed = Set(playback.unplayed)
    let used = (0..<playback.cassette.count).filter { !unplayed.contains($0) }
    do throws(CassetteError) {
      try UsageLog.add(
        to: usageFolder, playback.cassette, used: used, at: options.clock.now())
    } catch {
      reporter.warn("what \(path) was used for is not noted: \(error)")
    }
  }

  /// The calls that are kept, in the order in which they started, and how many have started in all.
  package var loggedCalls: (calls: [LoggedCall], count: Int) {
    withState { ($0.book.log.calls, $0.book.log.count) }
  }
}
