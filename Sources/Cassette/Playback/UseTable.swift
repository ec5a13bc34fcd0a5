/// What a run has done with each recording of a cassette.
struct UseTable: Sendable {
  enum Use: UInt8, Sendable { case free, reserved, used }

  /// The most recordings given back that are remembered.
  static let memory = 1024

  private var uses: [Use]
  /// Which recordings were given back lately, in that order.
  private var givenBack: [Int] = []
  private var forgottenCount = 0

  /// A table in which all is free.
  init(count: Int) { uses = Array(repeating: .free, count: count) }

  subscript(index: Int) -> Use { uses[index] }

  /// How often recordings were given back so far.
  var epoch: Int { forgottenCount + givenBack.count }

  /// Sets a recording aside.
  mutating func reserve(_ index: Int) { uses[index] = .reserved }

  /// Counts a recording as used.
  mutating func use(_ index: Int) { uses[index] = .used }

  /// Frees a recording that is set aside; one that is used stays so.
  mutating func giveBack(_ index: Int) {
    guard uses[index] == .reserved else { return }
    uses[index] = .free
    if givenBack.count == Self.memory {
      givenBack.removeFirst(Self.memory / 2)
      forgottenCount += Self.memory / 2
    }
    givenBack.append(index)
  }

  /// What was given back since that epoch; nil where that is forgotten.
  func givenBack(since epoch: Int) -> ArraySlice<Int>? {
    epoch < forgottenCount ? nil : givenBack[(epoch - forgottenCount)...]
  }
}
