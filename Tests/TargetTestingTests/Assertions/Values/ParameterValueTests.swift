import Foundation
import Testing

@testable import TargetTesting

@Suite struct ParameterValueTests {
  private enum Sort {
    case asc, desc
  }

  private final class Opaque {}

  /// Pairs of what is equal.
  private static var equal: [(Any, Any)] {
    [
      (1, 1.0), (1, UInt8(1)), (1, Int64(1)), (1, Decimal(string: "1.00") as Any),
      (1, NSNumber(value: 1)), (NSNumber(value: 1.0), 1), (Float(0.1), 0.1), (-0.0, 0),
      (UInt64.max, NSNumber(value: UInt64.max)),
      (true, NSNumber(value: true)), ("a", NSString("a")), ("a", Optional("a") as Any),
      (Optional(Optional(1)) as Any, 1), (Data([1]), NSData(data: Data([1]))),
      ([1, 2], NSArray(array: [1, 2])), (["a": 1], NSDictionary(dictionary: ["a": 1])),
      ([1, "a"] as [Any], [1.0, "a"] as [Any]), (NSNull(), ParameterValue.null),
      (Set([1, 2, 3]), Set([3, 2, 1])), (Sort.asc, Sort.asc),
      (Optional<Int>.none as Any, Optional<String>.none as Any),
      (Date(timeIntervalSince1970: 1.5), Date(timeIntervalSince1970: 1.5)),
      (["a": ["b": [1]]], ["a": ["b": [1.0]]]),
    ]
  }

  /// Pairs of what is not.
  private static var unequal: [(Any, Any)] {
    [
      (1, true), (0, false), (1, NSNumber(value: true)), (true, NSNumber(value: 1)), (1.0, true),
      (1, "1"), (true, "true"), (1, 2), (1, 1.5), (Int.max, Double(Int.max) * 2),
      (9_007_199_254_740_993, 9_007_199_254_740_992.0), ("caf\u{e9}", "cafe\u{301}"),
      ("", Optional<String>.none as Any), ("", NSNull()), (Optional<Int>.none as Any, NSNull()),
      ([1], 1), ([1, 2], [2, 1]), ([Int](), [String: Int]()), ([1], [1, 1]), (["a": 1], ["b": 1]),
      (["a": 1], ["a": 1, "b": 2]), (Data([0x61]), "a"), (Sort.asc, Sort.desc), (Sort.asc, "asc"),
      (Date(timeIntervalSince1970: 1.5), Date(timeIntervalSince1970: 1.25)),
      (Opaque(), Opaque()), (Double.nan, Double.infinity), (Set([1]), [1]),
    ]
  }

  @Test(arguments: equal.indices) func equalValues(_ index: Int) {
    let (first, second) = Self.equal[index]
    #expect(ParameterValue(first) == ParameterValue(second))
    #expect(ParameterValue(second) == ParameterValue(first))
    #expect(ParameterValue(first).hashValue == ParameterValue(second).hashValue)
    #expect(ParameterValue(first).differences(to: ParameterValue(second)).isEmpty)
  }

  @Test(arguments: unequal.indices) func unequalValues(_ index: Int) {
    let (first, second) = Self.unequal[index]
    #expect(ParameterValue(first) != ParameterValue(second))
    #expect(!ParameterValue(first).differences(to: ParameterValue(second)).isEmpty)
    #expect(
      ParameterValue(first).lines(.keyed) != ParameterValue(second).lines(.keyed))
  }

  @Test func literals() {
    let value: ParameterValue = ["a": [1, 2.5, true, "x", .null], "b": [:], "c": []]
    let dictionary: [String: Any] = [
      "c": [Any](), "b": [String: Any](), "a": [1, 2.5, true, "x", NSNull()] as [Any],
    ]
    #expect(value == ParameterValue(dictionary))
  }

  @Test func aKeyGivenTwiceIsKeptTwice() throws {
    let twice = try ParameterValue(json: Data(#"{"a":1,"a":2}"#.utf8))
    let once: ParameterValue = ["a": 1]
    #expect(twice == ["a": 1, "a": 2])
    #expect(once.differences(to: twice).map { $0.text(.json) } == ["unexpected $.a = 2"])
  }

  @Test func describesValuesWithTheirTypes() {
    #expect(ParameterValue(1).description == "1 (Int)")
    #expect(ParameterValue("1").description == "\"1\" (String)")
    #expect(ParameterValue(NSNumber(value: true)).description == "true (NSNumber)")
    #expect(ParameterValue(NSNull()).description == "null")
    #expect(ParameterValue(Data([1])).description == "1 byte (Data)")
    #expect(ParameterValue([Int]()).description == "[] (empty array)")
    #expect(ParameterValue(["a": 1]).description == "an object with 1 key")
    #expect(ParameterValue(Optional<Int>.none as Any).description == "nil (Optional<Int>)")
    #expect(ParameterValue(Sort.asc).description == "asc (Sort)")
    #expect(ParameterValue(Double.nan).description == "nan (Double)")
    #expect(
      ParameterValue("https://h/?token=abc").description
        == "\"https://h/?token=[redacted:token]\" (String)")
  }

  @Test func looksNoDeeperThanTheStackAllows() {
    var deep: Any = 1
    for _ in 0..<1000 { deep = [deep] }
    let value = ParameterValue(deep)
    #expect(value == ParameterValue(deep))
    #expect(value != ParameterValue([deep, 1]))
    #expect(
      value.lines(.keyed).map(\.shown) == [
        String(repeating: "[0]", count: 128) + " = ... (Array<Any>)"
      ])
  }

  @Test func readsJSONExactly() throws {
    let json = Data(#"{"n":12345678901234567890.10,"e":1e400,"s":"\u00e9","t":true}"#.utf8)
    let value = try ParameterValue(json: json)
    #expect(
      value.lines(.json).map(\.shown) == [
        "$.e = 1e400", "$.n = 12345678901234567890.10", #"$.s = "\u{e9}""#, "$.t = true",
      ])
    #expect(throws: (any Error).self) { try ParameterValue(json: Data("{".utf8)) }
  }

  @Test func pathsOfOddKeys() {
    let path = ParameterPath().appending(.key(Array("a.b".utf8))).appending(.index(0))
      .appending(.key(Array("c".utf8)))
    #expect(path.keyed == #""a.b"[0]["c"]"#)
    #expect(path.json == #"$["a.b"][0].c"#)
  }
}
