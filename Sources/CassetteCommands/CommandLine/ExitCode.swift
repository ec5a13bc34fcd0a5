/// What the tool's exit status says.
enum ExitCode: Int32 {
  /// All is well.
  case well = 0
  /// Something was found that is not as it should be.
  case findings = 1
  /// The arguments are wrong.
  case usage = 2
  /// A file cannot be read or written, or is of another format.
  case file = 3

  /// The graver of two.
  func joined(with other: ExitCode) -> ExitCode {
    rawValue >= other.rawValue ? self : other
  }
}
