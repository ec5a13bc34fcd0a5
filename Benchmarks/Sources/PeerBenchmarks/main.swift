// One step of ours, as a user's program would do it, in a process of its own.
//
//   PeerBenchmarks start|live|record|replay|first NUMBER CASSETTE ORIGIN
import Foundation
import MoyaCore
import Recorder
import ReplayProvider

struct Issue: TargetType {
  let origin: URL
  let number: Int

  var baseURL: URL { origin }
  var path: String { "/v2/projects/p\(number % 17)/issues/\(number)" }
  var method: Moya.Method { .get }
  var task: Moya.Task {
    .requestParameters(parameters: ["fields": "all"], encoding: URLEncoding.queryString)
  }
  var headers: [String: String]? { ["Accept": "application/json"] }
}

let arguments = CommandLine.arguments
guard arguments.count == 5, let count = Int(arguments[2]), let origin = URL(string: arguments[4])
else {
  print("usage: PeerBenchmarks start|live|record|replay|first NUMBER CASSETTE ORIGIN")
  exit(2)
}
let step = arguments[1]
let queue = DispatchQueue(label: "answers")
// As a user has it by default: secrets are taken out, and the tripwire looks for more.
let replaying = ReplayProvider<Issue>(
  cassette: .file(URL(fileURLWithPath: arguments[3])), mode: step == "record" ? .rerecord : .replay,
  callbackQueue: queue)
let provider = step == "live" ? MoyaProvider<Issue>(callbackQueue: queue) : replaying
let numbers: Range<Int>? =
  switch step {
  case "start": 0..<0
  case "first": 0..<1
  case "live", "record", "replay": 0..<count
  default: nil
  }
guard let numbers else {
  print("unknown step \(step)")
  exit(2)
}
var byteCount = 0
var checksum: UInt32 = 0
for number in numbers {
  let body = try await provider.request(Issue(origin: origin, number: number)).data
  byteCount += body.count
  // Each client adds up the same few bytes, so that wrong answers are found and cost nothing.
  for place in [0, body.count - 1, body.count / 2] {
    checksum = checksum &* 31 &+ UInt32(body[body.startIndex + place])
  }
}
if step != "start" { try replaying.finish() }
print("\(numbers.count) \(byteCount) \(checksum)")
