import Cassette
import Foundation
import MoyaCore
import TestSupport
import Testing

@testable import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

struct PastAttemptsTests {
  private func attempt(_ byteCount: Int) -> PastAttempt {
    var request = URLRequest(url: URL(string: "https://api.test/a")!)
    request.httpBody = Data(count: byteCount)
    return PastAttempt(unanswered: SentRequest(request: request, sessionHeaders: [:]))
  }

  private func attempts(_ byteCounts: [Int]) -> PastAttempts {
    var attempts = PastAttempts()
    for byteCount in byteCounts { attempts.add(attempt(byteCount)) }
    return attempts
  }

  @Test(arguments: [0, 1, 15, 16, 17, 100]) func theFirstAndTheLastAreKept(count: Int) {
    let attempts = attempts(Array(repeating: 0, count: count))
    #expect(attempts.count == count)
    let numbers = attempts.kept.map(\.number)
    if count <= 16 {
      #expect(numbers == Array(0..<count))
      #expect(attempts.note == nil)
    } else {
      #expect(numbers == Array(0..<8) + Array((count - 8)..<count))
      #expect(
        attempts.note
          == "\(count - 16) attempts were left out, from attempt 8 on: 16 of a call are kept")
    }
  }

  @Test func contentIsKeptWhileThereIsRoom() {
    let all = 1 << 20
    let attempts = attempts([all - 10, 11, 10, 1])
    #expect(attempts.kept.map(\.byteCount) == [all - 10, 0, 10, 0])
    #expect(attempts.room == 0)
    let left = "the content of its request was too large to be kept"
    #expect(attempts.kept.map { $0.notes.contains(left) } == [false, true, false, true])
  }

  @Test func whatIsLeftOutMakesRoom() {
    let large = 1 << 17
    // Eight fill the room; those behind find none, until one of the middle gives way.
    let attempts = attempts(
      Array(repeating: 0, count: 8) + Array(repeating: large, count: 40))
    #expect(attempts.kept.map(\.byteCount).reduce(0, +) == 8 * large)
    #expect(attempts.kept.suffix(8).map(\.number) == Array(40..<48))
    #expect(attempts.room == 0)
  }
}
