import TargetTesting
import Testing

@Suite struct SwiftTestingMustFail {
  @Test func fails() {
    Issue.record("must fail under Swift Testing")
  }
}
