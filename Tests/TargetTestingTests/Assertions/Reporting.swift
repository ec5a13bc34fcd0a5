import Testing

@testable import TargetTesting

/// The one failure that the closure reports, which must return false too.
func failure(
  _ body: () -> Bool, sourceLocation: SourceLocation = #_sourceLocation
) -> String {
  var passed = true
  let failures = collectFailures { passed = body() }
  #expect(!passed, sourceLocation: sourceLocation)
  #expect(failures.count == 1, sourceLocation: sourceLocation)
  return failures.first?.message ?? ""
}

/// Whether the closure reports nothing and returns true.
func passes(_ body: () -> Bool) -> Bool {
  var passed = false
  let failures = collectFailures { passed = body() }
  return passed && failures.isEmpty
}
