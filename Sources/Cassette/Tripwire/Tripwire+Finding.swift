extension Tripwire {
  /// That something looks like a secret: where, and which rule says so; never what it is.
  public struct Finding: Hashable, Sendable, CustomStringConvertible {
    /// The rule's id.
    public let rule: String
    /// Where it stands, as `Cassette.Redaction.place` names it.
    public let place: String
    /// Whether it was replaced; else it is for somebody to decide.
    public let isReplaced: Bool

    package init(rule: String, place: String, isReplaced: Bool) {
      (self.rule, self.place, self.isReplaced) = (rule, place, isReplaced)
    }

    /// `RULE@PLACE`, as allowances are spelled.
    public var description: String { "\(rule)@\(place)" }
  }
}

extension Collection<Tripwire.Finding> {
  /// Each once, in the order of the bytes of their places and rules.
  package func sortedByPlace() -> [Tripwire.Finding] {
    Set(self).sorted { left, right in
      left.place.utf8.elementsEqual(right.place.utf8)
        ? left.rule.utf8.lexicographicallyPrecedes(right.rule.utf8)
        : left.place.utf8.lexicographicallyPrecedes(right.place.utf8)
    }
  }
}
