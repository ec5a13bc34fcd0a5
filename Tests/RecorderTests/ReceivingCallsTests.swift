import Testing

@testable import Recorder

/// Calls of which plugins were told and whose results are still to be processed.
struct ReceivingCallsTests {
  @Test func aCallMadeMeanwhileLeavesTheOuterOneItsOwn() {
    var state = CassetteRun.State()
    state.received(on: .current, wasServed: false)
    state.received(on: .current, wasServed: true)
    #expect(state.processes(on: .current) == true)
    #expect(state.processes(on: .current) == false)
    #expect(state.processes(on: .current) == nil)
    #expect(state.receiving.isEmpty)
  }
}
