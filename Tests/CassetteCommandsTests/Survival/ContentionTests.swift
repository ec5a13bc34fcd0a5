import Cassette
import Foundation
import TestSupport
import Testing

#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Several processes that record one cassette, as XCTest in parallel runs them.
struct ContentionTests {
  @Test(
    "CC-02: of four processes at one cassette one records, and three fail at once and say why",
    arguments: ["once", "rerecord"])
  func fourProcesses(mode: String) async throws {
    let child = try RecordingChild()
    if mode == "rerecord" {
      _ = try await child.run(.init(first: 900, count: 2))
    }
    let fifo = child.folder.file("fifo").path
    try #require(mkfifo(fifo, 0o600) == 0)
    // Open to both ends, so that nobody waits for the other end to be opened.
    let gate = open(fifo, O_RDWR | O_CLOEXEC)
    try #require(gate >= 0)
    defer { close(gate) }
    let orders = (0..<4).map { RecordingChild.Order(mode: mode, first: $0 * 10, count: 3) }
    let outputs = try await withThrowingTaskGroup(of: (Int, ChildProcess.Output).self) { group in
      for (number, order) in orders.enumerated() {
        let arguments = child.arguments(order) + [fifo]
        group.addTask {
          (number, try await ChildProcess.run(RecordingChild.path, arguments))
        }
      }
      var outputs: [Int: ChildProcess.Output] = [:]
      for try await (number, output) in group {
        outputs[number] = output
        // Three have ended, and the one that records still holds the cassette.
        if outputs.count == 3 { try #require(write(gate, "g", 1) == 1) }
      }
      return outputs
    }
    let winners = outputs.filter { $0.value.isSuccess }
    #expect(winners.count == 1)
    let winner = try #require(winners.keys.first)
    #expect(outputs[winner]?.stdout.contains("\nsaved ") == true)
    for (number, output) in outputs where number != winner {
      #expect(output.status == 1)
      let text = output.stdout
      #expect(text.hasPrefix("failed \(child.cassette.path): in use, process "), "\(text)")
      #expect(
        text.hasSuffix(
          " is recording it for RecordingChild \(winner * 10). Let it finish, or record into "
            + "another file.\n"), "\(text)")
    }
    try child.expect(orders[winner].entries)
    #expect(try child.folder.contents() == ["fifo", "it.har.gz"])
  }
}
