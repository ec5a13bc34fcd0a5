public import Cassette

/// When a run answers from its cassette, and when it records.
///
/// | mode | the cassette has the request | it does not | there is no cassette |
/// |---|---|---|---|
/// | ``replay`` | replay | miss | an error that says how to record |
/// | ``once`` | replay | miss | record the whole run |
/// | ``append`` | replay | record it, keep the rest | record |
/// | ``rerecord`` | record | record | record |
/// | ``verify`` | go live, compare | miss | an error that says how to record |
/// | ``live`` | go live, record nothing | go live | go live |
///
/// Where the environment variable `CI` is set, every mode that can record becomes ``replay``, also one
/// fixed in code, unless `CASSETTE_MODE` itself names a mode that can record.
public struct RecordMode: Hashable, Sendable {
  enum Kind: String, CaseIterable, Sendable {
    case replay, once, append, rerecord, verify, live
  }

  let kind: Kind
  /// Which calls are recorded anew; empty for all.
  let selection: [CallFilter]

  /// Answers from the cassette only; anything else is a miss, and the network is never touched.
  public static let replay = RecordMode(kind: .replay)
  /// Records a run that has no cassette yet, and replays ever after. The default.
  public static let once = RecordMode(kind: .once)
  /// Replays what the cassette has and records what it does not, beside the rest.
  public static let append = RecordMode(kind: .append)
  /// Records everything anew; the old cassette stays until the run has succeeded. An interaction that is
  /// the same, ``CassetteOptions/volatileFields`` aside, keeps its old line.
  public static let rerecord = RecordMode(kind: .rerecord)
  /// Goes live and compares the shape of each answer with the recorded one: the keys and kinds of its
  /// JSON, status and content type, never the values. What may break a program is an error at the end of
  /// the run; what is only new is a warning. The cassette is not written.
  public static let verify = RecordMode(kind: .verify)
  /// Goes live and records nothing.
  public static let live = RecordMode(kind: .live)

  /// Records some calls anew and replays the others, whose entries stay as they are, byte for byte.
  ///
  /// The entries of the selected calls are replaced by what this run records of them, all of them: one that
  /// the run does not send is gone. Where `CASSETTE_MODE` is `rerecord`, `CASSETTE_ONLY` selects in the
  /// same way, with commas between filters. Where there is no cassette, everything is recorded.
  ///
  /// - Parameter filters: Which calls, such as `"userProfile"` or `"/users/*"`; none for all.
  /// - Returns: The mode.
  public static func rerecord(only filters: CallFilter...) -> RecordMode {
    RecordMode(kind: .rerecord, selection: filters)
  }

  init(kind: Kind, selection: [CallFilter] = []) {
    self.kind = kind
    self.selection = selection
  }

  /// The mode of that name, as `CASSETTE_MODE` gives it; nil for a name that is not legal.
  public init?(name: String) {
    guard let kind = Kind(rawValue: name) else { return nil }
    self.init(kind: kind)
  }

  /// The mode's name, as `CASSETTE_MODE` gives it.
  public var name: String { kind.rawValue }

  /// Every legal name.
  public static let legalNames: [String] = Kind.allCases.map(\.rawValue)

  /// Whether a run in this mode can write a cassette.
  public var canRecord: Bool {
    switch kind {
    case .once, .append, .rerecord: true
    case .replay, .verify, .live: false
    }
  }
}

extension RecordMode: CustomStringConvertible {
  /// The mode's name, and which calls it is about where it is not about all.
  public var description: String {
    guard !selection.isEmpty else { return name }
    return "\(name) of \(selection.map(\.description).joined(separator: ", "))"
  }
}
