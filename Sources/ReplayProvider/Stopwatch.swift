/// Waits on a clock until times after its own beginning.
struct Stopwatch: Sendable {
  private let wait: @Sendable (Duration) async -> Void

  /// A stopwatch that begins now.
  init(_ clock: any Clock<Duration>) {
    self = Self.begin(clock)
  }

  private init(wait: @escaping @Sendable (Duration) async -> Void) {
    self.wait = wait
  }

  private static func begin<C: Clock<Duration>>(_ clock: C) -> Stopwatch {
    let start = clock.now
    return Stopwatch { elapsed in
      do {
        try await clock.sleep(until: start.advanced(by: elapsed), tolerance: nil)
      } catch {
        // The call was given up, which is looked for wherever a wait ends.
      }
    }
  }

  /// Returns when that time has passed since the beginning, or at once when the task is cancelled.
  func reach(_ elapsed: Duration) async {
    await wait(elapsed)
  }
}
