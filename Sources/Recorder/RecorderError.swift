public import Cassette
public import Foundation

/// Why nothing could be recorded, or nothing answered.
public enum RecorderError: Error, Hashable, Sendable {
  /// `CASSETTE_MODE` names no mode.
  case unknownMode(String, legal: [String])
  /// `CASSETTE_ONLY` is set, and nothing says that anything is to be recorded anew.
  case onlyWithoutRerecording(String)
  /// A cassette's name has no character that could name a file.
  case emptyName(String)
  /// Nothing says which cassette to use: no argument, and no scope around the call.
  case noCassette
  /// There is no file, and the mode may not record one.
  case cassetteMissing(path: String, mode: String, howToRecord: String)
  /// A mode or options were given to a provider that takes its cassette, and so both, from its scope.
  case optionsWithoutCassette
  /// The cassette has no recording for a request: the whole report, secrets replaced.
  ///
  /// The report is told to the test, once; as a text, this error is its first line.
  case miss(String)
  /// Another request was due, by ``CassetteOptions/order``: the whole report, secrets replaced.
  case outOfOrder(String)
  /// A cassette that lies under another one, which only reads it, is not there.
  case layerMissing(path: String)
  /// A recorder stands alone in a mode in which the cassette has to answer.
  case recorderNeedsPlayer(path: String, mode: String)
  /// A player let requests go live, and no recorder has seen them.
  case playerNeedsRecorder(path: String, count: Int)
  /// A player's stubClosure was asked about a target that its endpointClosure has not seen.
  case stubClosureAlone(target: String)
  /// A player's endpointClosure is in force, and its stubClosure is not.
  case endpointClosureAlone(path: String)
  /// Parts of the request as sent are compared where only the request as built is known.
  case sentPartsUnseen(path: String, matcher: String)
  /// The run has ended; its provider is still sending.
  case runHasEnded(path: String)
  /// The content of an answer, entry `index` of the cassette from 0, was not recorded.
  case contentMissing(path: String, index: Int, request: String)
  /// A file of that kind can be replayed, not recorded.
  case notRecordable(path: String)
  /// A call of ``CassetteOptions/ignoring`` was made where nothing goes live.
  case ignoredCall(method: String, url: String, mode: String)
  /// A call would go live with a method that ``CassetteOptions/allowsUnsafeMethods`` does not allow.
  case unsafeMethod(method: String, url: String, mode: String)
  /// In the mode `verify`, a call streams more than the `limit` of bytes that is held while it is compared.
  case streamTooLong(method: String, url: String, limit: Int)
  /// Every call of a recording anew has failed, and the cassette that it would replace has answers.
  case onlyFailures(path: String, count: Int, first: Cassette.Failure)
  /// Answers have another shape than recorded, in a way that may break programs.
  case drift(ShapeReport)
  /// Entries of the cassette have answered no call, and ``CassetteOptions/unplayed`` says that all must.
  case unplayed(UnplayedReport)
  /// A value was asked for, `number` from 1 of those named `id`, and the cassette has only `count`.
  case valueMissing(
    id: String, number: Int, count: Int, path: String, mode: String, howToRecord: String)
  /// The value that was recorded, `number` from 1 of those named `id`, is none of that type.
  case valueUnreadable(id: String, number: Int, type: String, path: String, reason: String)
  /// A value cannot be written into a cassette.
  case valueNotRecordable(id: String, type: String, reason: String)
}

