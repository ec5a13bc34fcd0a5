extension Tripwire {
  /// That something looks like a secret: where, and which rule says so; never what it is.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The rule's id.
    public let rule: String
    /// Where it stands, as `Cassette.Redaction.place` names it.
    public let place: String
    /// Whether it was replaced; else it is for somebody to decide.
    public let isReplaced: Bool

    /// `RULE@PLACE`, as allowances are spelled.
    public var description: String { "\(rule)@\(place)" }
  }
}
