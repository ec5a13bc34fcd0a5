import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

/// A HAR that another program exported is a cassette as it is.
struct HARReplayTests {
  private let har = """
    {"log": {"version": "1.2", "creator": {"name": "a browser", "version": "1"}, "entries": [
      {"startedDateTime": "2026-01-02T03:04:05.678+01:00", "time": 12,
       "request": {"method": "GET", "url": "https://api.test/a?x=1", "httpVersion": "h2",
         "headers": [{"name": ":authority", "value": "api.test"}, {"name": "accept", "value": "*/*"}],
         "queryString": [], "cookies": [], "headersSize": -1, "bodySize": 0},
       "response": {"status": 200, "statusText": "", "httpVersion": "h2", "cookies": [],
         "headers": [{"name": "x-a", "value": "1"}, {"name": "content-type", "value": "image/png"}],
         "content": {"size": 4, "mimeType": "image/png", "encoding": "base64", "text": "//4AAQ=="},
         "redirectURL": "", "headersSize": -1, "bodySize": 4},
       "cache": {}, "timings": {"send": 0, "wait": 12, "receive": 0}}
    ]}}
    """

  private func ask(_ source: CassetteSource, _ mode: RecordMode? = nil) async throws
    -> Moya.Response
  {
    let run = CassetteRun(
      source, mode: mode, options: .init(), sourceFile: #filePath, environment: [:],
      reporter: RunReporter(fail: { _, _ in }, warn: { _ in }))
    try run.checkOpening()
    return try await ReplayProvider<Probe>(run: run).request(
      Probe(
        .get, "/a", task: .requestParameters(parameters: ["x": 1], encoding: URLEncoding.default)))
  }

  @Test func replaysPlainZippedAndByName() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(har.utf8), to: "plain.har")
    try folder.write(Zlib.deflate(Array(har.utf8), as: .gzip), to: "zipped.har.gz")
    for source: CassetteSource in [
      .file(folder.file("plain.har")), .file(folder.file("zipped.har.gz")),
      .named("plain", in: folder.url), .named("zipped", in: folder.url),
    ] {
      let response = try await ask(source)
      #expect(Array(response.data) == [0xFF, 0xFE, 0, 1])
      #expect(response.response?.value(forHTTPHeaderField: "X-A") == "1")
    }
    #expect(try folder.contents().sorted() == ["plain.har", "zipped.har.gz"])
  }

  @Test func aPlainHARIsNotRecordedInto() async throws {
    let folder = try TemporaryFolder()
    try folder.write(Array(har.utf8), to: "plain.har")
    let path = folder.file("plain.har").path
    for source: CassetteSource in [
      .file(folder.file("plain.har")), .named("plain", in: folder.url),
    ] {
      await #expect(throws: RecorderError.notRecordable(path: path)) {
        try await ask(source, .append)
      }
    }
    #expect(try folder.contents() == ["plain.har"])
  }
}
