public import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// What becomes of outcomes that are not recorded: those that are compared, and cancellations.
extension CassetteRun {
  /// Compares the shape of an answer with that of its recording.
  func compare(
    _ live: Cassette.Interaction, with recorded: Playback.Reservation, of call: PlannedCall,
    downloaded: URL?
  ) {
    recorded.deliver()
    let interaction = recorded.interaction
    let differences: [ShapeDifference]
    do {
      let old = try interaction.outcome.response.map { try recorded.content($0.body) }
      // Of a download only the file has the content.
      let isAtHand = downloaded == nil
      differences = ShapeComparison.differences(
        of: live.outcome, isAtHand ? live.outcome.response?.body.data : nil,
        from: interaction.outcome, old, ignoring: options.volatileFields)
    } catch {
      return fail(call, with: error)
    }
    call.logged.becomes(.compared(index: recorded.index))
    var answer: ShapeReport.Answer?
    if !differences.isEmpty {
      let shown = options.redacting.redactedForDisplay(interaction.matched)
      answer = ShapeReport.Answer(
        target: live.target?.text, method: shown.method, url: shown.url, differences: differences)
    }
    withState { state in
      state.compared.count += 1
      state.compared.answers[call.number] = answer
    }
  }

  /// What has drifted so far in the mode ``RecordMode/verify``; nil in other modes.
  public var shapeReport: ShapeReport? {
    guard case .verify = opening else { return nil }
    let (count, answers) = withState { $0.compared }
    return ShapeReport(
      cassette: path, comparedCount: count,
      answers: answers.sorted { $0.key < $1.key }.map(\.value))
  }

  /// Notes that a call was cancelled which would have been recorded.
  func noteCancellation(of call: PlannedCall, _ sent: SentRequest?, _ target: any TargetType) {
    let request =
      call.built ?? sent.map { origins.canonical(.init($0.request, content: .inRequest)) }
    guard let request, !options.ignoring.selects(request, Cassette.TargetIdentity(target)) else {
      return
    }
    let shown = options.redacting.redactedForDisplay(request)
    withState { $0.cancelled.add(method: shown.method, url: shown.url) }
  }

  /// Says of calls that were cancelled what becomes of them on replay.
  func warnOfCancellations(_ cancelled: RecordingSummary.Calls) {
    guard cancelled.count > 0 else { return }
    let isOne = cancelled.count == 1
    reporter.warn(
      """
      \(cancelled.count) call\(isOne ? " was" : "s were") cancelled, and \(isOne ? "is" : "are") not \
      recorded in \(path): on replay, such a request has no recording. To record cancellations as \
      outcomes: options: .init(recordsCancellations: true)\(cancelled.lines(mark: " "))
      """)
  }
}
