import Cassette

/// What the tripwire has found in a run.
struct TripwireLog {
  /// The calls whose interactions hold what may be a secret, by their numbers.
  private(set) var suspicious: Set<Int> = []
  /// Whether a recorded value holds what may be a secret.
  private(set) var hasSuspiciousValue = false
  private var replaced: Set<Tripwire.Finding> = []

  /// Takes the findings of an interaction in, or, without a number, those of a recorded value.
  ///
  /// - Returns: What was replaced for its looks, and not at that place before.
  mutating func add(_ findings: [Tripwire.Finding], number: Int?) -> [Tripwire.Finding] {
    if findings.contains(where: { !$0.isReplaced }) {
      if let number { suspicious.insert(number) } else { hasSuspiciousValue = true }
    }
    return findings.filter { $0.isReplaced && replaced.insert($0).inserted }
  }
}
