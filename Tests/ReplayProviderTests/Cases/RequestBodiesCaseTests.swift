import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Which bodies are the same body.
struct RequestBodiesCaseTests {
  private let json = #"{"a":1,"b":[1,2],"c":null}"#

  private func post(_ body: String, _ type: String? = "application/json") -> Probe {
    Probe(.post, "/j", type, body)
  }

  private func hits(_ asked: Probe, _ studio: Studio, _ options: CassetteOptions? = nil)
    async throws -> Bool
  {
    !(try await studio.replay([asked], options: options)[0].isMiss)
  }

  @Test("BM-01: JSON of one meaning") func jsonOfOneMeaning() async throws {
    let studio = try Studio { _ in Reply(text: "R") }
    try await studio.record([post(json)])
    let shuffled = #"{ "c" : null, "b" : [1, 2], "a" : 1 }"#
    #expect(try await hits(post(shuffled), studio))
    #expect(try await hits(post(#"{"a":1.0,"b":[1e0,20e-1],"c":null}"#), studio))
    #expect(try await hits(post(#"{"\u0061":1,"b":[1,2],"c":null}"#), studio))
    #expect(try await hits(post(json, "application/json; charset=utf-8"), studio))
    #expect(try await hits(post(json, "application/vnd.api+json"), studio))
    for other in [
      #"{"a":1,"b":[2,1],"c":null}"#, #"{"a":"1","b":[1,2],"c":null}"#, #"{"a":1,"b":[1,2]}"#,
      #"{"a":true,"b":[1,2],"c":null}"#, #"{"a":1,"b":[1,2],"c":null,"d":null}"#,
      #"{"a":1,"a":1,"b":[1,2],"c":null}"#, "",
    ] {
      #expect(!(try await hits(post(other), studio)), "\(other)")
    }
    var exact = studio.options
    exact.matching = .default.removing(.body).adding(.bodyBytes)
    #expect(try await hits(post(json), studio, exact))
    #expect(!(try await hits(post(shuffled), studio, exact)))
  }

