import Foundation

/// A generator whose seed is printed, so that a failure can be had again.
struct RedactionRandom: RandomNumberGenerator {
  private var state: UInt64
  let seed: UInt64

  init() {
    seed =
      ProcessInfo.processInfo.environment["REDACTION_SEED"].flatMap { UInt64($0) }
      ?? .random(in: 1 ... .max)
    state = seed
  }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var mixed = state
    mixed = (mixed ^ mixed >> 30) &* 0xBF58_476D_1CE4_E5B9
    mixed = (mixed ^ mixed >> 27) &* 0x94D0_49BB_1331_11EB
    return mixed ^ mixed >> 31
  }

  mutating func text(_ count: ClosedRange<Int>, of alphabet: String) -> String {
    let characters = Array(alphabet)
    return String(
      (0..<Int.random(in: count, using: &self)).map { _ in
        characters[Int.random(in: characters.indices, using: &self)]
      })
  }
}
