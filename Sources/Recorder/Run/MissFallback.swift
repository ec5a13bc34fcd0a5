/// What answers a request that the cassette has not, in a mode that replays what it has.
///
/// In the mode ``RecordMode/verify``, in which recordings are compared with live answers, such a request is an
/// error whatever this says.
public struct MissFallback: Hashable, Sendable {
  enum Kind: Sendable { case none, sampleData }

  let kind: Kind

  /// Nothing: the call fails, and so does the test. The default.
  public static let none = MissFallback(kind: .none)
  /// What the endpoint's `sampleResponseClosure` gives: the target's `sampleData` with status 200, unless an
  /// endpointClosure says otherwise.
  ///
  /// A warning names each target that was answered so, once. Nothing of it is recorded. A cassette that is
  /// missing, or that has failed to open, is an error all the same.
  public static let sampleData = MissFallback(kind: .sampleData)
}
