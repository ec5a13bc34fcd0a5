public import Cassette
public import MoyaCore

// Entries made by hand.
extension CassetteRun {
  /// Lets interactions answer that were made by hand, before those of the cassette.
  ///
  /// They answer as recordings do: in the order in which they are added, once each, again where
  /// ``CassetteOptions/repeats`` lets them; afterwards the cassette answers. So they do in every mode but
  /// ``RecordMode/live``, also while all else is recorded. They are not written to a file. A redirection among
  /// them is not followed, and parts of the request as sent are not compared.
  ///
  ///     cassette.add(.init(request: .init(url: "https://api.test/zen"), outcome: .text("Keep it simple.")))
  ///
  /// - Parameter interactions: The interactions, under the origins of the cassette or the live ones.
  /// - Complexity: O(*n*) in the number of entries added before.
  public func add(_ interactions: Cassette.Interaction...) {
    layers.handMade.add(interactions.map(origins.canonical))
  }

  /// Lets an outcome made by hand answer a target, before the cassette; see `add(_:)`.
  ///
  ///     try cassette.add(for: GitHub.userProfile("ghost"), .json(#"{"message":"Not Found"}"#, status: 404))
  ///
  /// - Parameters:
  ///   - target: The target whose request is answered. Streams that it uploads are not read.
  ///   - outcome: The answer, or the failure.
  ///   - endpointClosure: Builds the request; without it, Moya's default mapping. Where the provider has one of
  ///     its own that changes the URL or the content, it is needed here too.
  /// - Throws: `MoyaError.requestMapping` or `.parameterEncoding` where the target makes no request.
  /// - Complexity: O(*n*) in the number of entries added before, and the size of what the target uploads.
  public func add<Target: TargetType>(
    for target: Target, _ outcome: Cassette.Outcome,
    endpointClosure: MoyaProvider<Target>.EndpointClosure? = nil
  ) throws {
    let endpoint =
      endpointClosure?(target) ?? MoyaProvider<Target>.defaultEndpointMapping(for: target)
    let request = Cassette.Request(
      try endpoint.urlRequest(), content: RequestContent(endpoint.task))
    add(
      Cassette.Interaction(
        request: request, outcome: outcome, target: Cassette.TargetIdentity(target)))
  }
}
