import Cassette
import Foundation
import MoyaCore
import ReplayProvider

/// A target whose requests a closed port refuses, so that they can be recorded without a server.
struct Refused: TargetType {
  let path: String
  var baseURL: URL { URL(string: "http://127.0.0.1:1")! }
  var method: Moya.Method { .get }
  var task: Moya.Task { .requestPlain }
  var headers: [String: String]? { nil }
}

/// The folder that Scripts/must-fail gives this run.
enum Folder {
  static func file(_ name: String) -> URL {
    let folder = ProcessInfo.processInfo.environment["MUST_FAIL_FOLDER"] ?? NSTemporaryDirectory()
    return URL(fileURLWithPath: folder, isDirectory: true).appendingPathComponent(name)
  }

  /// A cassette that has `/recorded` and nothing else.
  static func recorded(_ name: String) throws -> URL {
    let request = Cassette.Request(url: "http://127.0.0.1:1/recorded")
    let outcome = Cassette.Outcome.response(Cassette.Response(status: 200))
    let url = file(name)
    try Cassette(interactions: [Cassette.Interaction(request: request, outcome: outcome)])
      .save(to: url)
    return url
  }
}

/// A program that swallows its errors, and calls back on a queue of its own.
func sendAndForget(_ path: String) async {
  let provider = ReplayProvider<Refused>()
  await withCheckedContinuation { continuation in
    provider.request(Refused(path: path), callbackQueue: DispatchQueue(label: "callbacks")) { _ in
      continuation.resume()
    }
  }
}

/// The same program, on a thread of its own.
func sendAndWait(_ path: String) {
  let provider = ReplayProvider<Refused>()
  let done = DispatchSemaphore(value: 0)
  provider.request(Refused(path: path), callbackQueue: DispatchQueue(label: "callbacks")) { _ in
    done.signal()
  }
  done.wait()
}
