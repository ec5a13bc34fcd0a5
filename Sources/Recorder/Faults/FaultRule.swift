public import Cassette

/// Which calls of a run meet a fault.
///
/// Only a call that the cassette answers meets one, and only where there is something in its recording to go
/// wrong: one that failed has no content. The first rule that fits a call is the one that counts.
///
/// A recording whose answer does not reach the caller is not used up by that. So a program that tries again
/// gets the same recording: with the fault once more, or, with `times: 1`, as it was recorded. It counts as
/// played all the same, and an order goes on without it.
///
/// A call that is cancelled, times out by ``CassetteOptions/timing`` or is never sent has met no fault, and is not
/// counted.
public struct FaultRule: Hashable, Sendable {
  /// Where a recording is.
  struct Place: Hashable, Sendable {
    /// Its place in its cassette, from 0.
    let index: Int
    /// Its cassette's place among those of the run, counted from the last, which is -1.
    let layer: Int
  }

  enum Selection: Hashable {
    case place(Place)
    case calls(CallFilter?, every: Int)
  }

  /// What goes wrong.
  public let fault: Fault
  let selection: Selection
  let times: Int?

  private init(_ fault: Fault, _ selection: Selection, _ times: Int?) {
    self.fault = fault
    self.selection = selection
    self.times = times
  }

  /// The calls that one recording answers; of a browser's redirections, also those that pass through it.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - index: The recording's place in the cassette, from 0, as `cassette list` numbers it. Of several
  ///     cassettes in layers it is the last, which is the one that is recorded.
  ///   - times: How many calls meet it at most; without it, each.
  public init(_ fault: Fault, at index: Int, times: Int? = nil) {
    self.init(fault, at: index, ofLayer: -1, times: times)
  }

  /// The calls that one recording of a layer answers; -1 for the last layer.
  package init(_ fault: Fault, at index: Int, ofLayer layer: Int, times: Int?) {
    self.init(fault, .place(Place(index: index, layer: layer)), times)
  }

  /// The calls of a target, of a path or of a host.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - calls: Which calls, such as `"userProfile"`, `"/users/*"` or `"//api.example.com"`.
  ///   - count: 1 for each of them, 2 for every second, and so on.
  ///   - times: How many calls meet it at most; without it, no matter how many.
  public init(_ fault: Fault, on calls: CallFilter, every count: Int = 1, times: Int? = nil) {
    self.init(fault, .calls(calls, every: count), times)
  }

  /// Every so many of all calls.
  ///
  /// - Parameters:
  ///   - fault: What goes wrong.
  ///   - count: 1 for each call, 2 for every second, and so on; less than 1 is taken for 1.
  ///   - times: How many calls meet it at most; without it, no matter how many.
  public init(_ fault: Fault, every count: Int, times: Int? = nil) {
    self.init(fault, .calls(nil, every: count), times)
  }
}
