/// What a run has done with each recording of a cassette.
struct UseTable: Sendable {
  enum Use: UInt8, Sendable { case free, reserved, used }

  /// The most recordings given back that are remembered.
  static let memory = 1024

  // By pages, each empty as long as all on it is free: making a table takes no time that grows with the
  // cassette, and a run that uses little of it takes no memory for the rest.
  private var pages: [[Use]]
  private static let pageCount = 4096
  /// Which recordings were given back lately, in that order.
  private var givenBack: [Int] = []
  private var forgottenCount = 0

  /// A table in which all is free.
  init(count: Int) {
    pages = Array(repeating: [], count: Self.pages(count))
  }

  private static func pages(_ count: Int) -> Int { (count + pageCount - 1) / pageCount }

  /// Makes room for more recordings, which are free.
  mutating func grow(to count: Int) {
    pages += Array(repeating: [], count: max(0, Self.pages(count) - pages.count))
  }

  private(set) subscript(index: Int) -> Use {
    get {
      let page = pages[index / Self.pageCount]
      return page.isEmpty ? .free : page[index % Self.pageCount]
    }
    set {
      let page = index / Self.pageCount
      if pages[page].isEmpty {
        pages[page] = Array(repeating: .free, count: Self.pageCount)
      }
      pages[page][index % Self.pageCount] = newValue
    }
  }

  /// How often recordings were given back so far.
  var epoch: Int { forgottenCount + givenBack.count }

  /// Sets a recording aside.
  mutating func reserve(_ index: Int) { self[index] = .reserved }

  /// Counts a recording as used.
  mutating func use(_ index: Int) { self[index] = .used }

  /// Frees a recording that is set aside; one that is used stays so.
  mutating func giveBack(_ index: Int) {
    guard self[index] == .reserved else { return }
    self[index] = .free
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
