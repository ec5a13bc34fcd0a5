import Cassette

/// What a progress block is told before the end of a replayed call: as many bytes more each time as the
/// transport passes on at once, or, of a long transfer, a part of it.
struct TransferSteps {
  /// How many bytes curl passes on at once (`CURL_MAX_WRITE_SIZE`).
  static let chunk = 16 << 10
  /// How many steps there are at most.
  static let limit = 32

  /// The bytes in all, as `Progress` counts them; -1 where they are not known.
  let total: Int64
  /// The bytes done at each step, growing; the last has all that ever came.
  let completed: [Int64]

  /// The steps of a transfer.
  ///
  /// - Parameters:
  ///   - completedByteCount: The bytes that were transferred.
  ///   - totalByteCount: The bytes that were to be; nil where that is not known.
  init(completedByteCount: Int, totalByteCount: Int?) {
    total = totalByteCount.map { Int64($0) } ?? -1
    let count = max(0, completedByteCount)
    // Rounded up without sums: a file may tell of as many bytes as there are numbers for.
    func parts(of size: Int) -> Int { count / size + (count % size == 0 ? 0 : 1) }
    let size = max(Self.chunk, parts(of: Self.limit))
    let whole = count / size
    completed = (0..<parts(of: size)).map { Int64($0 < whole ? ($0 + 1) * size : count) }
  }
}
