import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// Traffic of a server that nobody here has written, recorded and replayed.
struct HTTPBinTrafficTests {
  private let targets: [Probe] = [
    Probe(
      .get, "/get",
      task: .requestParameters(parameters: ["ids": [3, 1]], encoding: URLEncoding.default)),
    Probe(.post, "/post", task: .requestJSONEncodable(["name": "Ash"])),
    Probe(
      .post, "/post",
      task: .requestParameters(parameters: ["a": "b c"], encoding: URLEncoding.httpBody)),
    Probe(
      .post, "/post",
      task: .uploadMultipart([
        MultipartFormData(
          provider: .data(Data([0, 0xFF, 0x0D, 0x0A])), name: "file", fileName: "f.bin",
          mimeType: "application/octet-stream")
      ])),
    Probe(.put, "/put", task: .requestData(Data("raw".utf8))),
    Probe(.delete, "/delete"), Probe(.head, "/get"), Probe(.get, "/gzip"),
    Probe(.get, "/image/png"),
    Probe(.get, "/redirect/2"), Probe(.get, "/status/204"), Probe(.get, "/status/418"),
    Probe(
      .get, "/bytes/300",
      task: .requestParameters(parameters: ["seed": 7], encoding: URLEncoding.default)),
    Probe(
      .get, "/cookies/set",
      task: .requestParameters(parameters: ["k": "v"], encoding: URLEncoding.default)),
    Probe(.get, "/bearer", headers: ["Authorization": "Bearer a-token-of-some-length"]),
  ]

  @Test func isReplayedAsItWasSeen() async throws {
    let folder = try TemporaryFolder()
    let origin = HTTPBin.shared.baseURL
    var seen: [[String]] = []
    for pass in 0..<2 {
      let live = pass == 0 ? origin : try #require(URL(string: "http://127.0.0.1:1"))
      let run = CassetteRun(
        .file(folder.file("it.har.gz")),
        options: CassetteOptions(origins: ["https://api.test": live]), sourceFile: #filePath,
        environment: [:], reporter: RunReporter(fail: { _, _ in }, warn: { _ in }))
      let provider = ReplayProvider<Probe>(
        run: run,
        endpointClosure: { target in
          let endpoint = MoyaProvider<Probe>.defaultEndpointMapping(for: target)
          return Endpoint(
            url: live.appendingPathComponent(target.path).absoluteString,
            sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
            task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
        })
      var answers: [String] = []
      for target in targets {
        let response = try await provider.request(target)
        let http = try #require(response.response)
        let fields = http.allHeaderFields.map { "\($0.key): \($0.value)" }.sorted()
        let url = try #require(http.url)
        answers.append(
          """
          \(target.method.rawValue) \(target.path) \(response.statusCode) \(fields) \
          \(url.path)?\(url.query ?? "") \(response.data.base64EncodedString())
          """)
      }
      try await provider.finish()
      seen.append(answers)
    }
    // httpbin echoes the cookie and the token, which are not what they were.
    let secretive = ["GET /bearer", "GET /cookies/set"]
    for (live, replayed) in zip(seen[0], seen[1])
    where !secretive.contains(where: { live.hasPrefix($0) }) {
      #expect(live == replayed)
    }
    let token = Data("a-token-of-some-length".utf8).base64EncodedString().dropLast(4)
    #expect(seen[0].last?.contains(" 200 ") == true && seen[1].last?.contains(" 200 ") == true)
    #expect(seen[1].last?.contains(token) == false)
    #expect(
      LeakSearch.find(
        secrets: ["a-token-of-some-length"], in: try Data(contentsOf: folder.file("it.har.gz"))
      ).isEmpty)
  }
}
