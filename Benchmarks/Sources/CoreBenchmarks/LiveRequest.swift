import Foundation
import Measuring
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What a live request costs beside the same one on a bare URLSession.
enum LiveRequest {
  private struct Page: TargetType {
    let baseURL: URL

    var path: String { "/page" }
    var method: Moya.Method { .get }
    var task: Moya.Task { .requestPlain }
    var headers: [String: String]? { ["Accept": "application/json"] }
  }

  /// Measured one after the other, so that both wait for the same server alike.
  static func measure(_ clock: Stopwatch, limit: Double?) throws -> Comparison {
    let server = try TinyServer(body: Data(String(repeating: #"{"a":1}"#, count: 300).utf8))
    defer { server.stop() }
    let count = 500
    let queue = DispatchQueue(label: "answers")
    let provider = MoyaProvider<Page>(callbackQueue: queue)
    let configuration = URLSessionConfiguration.default
    configuration.headers = .default
    let session = URLSession(configuration: configuration)
    var request = URLRequest(url: server.baseURL.appendingPathComponent("page"))
    request.setValue("application/json", forHTTPHeaderField: "Accept")
    let page = Page(baseURL: server.baseURL)
    var failures = 0
    let bareRequest = request
    let times = interleaved(rounds: 11, clock: clock) {
      for _ in 0..<count {
        let done = DispatchSemaphore(value: 0)
        provider.request(page) { result in
          if case .failure = result { failures += 1 }
          done.signal()
        }
        done.wait()
      }
    } floor: {
      for _ in 0..<count {
        let done = DispatchSemaphore(value: 0)
        let task = session.dataTask(with: bareRequest) { _, _, _ in done.signal() }
        task.resume()
        done.wait()
      }
    }
    precondition(failures == 0, "\(failures) requests failed")
    session.finishTasksAndInvalidate()
    return Comparison(
      name: "live GET on loopback against URLSession; \(clock == .cpu ? "CPU" : "wall"), µs",
      n: count, ours: times.ours / Double(count) * 1e6, floor: times.floor / Double(count) * 1e6,
      limit: limit)
  }
}