  @Test func brokenJSONIsBytes() async throws {
    let studio = try Studio { _ in Reply(text: "R") }
    for text in [#"{"a":"#, String(repeating: "[", count: 5000), "\u{FEFF}{}", "nul", "1 2"] {
      let alone = try Studio { _ in Reply(text: "R") }
      try await alone.parity([post(text)])
    }
    try await studio.record([post(#"{"a":"#)])
    #expect(!(try await hits(post(#"{"a": "#), studio)))
  }

  private func form(note: String = "hi", last: UInt8 = 0x2D, boundary: String) -> Probe {
    let file: [UInt8] = [0x00, 0xFF, 0x0D, 0x0A, 0x2D, last]
    var body = Data()
    body += "--\(boundary)\r\nContent-Disposition: form-data; name=\"note\"\r\n\r\n\(note)\r\n".utf8
    body +=
      "--\(boundary)\r\nContent-Disposition: form-data; name=\"file\"; filename=\"a.bin\"\r\nContent-Type: application/octet-stream\r\n\r\n"
      .utf8
    body += Data(file) + Data("\r\n--\(boundary)--\r\n".utf8)
    return Probe(
      .post, "/up", task: .requestData(body),
      headers: ["Content-Type": "multipart/form-data; boundary=\(boundary)"])
  }

  @Test("BM-02: multipart with a fresh boundary") func multipartWithAFreshBoundary() async throws {
    let studio = try Studio { _ in Reply(text: "R") }
    try await studio.record([form(boundary: "AAAA1111")])
    let reports = Reports()
    let seen = try await studio.replay(
      [
        form(last: 0x2E, boundary: "zz99-boundary-zz99"),
        form(note: "ho", boundary: "zz99-boundary-zz99"), form(boundary: "zz99-boundary-zz99"),
      ], reports: reports)
    #expect(seen.map(\.isMiss) == [true, true, false])
    #expect(reports.failures[0].contains("\"file\""))
    #expect(reports.failures[1].contains("\"note\""))
  }

  @Test func multipartOfMoyaRecordsWithoutItsBoundary() async throws {
    func target(_ value: String) -> Probe {
      Probe(
        .post, "/up",
        task: .uploadMultipart([
          MultipartFormData(provider: .data(Data(value.utf8)), name: "note"),
          MultipartFormData(
            provider: .data(Data(Samples.png11)), name: "file", fileName: "a.png",
            mimeType: "image/png"),
        ]))
    }
    var texts: [String] = []
    for _ in 0..<2 {
      let studio = try Studio { Reply(text: "\($0.body.count)") }
      var options = studio.options
      options.clock = .fixed(at: Date(timeIntervalSince1970: 1_700_000_000))
      try await studio.parity([target("hi")], options: options)
      texts.append(try studio.text())
      #expect(try await studio.replay([target("ho")])[0].isMiss)
    }
    #expect(texts[0] == texts[1])
  }

  @Test func streamedPartsAreSentWholeAndMatched() async throws {
    func target(_ text: String) -> Probe {
      Probe(
        .post, "/up",
        task: .uploadMultipart([
          MultipartFormData(
            provider: .stream(InputStream(data: Data(text.utf8)), UInt64(text.utf8.count)),
            name: "s")
        ]))
    }
    let studio = try Studio { request in
      Reply(text: request.bodyText.contains("stream-one") ? "1" : "2")
    }
    let live = try await studio.record([target("stream-one"), target("stream-two")])
    #expect(live.map(\.text) == ["1", "2"])
    #expect(studio.server.requests.filter { $0.bodyText.contains("stream-one") }.count == 1)
    #expect(studio.server.requests.filter { $0.bodyText.contains("stream-two") }.count == 1)
    let seen = try await studio.replay([target("stream-two"), target("stream-one")])
    #expect(seen.map(\.text) == ["2", "1"])
  }

  @Test("BM-04: form bodies") func formFields() async throws {
    func form(_ body: String, _ type: String = "application/x-www-form-urlencoded") -> Probe {
      Probe(.post, "/form", type, body)
    }
    let recorded = "k=a+b&u=%C3%A9&k=2"
    let studio = try Studio { _ in Reply(text: "R") }
    try await studio.record([form(recorded)])
    #expect(try await hits(form("u=%c3%a9&k=a%20b&k=2"), studio))
    #expect(
      try await hits(form(recorded, "application/x-www-form-urlencoded; charset=utf-8"), studio))
    #expect(!(try await hits(form("k=2&k=a+b&u=%C3%A9"), studio)))
    #expect(!(try await hits(form("k=a%2Bb&u=%C3%A9&k=2"), studio)))
    let empty = try Studio { _ in Reply(text: "E") }
    try await empty.parity([form("")])
  }

  @Test func moyasOwnTasksRecordAndReplay() async throws {
    let studio = try Studio { request in Reply(text: "\(request.method) \(request.bodyText)") }
    let file = try studio.folder.write(Samples.all256, to: "upload.bin")
    let parameters: [String: any Sendable] = [
      "a": [1, 2], "b": ["c": "d e"], "t": true, "n": 1.5, "u": "\u{E9}&=+",
    ]
    try await studio.parity([
      Probe(
        .post, "/1",
        task: .requestParameters(parameters: parameters, encoding: JSONEncoding.default)),
      Probe(
        .post, "/2",
        task: .requestParameters(parameters: parameters, encoding: URLEncoding.httpBody)),
      Probe(
        .get, "/3",
        task: .requestParameters(parameters: parameters, encoding: URLEncoding.queryString)),
      Probe(
        .post, "/4",
        task: .requestCompositeData(bodyData: Data("x".utf8), urlParameters: parameters)),
      Probe(
        .put, "/5",
        task: .requestCompositeParameters(
          bodyParameters: parameters, bodyEncoding: JSONEncoding.default, urlParameters: parameters)
      ),
      Probe(.put, "/6", task: .uploadFile(file)),
      Probe(
        .post, "/7",
        task: .uploadCompositeMultipart(
          [MultipartFormData(provider: .file(file), name: "f")], urlParameters: parameters)),
      Probe(
        .post, "/8",
        task: .requestCustomJSONEncodable(
          ["d": Date(timeIntervalSince1970: 0)], encoder: JSONEncoder())),
    ])
  }
}
