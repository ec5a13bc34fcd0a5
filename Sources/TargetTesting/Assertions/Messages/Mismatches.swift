import MoyaCore

/// What one check found: all mismatches together, with the message that a failure shows.
///
/// It is empty where everything was as expected. Nothing has been reported yet; the `expect…`
/// functions do that.
public struct Mismatches: Hashable, Sendable {
  private static let maximumDifferenceByteCount = 600

  private let subject: String
  private var mismatches: [Mismatch] = []
  /// What was expected and what there was, as far as there is more of it to see than line 1 shows.
  private(set) var expectedLines: [DiffLine] = []
  private(set) var gotLines: [DiffLine] = []
  /// What to do about it, where that can be said.
  var nextAction: String?

  init(subject: String) {
    self.subject = subject
  }

  /// Looks at a property of a target; an error thrown meanwhile is a mismatch like others.
  static func check(
    _ property: String, of target: any TargetType, _ body: (inout Mismatches) throws -> Void
  ) -> Mismatches {
    var mismatches = Mismatches(subject: "\(property) of \(TargetDescription.text(target))")
    do {
      try body(&mismatches)
    } catch {
      mismatches.add("threw \(ThrownErrorText.text(error))")
    }
    return mismatches
  }

  /// Adds a mismatch: what line 1 says after the subject, and what stands between them.
  mutating func add(_ difference: String, joint: String = ": ") {
    // Names come from outside too, and line 1 is to stay one.
    let difference = VisibleText.clipped(difference, to: Self.maximumDifferenceByteCount)
    mismatches.append(Mismatch(subject: subject, joint: joint, difference: difference))
  }

  /// Shows both sides below line 1.
  mutating func showDiff(expected: [DiffLine], got: [DiffLine]) {
    expectedLines = expected
    gotLines = got
  }

  /// Tells the test's framework of the mismatches, as one failure, and returns whether there are
  /// none.
  func report(at location: TestLocation) -> Bool {
    guard !isEmpty else { return true }
    FailureRouting.report(description, at: location)
    return false
  }
}

extension Mismatches: RandomAccessCollection {
  /// 0.
  public var startIndex: Int { 0 }
  /// The number of mismatches.
  public var endIndex: Int { mismatches.count }
  /// A mismatch, in the order in which they were found.
  public subscript(position: Int) -> Mismatch { mismatches[position] }
}

extension Mismatches: CustomStringConvertible {
  /// The whole message of a failure, ASCII, without secrets; empty where there is no mismatch.
  public var description: String { MismatchMessage.text(self) }
}
