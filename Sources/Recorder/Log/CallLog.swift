import Cassette

/// The calls of a run in the order in which they started: the first and the last, and of all how many ended
/// in which way.
struct CallLog {
  /// How many of the first calls are kept, and of the last.
  static let limit = 1_000

  private let limit: Int
  /// How many calls have started.
  private(set) var count = 0
  private var first: [LoggedCall] = []
  /// A ring, which begins at `count - limit` once it is full.
  private var last: [LoggedCall] = []
  /// Calls that are not kept any more and may have no outcome yet, and how others of those ended.
  private var pending: [LoggedCall] = []
  private var pendingLimit = 64
  private var ended = RunLog.Counts()

  init(limit: Int = CallLog.limit) {
    self.limit = limit
  }

  /// Adds a call that starts now.
  ///
  /// - Complexity: O(1) on average.
  mutating func start(
    _ key: TargetKey, _ request: Cassette.Request?, isServed: Bool = false
  ) -> LoggedCall {
    count += 1
    let call = LoggedCall(number: count, key: key, request: request, isServed: isServed)
    if first.count < limit {
      first.append(call)
    } else if last.count < limit {
      last.append(call)
    } else {
      let index = (count - 1) % limit
      pending.append(last[index])
      last[index] = call
      if pending.count > pendingLimit { settle() }
    }
    return call
  }

  private mutating func settle() {
    pending.removeAll { call in
      let fate = call.fate
      if case .underWay = fate { return false }
      ended.add(fate)
      return true
    }
    pendingLimit = max(64, 2 * pending.count)
  }

  /// The calls that are kept, in the order in which they started.
  var calls: [LoggedCall] {
    guard last.count == limit else { return first + last }
    let start = count % limit
    return first + last[start...] + last[..<start]
  }

  /// Whether an answer of the cassette's is on its way.
  ///
  /// - Complexity: O(*n*) in the number of calls that are kept.
  var isServing: Bool {
    [first, last, pending].joined().contains(where: \.awaitsCassette)
  }

  /// How all calls have ended so far.
  var counts: RunLog.Counts {
    var counts = ended
    for call in first { counts.add(call.fate) }
    for call in last { counts.add(call.fate) }
    for call in pending { counts.add(call.fate) }
    return counts
  }
}
