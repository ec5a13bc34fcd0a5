/// When a run answers from its cassette, and when it records.
///
/// | mode | the cassette has the request | it does not | there is no cassette |
/// |---|---|---|---|
/// | ``replay`` | replay | miss | an error that says how to record |
/// | ``once`` | replay | miss | record the whole run |
/// | ``append`` | replay | record it, keep the rest | record |
/// | ``rerecord`` | record | record | record |
/// | ``live`` | go live, record nothing | go live | go live |
///
/// Where the environment variable `CI` is set, every mode that can record becomes ``replay``, also one
/// fixed in code, unless `CASSETTE_MODE` itself names a mode that can record.
public struct RecordMode: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case replay, once, append, rerecord, live
  }

  let kind: Kind

  /// Answers from the cassette only; anything else is a miss, and the network is never touched.
  public static let replay = RecordMode(kind: .replay)
  /// Records a run that has no cassette yet, and replays ever after. The default.
  public static let once = RecordMode(kind: .once)
  /// Replays what the cassette has and records what it does not, beside the rest.
  public static let append = RecordMode(kind: .append)
  /// Records everything anew; the old cassette stays until the run has succeeded. An interaction that is
  /// the same, ``CassetteOptions/volatileFields`` aside, keeps its old line.
  public static let rerecord = RecordMode(kind: .rerecord)
  /// Goes live and records nothing.
  public static let live = RecordMode(kind: .live)

  init(kind: Kind) {
    self.kind = kind
  }

  /// The mode of that name, as `CASSETTE_MODE` gives it; nil for a name that is not legal.
  public init?(name: String) {
    guard let kind = Kind(rawValue: name) else { return nil }
    self.kind = kind
  }

  /// The mode's name, as `CASSETTE_MODE` gives it.
  public var name: String { kind.rawValue }

  /// Every legal name.
  public static let legalNames: [String] = Kind.allCases.map(\.rawValue)

  /// Whether a run in this mode can write a cassette.
  public var canRecord: Bool {
    switch kind {
    case .once, .append, .rerecord: true
    case .replay, .live: false
    }
  }
}

extension RecordMode: CustomStringConvertible {
  /// The mode's name.
  public var description: String { name }
}
