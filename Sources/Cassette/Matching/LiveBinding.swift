/// That a placeholder of a recording stands for a value of a live request, known by its hash only.
package struct LiveBinding: Hashable, Sendable {
  /// The placeholder, as the recording has it.
  package let placeholder: [UInt8]
  /// The keyed hash of the live value. The value itself is kept nowhere.
  package let valueHash: Int
  /// Whether the live value is the placeholder's own text, as a replayed answer handed it out.
  package let isExact: Bool

  /// The key of the hashes of one run.
  package struct Key: Sendable {
    private let first = UInt64.random(in: .min ... .max)
    private let second = UInt64.random(in: .min ... .max)

    /// A random key, which never leaves the process.
    package init() {}

    fileprivate func hash(_ bytes: some Collection<UInt8>) -> Int {
      var hasher = Hasher()
      hasher.combine(first)
      hasher.combine(second)
      for byte in bytes { hasher.combine(byte) }
      return hasher.finalize()
    }
  }

  init(placeholder: [UInt8], live: some Collection<UInt8>, key: Key) {
    self.placeholder = placeholder
    valueHash = key.hash(live)
    isExact = live.elementsEqual(placeholder)
  }
}
