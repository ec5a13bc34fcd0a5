/// What one benchmark found, printed as a line of JSON.
public struct Comparison: Sendable {
  /// What was measured, and in which unit.
  public var name: String
  /// How many times it ran in one round, or how many entries there were.
  public var n: Int
  /// Ours, in the unit that the name says.
  public var ours: Double
  /// What ours is held against, in the same unit.
  public var floor: Double
  /// The largest ratio that is accepted, or nil where none was set.
  public var limit: Double?
  /// Whether the limit is one of `ours` itself, in its unit, and not of the ratio.
  public var limitsOurs: Bool

  /// A comparison.
  public init(
    name: String, n: Int, ours: Double, floor: Double, limit: Double?, limitsOurs: Bool = false
  ) {
    self.name = name
    self.n = n
    self.ours = ours
    self.floor = floor
    self.limit = limit
    self.limitsOurs = limitsOurs
  }

  /// `ours` divided by `floor`.
  public var ratio: Double { ours / floor }
  /// Whether what is limited is within the limit.
  public var isHeld: Bool { limit.map { (limitsOurs ? ours : ratio) <= $0 } ?? true }

  /// The line of JSON.
  public var line: String {
    let limit = (limit.map { Self.text($0) } ?? "null") + (limitsOurs ? #","limits":"ours""# : "")
    return #"{"name":"\#(name)","n":\#(n),"ours":\#(Self.text(ours)),"floor":\#(Self.text(floor)),"#
      + #""ratio":\#(Self.text(ratio)),"limit":\#(limit)}"#
  }

  private static func text(_ value: Double) -> String {
    // Three decimals are more than a noisy machine gives.
    String((value * 1_000).rounded() / 1_000)
  }
}
