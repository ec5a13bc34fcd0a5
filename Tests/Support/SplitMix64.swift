import Foundation

/// A seeded random number generator, so that what a random test found can be found again.
package struct SplitMix64: RandomNumberGenerator, Sendable {
  /// What it was seeded with.
  package let seed: UInt64
  private var state: UInt64

  /// The generator of this seed.
  package init(seed: UInt64) {
    self.seed = seed
    state = seed
  }

  /// A generator seeded by `TEST_SEED` (decimal, or hexadecimal after `0x`), else at random.
  ///
  /// The seed is printed with `name`, and how to use it again.
  package init(name: String) {
    let text = ProcessInfo.processInfo.environment["TEST_SEED"]
    if let text, let seed = Self.seed(from: text) {
      self.init(seed: seed)
    } else {
      if let text {
        print("\(name): TEST_SEED=\(text) is no 64-bit number; a random seed is used")
      }
      self.init(seed: .random(in: .min ... .max))
    }
    print("\(name): seed \(seed) (again with TEST_SEED=\(seed))")
  }

  /// Advances the generator.
  package mutating func next() -> UInt64 {
    state &+= 0x9e37_79b9_7f4a_7c15
    var mixed = state
    mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
    mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
    return mixed ^ (mixed >> 31)
  }

  /// So many random bytes.
  package mutating func bytes(_ count: Int) -> [UInt8] {
    (0..<count).map { _ in UInt8(truncatingIfNeeded: next() >> 32) }
  }

  private static func seed(from text: String) -> UInt64? {
    text.hasPrefix("0x") ? UInt64(text.dropFirst(2), radix: 16) : UInt64(text)
  }
}
