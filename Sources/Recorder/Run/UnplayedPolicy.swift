/// What becomes of a run at whose end entries of the cassette have answered no call.
///
/// They are in ``CassetteRun/log`` in any case.
public struct UnplayedPolicy: Hashable, Sendable {
  enum Kind: Sendable { case log, fail }

  let kind: Kind

  /// Nothing but the log tells of them. The default.
  public static let log = UnplayedPolicy(kind: .log)
  /// The run fails at its end, unless something else has failed already.
  ///
  /// A suite whose tests share a cassette has to be run as a whole then.
  public static let fail = UnplayedPolicy(kind: .fail)
}
