import TestSupport
import Testing

@Suite struct SplitMix64Tests {
  @Test func givesTheSameNumbersForTheSameSeed() {
    var generator = SplitMix64(seed: 1_234_567)
    // The numbers of the published algorithm for this seed.
    #expect(generator.next() == 6_457_827_717_110_365_317)
    #expect(generator.next() == 3_203_168_211_198_807_973)
    #expect(generator.next() == 9_817_491_932_198_370_423)
    #expect(generator.seed == 1_234_567)
  }

  @Test func makesBytes() {
    var first = SplitMix64(seed: 1)
    var second = SplitMix64(seed: 1)
    let bytes = first.bytes(100)
    #expect(bytes == second.bytes(100))
    #expect(Set(bytes).count > 50)
  }
}
