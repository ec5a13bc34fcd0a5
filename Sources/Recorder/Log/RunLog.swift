public import Cassette

/// What the calls of a run were, in the order in which they started, and what has become of each.
///
/// It is a value: what the run does after it was made changes nothing in it. Secrets are replaced in it. Printed, it
/// is a table. Of a run with many calls it has the first thousand and the last thousand; counts are of all.
public struct RunLog: Hashable, Sendable {
  /// What has become of a call.
  public enum Outcome: Hashable, Sendable {
    /// The entry of that place in the cassette, from 0, has answered it.
    case replayed(index: Int)
    /// The network has answered it, and that was recorded.
    case recorded
    /// The network has answered it, and that was compared with the entry of that place, from 0.
    case compared(index: Int)
    /// The network has answered it, and nothing was recorded.
    case live
    /// Nothing was recorded that could answer it.
    case missed
    /// It has failed in the cassette's part of it; the first line of why.
    case failed(String)
    /// Its caller gave it up before it was answered.
    case cancelled
    /// Its request's time was over before its recording's was; see ``ReplayTiming``. What timed out when it was
    /// recorded is replayed, as is a fault.
    case timedOut
    /// It was never sent: its request could not be made, or an equal call that was under way answered it too.
    case notSent
    /// Its target's own sample has answered it.
    case sample
    /// It has no outcome yet.
    case underWay
  }

  /// One call of a provider.
  public struct Call: Hashable, Sendable {
    /// Its place in the order in which calls started, from 1.
    public var number: Int
    /// The target that asked: its type and, of an enum, its case.
    public var target: Cassette.TargetIdentity
    /// The method; empty where the call failed before there was a request.
    public var method: String
    /// The URL, under the origins of the cassette; empty where the call failed before there was a request.
    public var url: String
    /// What has become of it.
    public var outcome: Outcome
    /// What there is to say of how it was answered.
    public var notes: [String]
  }

  /// An entry of the cassette that has answered no call.
  public struct Unplayed: Hashable, Sendable {
    /// Its place in its cassette, from 0.
    public var index: Int
    /// Which cassette that is, where several answer; nil for the one that the run is about.
    public var cassette: String?
    /// The target that it was recorded for, where that is known.
    public var target: Cassette.TargetIdentity?
    /// The method.
    public var method: String
    /// The URL.
    public var url: String
  }

  /// How many calls have ended in which way.
  public struct Counts: Hashable, Sendable {
    /// Calls that the cassette has answered.
    public var replayed: Int
    /// Calls that were recorded.
    public var recorded: Int
    /// Calls that were compared with what is recorded.
    public var compared: Int
    /// Calls that went live and were not recorded.
    public var live: Int
    /// Calls that the cassette has no recording of.
    public var missed: Int
    /// Calls that have failed in the cassette's part of them.
    public var failed: Int
    /// Calls whose callers gave them up.
    public var cancelled: Int
    /// Calls whose requests' time was over before the cassette's answer came.
    public var timedOut: Int
    /// Calls that were never sent.
    public var notSent: Int
    /// Calls that their targets' own samples have answered.
    public var sample: Int
    /// Calls without an outcome.
    public var underWay: Int

    /// Those counts.
    public init(
      replayed: Int = 0, recorded: Int = 0, compared: Int = 0, live: Int = 0, missed: Int = 0,
      failed: Int = 0, cancelled: Int = 0, timedOut: Int = 0, notSent: Int = 0, sample: Int = 0,
      underWay: Int = 0
    ) {
      self.replayed = replayed
      self.recorded = recorded
      self.compared = compared
      self.live = live
      self.missed = missed
      self.failed = failed
      self.cancelled = cancelled
      self.timedOut = timedOut
      self.notSent = notSent
      self.sample = sample
      self.underWay = underWay
    }
  }

  /// The cassette's path.
  public var cassette: String
  /// The mode's name, and where it comes from where that is not plain.
  public var mode: String
  /// How many calls have started.
  public var callCount: Int
  /// The calls: the first thousand and the last thousand.
  public var calls: [Call]
  /// How all calls have ended.
  public var counts: Counts
  /// How many entries of the cassette have answered no call.
  public var unplayedCount: Int
  /// The entries of the cassette that have answered no call: the first hundred.
  public var unplayed: [Unplayed]
}

extension RunLog.Counts {
  /// Counts what has become of a call.
  mutating func add(_ fate: LoggedCall.Fate) {
    switch fate {
    case .underWay: underWay += 1
    case .replayed: replayed += 1
    case .recorded: recorded += 1
    case .compared: compared += 1
    case .live: live += 1
    case .missed: missed += 1
    case .failed: failed += 1
    case .cancelled: cancelled += 1
    case .timedOut: timedOut += 1
    case .notSent: notSent += 1
    case .sample: sample += 1
    }
  }
}
