import Foundation

extension RequestMatcher {
  /// When two numbers in JSON content are equal.
  public struct NumberRule: Sendable, CustomStringConvertible {
    private enum Kind: Sendable {
      case byValue
      case bySpelling
      case within(Double)
    }

    private let kind: Kind

    /// When their values are, as decimals, however they are spelled: `1`, `1.0` and `10e-1`. The default.
    public static let byValue = NumberRule(kind: .byValue)
    /// When they are spelled the same: `1` differs from `1.0`.
    public static let bySpelling = NumberRule(kind: .bySpelling)

    /// When their values differ by no more than that.
    ///
    /// - Parameter tolerance: The largest difference, zero or more; differences are calculated as Double.
    /// - Returns: The rule.
    public static func within(_ tolerance: Double) -> NumberRule {
      precondition(tolerance >= 0 && tolerance.isFinite, "a tolerance is a number from zero on")
      return NumberRule(kind: .within(tolerance))
    }

    /// Whether it is the default.
    var isByValue: Bool {
      if case .byValue = kind { true } else { false }
    }

    /// Whether numbers of different values may be equal.
    var isTolerant: Bool {
      if case .within = kind { true } else { false }
    }

    /// Whether the spelling of numbers has to be known.
    var comparesSpelling: Bool {
      if case .bySpelling = kind { true } else { false }
    }

    func isEqual(_ left: JSONNumber, _ right: JSONNumber) -> Bool {
      if left == right { return true }
      guard case .within(let tolerance) = kind else { return false }
      // Two numbers beyond what Double holds have no difference that it can tell.
      let difference = abs(left.double - right.double)
      return difference <= tolerance
    }

    /// The rule as it is spelled in code.
    public var description: String {
      switch kind {
      case .byValue: ".byValue"
      case .bySpelling: ".bySpelling"
      case .within(let tolerance): ".within(\(tolerance))"
      }
    }
  }
}