extension RecorderError: CustomStringConvertible, LocalizedError {
  /// What happened, where, and what to do next.
  public var description: String {
    switch self {
    case .unknownMode(let text, let legal):
      "CASSETTE_MODE=\(text) names no mode. Legal are: \(legal.joined(separator: ", "))."
    case .onlyWithoutRerecording(let text):
      """
      CASSETTE_ONLY=\(text) selects what is recorded anew, and nothing is: set CASSETTE_MODE=rerecord \
      as well.
      """
    case .emptyName(let name):
      "\"\(name)\" cannot name a cassette: it has no character besides \"/\". Give it a name."
    case .noCassette:
      """
      no cassette to answer from: give ReplayProvider(cassette:) one, or make the provider inside \
      withCassette(_:) or a test with the trait .cassette(_:), in the test's own task.
      """
    case .optionsWithoutCassette:
      """
      a ReplayProvider without a cassette of its own takes that of the scope around it, with the \
      scope's mode and options: give them to .cassette(_:) or withCassette(_:) instead.
      """
    case .cassetteMissing(let path, let mode, let howToRecord):
      """
      cassette not found: \(path) (mode \(mode)). Is it committed? \(howToRecord)
      """
    case .miss(let report):
      Self.headline(of: report)
    case .outOfOrder(let report):
      report
    case .layerMissing(let path):
      """
      cassette not found: \(path). It lies under another cassette, and is only read there: record it in a \
      run of its own, and commit it.
      """
    case .recorderNeedsPlayer(let path, let mode):
      """
      RecorderPlugin only records, and in mode \(mode) requests are looked up in \(path). Use \
      ReplayProvider(cassette:), or give the provider the closures of a CassettePlayer of the same \
      run. The network was not touched.
      """
    case .playerNeedsRecorder(let path, let count):
      """
      \(count) request\(count == 1 ? "" : "s") went live to be recorded in \(path), and no \
      RecorderPlugin saw \(count == 1 ? "it" : "them"). Add the run's recorder (cassette.recorder) \
      to the provider's plugins.
      """
    case .stubClosureAlone(let target):
      """
      the stubClosure of a CassettePlayer was asked about \(target), which its endpointClosure has \
      not seen. Give the provider both closures of the player.
      """
    case .endpointClosureAlone(let path):
      """
      the endpointClosure of a CassettePlayer of \(path) is in force, and its stubClosure is not. Give \
      the provider both closures of the player. The network was not touched.
      """
    case .sentPartsUnseen(let path, let matcher):
      """
      \(matcher) compares parts of the request as sent, which the closures of a CassettePlayer of \
      \(path) do not see. Use ReplayProvider, or compare the request as built: leave .sent out. The \
      network was not touched.
      """
    case .runHasEnded(let path):
      """
      the run on \(path) has ended: its scope was left, or finish() was called. Keep the provider \
      within its scope.
      """
    case .contentMissing(let path, let index, let request):
      """
      \(path): the content of the answer to \(request) (entry \(index)) was not kept: the program that \
      exported it left it out, or a RecorderPlugin alone recorded a download, whose file it does not \
      know. Record it with ReplayProvider, or with the closures of a CassettePlayer.
      """
    case .notRecordable(let path):
      """
      \(path) can be replayed, not recorded: a recording is named NAME.har.gz. Move it away to record \
      anew, or replay it with mode: .replay.
      """
    case .ignoredCall(let method, let url, let mode):
      """
      \(method) \(url) is ignored by the cassette and would go live, which nothing does in mode \
      \(mode). To let it: options: .init(ignoring: ..., ignoredGoLiveInReplay: true). The network was \
      not touched.
      """
    case .unsafeMethod(let method, let url, let mode):
      """
      \(method) \(url) was not sent: in mode \(mode) it would go live, and allowsUnsafeMethods: false \
      lets only GET, HEAD and OPTIONS do so. Record it against a server where it does no harm, or set \
      allowsUnsafeMethods: true.
      """
    case .streamTooLong(let method, let url, let limit):
      """
      \(method) \(url) was not verified: what it streams is compared before it is sent, and no more \
      than \(limit) bytes of a call's streams are held in between. Upload files rather than streams, \
      or leave the call out: options: .init(ignoring: ...). The network was not touched.
      """
    case .onlyFailures(let path, let count, let first):
      """
      \(path) was not replaced: \(count == 1 ? "the only call" : "each of the \(count) calls") failed \
      (\(first.domain) \(first.code)), and the old recording has answers. Is the server up? The new \
      recording lies in \(path).failed. Where failures are what is to be recorded: options: \
      .init(allowsOnlyFailures: true).
      """
    case .drift(let report):
      report.description
    case .unplayed(let report):
      report.description
    case .valueMissing(let id, let number, let count, let path, let mode, let howToRecord):
      """
      value "\(VisibleText.plain(id, limit: 100))" number \(number) is not recorded: \(path) has \
      \(count == 0 ? "none" : "\(count)") of that name (mode \(mode)). \(howToRecord)
      """
    case .valueUnreadable(let id, let number, let type, let path, let reason):
      """
      value "\(VisibleText.plain(id, limit: 100))" number \(number) of \(path) is no \(type): \
      \(reason). Has its type changed? Then record again; or give the new value another name.
      """
    case .valueNotRecordable(let id, let type, let reason):
      """
      value "\(VisibleText.plain(id, limit: 100))", a \(type), cannot be recorded: \(reason).
      """
    }
  }

  /// The first line of a report that is told as a whole elsewhere.
  private static func headline(of report: String) -> String {
    let line = report.utf8.prefix { $0 != UInt8(ascii: "\n") }
    return "\(Substring(line)). The failure that was reported with this error says more."
  }

  /// All that there is to say of an error, to be told once.
  static func report(of error: any Error) -> String {
    if case RecorderError.miss(let report) = error { report } else { "\(error)" }
  }

  /// The same text, for those who look at errors as Foundation does.
  public var errorDescription: String? { description }
}
