#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A clock that a benchmark reads before and after.
public enum Stopwatch: Sendable {
  /// Time that the process's threads were computing, in user and in system mode.
  case cpu
  /// Time that passed.
  case wall

  /// Seconds since some moment.
  public var seconds: Double {
    var time = timespec()
    clock_gettime(self == .cpu ? CLOCK_PROCESS_CPUTIME_ID : CLOCK_MONOTONIC, &time)
    return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
  }
}

extension Stopwatch {
  /// The seconds that a piece of work takes.
  public func time(_ work: () throws -> Void) rethrows -> Double {
    let start = seconds
    try work()
    return seconds - start
  }
}

/// Runs two pieces of work by turns, so that a busy machine slows both alike.
///
/// - Parameters:
///   - rounds: how often each runs; the first run of each is a warm-up that does not count.
///   - clock: what is read.
///   - ours: what is measured.
///   - floor: what it is held against.
/// - Returns: the medians over the rounds, in seconds a run.
public func interleaved(
  rounds: Int, clock: Stopwatch, ours: () throws -> Void, floor: () throws -> Void
) rethrows -> (ours: Double, floor: Double) {
  var times: (ours: [Double], floor: [Double]) = ([], [])
  for round in 0...rounds {
    let start = clock.seconds
    try ours()
    let middle = clock.seconds
    try floor()
    let end = clock.seconds
    guard round > 0 else { continue }
    times.ours.append(middle - start)
    times.floor.append(end - middle)
  }
  return (median(times.ours), median(times.floor))
}

/// The median of some values, of which there must be one.
public func median(_ values: [Double]) -> Double {
  let sorted = values.sorted()
  let middle = sorted.count / 2
  return sorted.count.isMultiple(of: 2) ? (sorted[middle - 1] + sorted[middle]) / 2 : sorted[middle]
}
