import Cassette
public import MoyaCore
public import Recorder

/// Answers a provider's requests from a cassette, through the two closures that every provider takes.
///
/// ```swift
/// let player = cassette.player(for: GitHub.self)
/// let provider = MoyaProvider(
///   endpointClosure: player.endpointClosure, stubClosure: player.stubClosure,
///   plugins: [cassette.recorder])
/// ```
///
/// ``endpointClosure`` wraps the one that the provider would have had: it builds the request, finds its
/// recording and sets it aside; ``stubClosure`` then says whether the cassette answers. Status, header
/// fields, content and errors come as recorded, after `CassetteOptions.timing`; a download's file is
/// written. What Moya's stubs cannot do (error types as live ones, responses inside errors, validation
/// errors, progress, time-outs, ending at once when cancelled, callbacks on the main queue)
/// `ReplayProvider` does.
///
/// The closures may be called from any thread.
public final class CassettePlayer<Target: TargetType> {
  /// The run that this answers for.
  public let run: CassetteRun
  /// Builds the endpoint and sets its answer aside: for `MoyaProvider(endpointClosure:)`.
  public let endpointClosure: MoyaProvider<Target>.EndpointClosure
  /// Says who answers, the cassette or the network: for `MoyaProvider(stubClosure:)`.
  public let stubClosure: MoyaProvider<Target>.StubClosure

  /// A player that opens a cassette of its own.
  ///
  /// - Parameters:
  ///   - cassette: The cassette.
  ///   - mode: The mode; without it, that of `CASSETTE_MODE`, else `.once`.
  ///   - options: Matching, repeats, redaction, origins and clock.
  ///   - endpointClosure: The closure to wrap; without it, Moya's default mapping.
  ///   - filePath: The source file beside which a named cassette lies.
  /// - Throws: What `CassetteRun.checkOpening()` throws.
  public convenience init(
    cassette: CassetteSource, mode: RecordMode? = nil, options: CassetteOptions = .init(),
    endpointClosure: MoyaProvider<Target>.EndpointClosure? = nil,
    filePath: StaticString = #filePath
  ) throws {
    let run = CassetteRun(cassette, mode: mode, options: options, sourceFile: "\(filePath)")
    try run.checkOpening()
    self.init(run: run, wrapping: endpointClosure)
  }

  package init(
    run: CassetteRun, wrapping endpointClosure: MoyaProvider<Target>.EndpointClosure?,
    tracksInflights: Bool = false, seesSent: Bool = false
  ) {
    let planner = EndpointPlanner(
      run: run, tracksInflights: tracksInflights, seesSent: seesSent,
      mapsAsMoya: endpointClosure == nil)
    let endpointClosure =
      endpointClosure ?? { MoyaProvider<Target>.defaultEndpointMapping(for: $0) }
    run.playerJoins()
    let handOver = HandOver<WeakReference<PlannedAnswer>>()
    self.run = run
    self.endpointClosure = { target in
      let planned = planner.plan(endpointClosure(target), for: target)
      handOver.leave(WeakReference(planned.answer))
      return planned
    }
    self.stubClosure = { target in
      if let answer = handOver.take()?.object, answer.call.isOf(target) { return answer.behavior }
      let key = TargetKey(target)
      if let answer = run.plannedCall(like: key)?.carrier as? PlannedAnswer {
        return answer.behavior
      }
      let name = "\(Swift.type(of: target))"
      run.report(RecorderError.stubClosureAlone(target: name), at: CallSite.current)
      return .immediate
    }
  }
}

extension CassetteRun {
  /// A player of this run for providers of that target.
  ///
  /// - Parameters:
  ///   - target: The type of target.
  ///   - endpointClosure: The closure to wrap; without it, Moya's default mapping.
  /// - Returns: A player that shares this run with its recorder and its other players.
  public func player<Target: TargetType>(
    for target: Target.Type,
    endpointClosure: MoyaProvider<Target>.EndpointClosure? = nil
  ) -> CassettePlayer<Target> {
    CassettePlayer(run: self, wrapping: endpointClosure)
  }
}
