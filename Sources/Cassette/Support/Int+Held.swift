extension Int {
  /// The sum; the greatest number there is, or the least, where it does not fit.
  ///
  /// For numbers that a file gives, which may be any.
  package func addingHeld(_ other: Int) -> Int {
    let (sum, overflow) = addingReportingOverflow(other)
    return overflow ? (other > 0 ? .max : .min) : sum
  }
}
