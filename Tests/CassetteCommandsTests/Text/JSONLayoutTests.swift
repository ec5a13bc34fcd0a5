import Testing

@testable import CassetteCommands

struct JSONLayoutTests {
  @Test func spellsEveryValueAsItWas() {
    #expect(
      JSONLayout.lines(of: Array(#" {"a":[1.0E2,"\u00e9\/",{}],"a":{"b":[],"c":null}} "#.utf8))
        == #"""
        {
          "a": [
            1.0E2,
            "\u00e9\/",
            {}
          ],
          "a": {
            "b": [],
            "c": null
          }
        }
        """#)
    #expect(JSONLayout.lines(of: Array("7".utf8)) == "7")
  }

  @Test func leavesWhatIsNone() {
    #expect(JSONLayout.lines(of: []) == nil)
    #expect(JSONLayout.lines(of: Array("{\"a\":1} x".utf8)) == nil)
    let deep = [UInt8](repeating: 0x5B, count: 5000) + [UInt8](repeating: 0x5D, count: 5000)
    #expect(JSONLayout.lines(of: deep) == nil)
  }
}
