import Foundation
import Measuring

// LargeBodyBenchmarks [MiB]: prints a line of JSON a measure; fails where a limit is passed.
// Its own arguments for the processes that it starts: `serve`, and `run OPERATION SERVER FOLDER BYTES`.
let arguments = Array(CommandLine.arguments.dropFirst())
switch arguments.first {
case "serve":
  try StreamServer.serve()
case "run":
  try await Operation.run(Array(arguments.dropFirst()))
default:
  let mebibytes = arguments.first.flatMap { Int($0) } ?? 1024
  let comparisons = try LargeBodies(byteCount: mebibytes << 20).measure()
  exit(comparisons.allSatisfy(\.isHeld) ? 0 : 1)
}
