import Foundation
import TestSupport
import Testing

@testable import Cassette

/// Requests that differ in redacted values only.
struct UndecidedChoiceTests {
  private func playback(_ numbers: [Int], repeats: RepeatPolicy = .never) -> Playback {
    Playback(
      cassette: Cassette(
        interactions: numbers.map { number in
          let placeholder = "[redacted:password:\(number)]"
          return Cassette.Interaction(
            request: .init(
              method: "POST", url: "https://h/login",
              body: .bytes(Data(#"{"password":"\#(placeholder)"}"#.utf8))),
            outcome: .response(.init(status: 200)),
            redactions: [.init(place: "request.body.json/password", placeholder: placeholder)])
        }), matching: .default, repeats: repeats)
  }

  private func ask(_ playback: Playback, _ password: String) throws -> (index: Int?, note: String?)
  {
    let found = try playback.reserve(
      .init(
        method: "POST", url: "https://h/login",
        body: .bytes(Data(#"{"password":"\#(password)"}"#.utf8))))
    found?.deliver()
    return (found?.index, found?.note)
  }

  @Test(arguments: [[1, 2], [1, 1, 2, 2, 1, 2], [1, 1, 1, 1, 1, 2, 2, 2, 2]])
  func saysWhichTwoItCouldNotTellApart(numbers: [Int]) throws {
    let playback = playback(numbers)
    let other = try #require(numbers.firstIndex(of: 2))
    let first = try ask(playback, "SENT-one")
    #expect(first.index == 0)
    #expect(
      first.note
        == """
        [redacted:password:1] (entry 0) and [redacted:password:2] (entry \(other)) could not be told \
        apart: nothing that was sent before in this run says which is which, so the one recorded first \
        has answered
        """)
    let second = try ask(playback, "SENT-two")
    #expect(second.index == other)
    #expect(second.note == nil)
    if numbers.count > 2 {
      #expect(try ask(playback, "SENT-one").note == nil)
    }
  }

  @Test func saysNothingWhereThereIsNoChoice() throws {
    for numbers in [[1], [1, 1, 1], [1, 1, 1, 1, 1, 1]] {
      #expect(try ask(playback(numbers), "SENT-one").note == nil)
    }
    // The placeholder itself is what the program got from an earlier answer.
    #expect(try ask(playback([1, 2]), "[redacted:password:2]") == (1, nil))
  }

  @Test func saysThatAValueFitsNothing() throws {
    let playback = playback([1, 1])
    #expect(try ask(playback, "SENT-one").note == nil)
    let second = try ask(playback, "SENT-two")
    #expect(second.index == 1)
    #expect(
      second.note
        == """
        what was sent in the place of [redacted:password:1] (entry 1) is not what was sent there before \
        in this run, and no recording fits better
        """)
  }

  @Test(arguments: [3, 9]) func repeatsGoByWhatWasSent(count: Int) throws {
    let playback = playback((0..<count).map { $0 % 3 + 1 }, repeats: .repeatLast)
    let passwords = ["SENT-one", "SENT-two", "SENT-three"]
    for index in 0..<count { #expect(try ask(playback, passwords[index % 3]).index == index) }
    // One that was never sent gets an answer, and takes none from those that were.
    #expect(try ask(playback, "SENT-four").index == count - 1)
    for number in [1, 0, 2, 0, 1] {
      let again = try ask(playback, passwords[number])
      #expect(again == (count - 3 + number, nil))
    }
  }
}
