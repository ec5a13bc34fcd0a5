public import MoyaCore

#if canImport(FoundationNetworking)
public import FoundationNetworking
#else
public import Foundation
#endif

/// A plugin that records what a provider sends and gets, and never answers.
///
/// In a mode in which the cassette has to answer, a recorder without a `CassettePlayer` of the same run
/// lets nothing through: its request goes nowhere, and the call fails with
/// ``RecorderError/recorderNeedsPlayer(path:mode:)``. Calls that the cassette has answered, and a
/// user's own stubs, are not recorded.
///
/// A request's `httpBodyStream` is recorded while it is sent, if it was set before this plugin prepares the
/// request: put the recorder behind plugins that set one. Parts of an upload that are streamed are kept by
/// name, type and length; a `CassettePlayer` of the same run records their content too.
///
/// A call that an interceptor tries again is one interaction: its outcome is what the caller saw, and
/// `Cassette.Interaction.attempts` has what came of the attempts before. On MoyaCore each is kept with its
/// answer, or its error: the first eight and the last eight, and 1 MiB of their contents together; notes say
/// what was left out. The real Moya does not show plugins how an attempt ended, nor that two are of one
/// call: there a `CassettePlayer` of the run is needed to know that, and only the requests of earlier
/// attempts are kept.
///
/// It may be used by several providers and from any thread.
public final class RecorderPlugin: PluginType, Sendable {
  /// The run that this records into.
  public let run: CassetteRun

  /// A recorder of a run of its own, for an app's debug build or a script.
  ///
  /// An error of opening fails each request; call ``CassetteRun/checkOpening()`` to have it at once.
  ///
  /// - Parameters:
  ///   - cassette: Where to record.
  ///   - mode: The mode; without it, that of `CASSETTE_MODE`, else `.once`.
  ///   - options: Matching, redaction, origins and clock.
  ///   - filePath: The source file beside which a named cassette lies.
  public convenience init(
    cassette: CassetteSource, mode: RecordMode? = nil, options: CassetteOptions = .init(),
    filePath: StaticString = #filePath
  ) {
    self.init(
      run: CassetteRun(cassette, mode: mode, options: options, sourceFile: "\(filePath)"))
  }

  package init(run: CassetteRun) {
    self.run = run
    run.recorderJoins()
  }

  /// Waits for open calls and saves the cassette.
  ///
  /// - Throws: What ``CassetteRun/finish(failed:)`` throws.
  public func finish() throws {
    try run.finish()
  }

  /// Waits for open calls and saves the cassette, without keeping a thread while it waits.
  ///
  /// - Throws: What ``CassetteRun/finish(failed:)`` throws.
  public func finish() async throws {
    try await run.finish()
  }

  /// Takes up the call, or sends its request nowhere where the cassette would have to answer.
  public func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    run.prepare(request, target: target)
  }

  /// Notes the request as it is about to be sent.
  public func willSend(_ request: any RequestType, target: any TargetType) {
    run.willSend(request, target: target)
  }

  /// Records the outcome, redacted, in the run's journal.
  public func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    run.didReceive(result, target: target)
  }

  /// Replaces the failure of a request that was sent nowhere by the reason.
  public func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    run.process(result, target: target)
  }
}
