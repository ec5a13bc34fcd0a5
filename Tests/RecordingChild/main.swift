// Records without a network, for tests that kill it, trace it, or make its system calls fail.
//
// RecordingChild CASSETTE MODE FIRST COUNT LARGE-BYTES KILL-AFTER [FIFO]
//
// It records COUNT interactions with numbers from FIRST on, the last with a body of LARGE-BYTES bytes,
// and saves them. On standard output it says `opened`, each number once its write to the journal has
// returned, `saving`, `warned` with each warning, and `saved` with the microseconds that all took; or
// `failed` and the error, with status 1. After KILL-AFTER microseconds it kills itself; 0 is never. With
// a FIFO it waits, once the journal is open, until a byte can be read from there.
import Cassette
import Foundation
import Recorder
import TestSupport

func say(_ text: String) {
  let bytes = Array((text + "\n").utf8)
  // One write, so that a kill leaves whole lines.
  guard write(1, bytes, bytes.count) == bytes.count else { exit(9) }
}

let arguments = CommandLine.arguments
guard (7...8).contains(arguments.count), let mode = RecordMode(name: arguments[2]),
  let first = Int(arguments[3]), let count = Int(arguments[4]), let large = Int(arguments[5]),
  let killAfter = UInt32(arguments[6])
else { exit(8) }
let url = URL(fileURLWithPath: arguments[1])

func interaction(_ number: Int, byteCount: Int) -> Cassette.Interaction {
  .init(
    request: .init(url: RecordedSample.url(number)),
    outcome: .response(
      .init(status: 200, body: .bytes(RecordedSample.body(number, byteCount: byteCount)))),
    startedAt: Date(timeIntervalSince1970: 1_700_000_000 + Double(number)),
    duration: .milliseconds(number % 1000))
}

// Made beforehand, so that the moments of a kill are those of recording.
var interactions = (first..<(first + count)).map {
  interaction($0, byteCount: RecordedSample.byteCount)
}
if large > 0 {
  interactions[count - 1] = interaction(first + count - 1, byteCount: large)
}

if killAfter > 0 {
  Thread.detachNewThread {
    usleep(killAfter)
    kill(getpid(), SIGKILL)
  }
}
let start = ContinuousClock.now
do {
  let old = mode == .append ? try Cassette(contentsOf: url) : nil
  let recording = try Recording(
    url: url, mode: mode, old: old, options: CassetteOptions(), origins: OriginMap(),
    owner: "RecordingChild \(first)",
    reporter: RunReporter(fail: { _, _ in }, warn: { say("warned \($0)") }))
  say("opened")
  if arguments.count == 8 {
    let fifo = open(arguments[7], O_RDONLY)
    var byte: UInt8 = 0
    guard fifo >= 0, read(fifo, &byte, 1) == 1 else { exit(7) }
    close(fifo)
  }
  for (index, interaction) in interactions.enumerated() {
    try recording.append(interaction, number: index)
    say("\(first + index)")
  }
  say("saving")
  try recording.finish(failed: false)
  say("saved \(Int(start.duration(to: .now) / .microseconds(1)))")
} catch {
  say("failed \(error)")
  exit(1)
}
