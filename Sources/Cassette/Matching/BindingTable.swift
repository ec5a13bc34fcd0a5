/// Which placeholder stood for which live value so far in a run, as keyed hashes.
///
/// A value type without a lock: the run that owns it guards it.
package struct BindingTable: Sendable {
  /// How well a candidate's bindings fit, the best first.
  package enum Rank: Int, Comparable, Sendable {
    /// Nothing was bound, or the request holds the placeholders themselves.
    case exact
    /// Every placeholder stands for the value that it stood for before.
    case consistent
    /// Some placeholder is new, and so is its value.
    case open
    /// A placeholder stood for another value before, or the value had another placeholder.
    case inconsistent

    package static func < (left: Rank, right: Rank) -> Bool { left.rawValue < right.rawValue }
  }

  private var valueHashes: [[UInt8]: Int] = [:]
  private var placeholders: [Int: [UInt8]] = [:]

  /// No bindings.
  package init() {}

  /// How well the bindings of a candidate fit those adopted before.
  ///
  /// - Complexity: O(*n*) in the number of bindings.
  package func rank(of bindings: [LiveBinding]) -> Rank {
    var rank = Rank.exact
    var here: [[UInt8]: Int] = [:]
    for binding in bindings where !binding.isExact {
      let known = here[binding.placeholder] ?? valueHashes[binding.placeholder]
      here[binding.placeholder] = binding.valueHash
      if let known {
        rank = max(rank, known == binding.valueHash ? .consistent : .inconsistent)
      } else {
        let isTaken = placeholders[binding.valueHash] != nil
        rank = max(rank, isTaken ? .inconsistent : .open)
      }
    }
    return rank
  }

  /// Whether it is known what that placeholder stands for. Bindings are consistent only where it is.
  func knows(_ placeholder: [UInt8]) -> Bool { valueHashes[placeholder] != nil }

  /// Remembers the bindings of the candidate that was chosen; the latest counts.
  package mutating func adopt(_ bindings: [LiveBinding]) {
    for binding in bindings where !binding.isExact {
      valueHashes[binding.placeholder] = binding.valueHash
      placeholders[binding.valueHash] = binding.placeholder
    }
  }
}
