import Testing

@testable import ReplayProvider

struct TransferStepsTests {
  private func completed(_ byteCount: Int) -> [Int64] {
    TransferSteps(completedByteCount: byteCount, totalByteCount: nil).completed
  }

  @Test func eachStepIsOneOfTheTransportsOrAPart() {
    #expect(completed(-1) == [] && completed(0) == [])
    #expect(completed(1) == [1] && completed(16_384) == [16_384])
    #expect(completed(16_385) == [16_384, 16_385])
    #expect(completed(32 << 14) == (1...32).map { $0 << 14 })
    let many = completed((32 << 14) + 1)
    #expect(many.count == 32 && many.first == 16_385 && many.last == (32 << 14) + 1)
  }

  @Test(arguments: [Int.max, .max - 1, .max - 16_384])
  func noTransferIsTooLong(byteCount: Int) {
    let completed = completed(byteCount)
    #expect(completed.last == Int64(byteCount) && completed.count == TransferSteps.limit)
    #expect(completed == completed.sorted())
  }
}
