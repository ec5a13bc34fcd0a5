import Foundation
import MoyaCore
import TargetTesting
import Testing

@Suite struct TaskSummaryTests {
  private static var part: MultipartFormData {
    MultipartFormData(provider: .data(Data([1])), name: "a")
  }
  private static var stream: MultipartFormData {
    MultipartFormData(
      provider: .stream(InputStream(data: Data()), 5), name: "s", fileName: "f", mimeType: "m/n")
  }
  private static let file = URL(fileURLWithPath: "/x")

  private static var tasks: [(Moya.Task, TaskSummary, String)] {
    let composite = Moya.Task.requestCompositeParameters(
      bodyParameters: ["a": 1], bodyEncoding: URLEncoding.httpBody, urlParameters: ["b": 2, "c": 3])
    let destination: DownloadDestination = { url, _ in (url, []) }
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return [
      (.requestPlain, .requestPlain, "requestPlain"),
      (.requestData(Data([1, 2])), .requestData(Data([1, 2])), "requestData(2 bytes)"),
      (
        .requestJSONEncodable(["aB": 1]), .requestJSONEncodable(["aB": 1]),
        "requestJSONEncodable(1 key)"
      ),
      (
        .requestCustomJSONEncodable(Named(), encoder: encoder),
        .requestCustomJSONEncodable(["first_name": "x"]), "requestCustomJSONEncodable(1 key)"
      ),
      (
        .requestParameters(parameters: [:], encoding: JSONEncoding.prettyPrinted),
        .requestParameters([:], encoding: .json(.prettyPrinted)),
        "requestParameters(0 keys, JSONEncoding)"
      ),
      (
        .requestCompositeData(bodyData: Data([1]), urlParameters: ["a": true]),
        .requestCompositeData(Data([1]), urlParameters: ["a": true]),
        "requestCompositeData(1 byte, 1 key of URL parameters)"
      ),
      (
        composite,
        .requestCompositeParameters(
          ["a": 1], encoding: .httpBody, urlParameters: ["c": 3, "b": 2]),
        "requestCompositeParameters(1 key of body parameters, URLEncoding, 2 keys of URL parameters)"
      ),
      (.uploadFile(file), .uploadFile(file), "uploadFile(\"file:///x\")"),
      (
        .uploadMultipart([part]), .uploadMultipart([.init(.data(Data([1])), name: "a")]),
        "uploadMultipart(1 part)"
      ),
      (
        .uploadCompositeMultipart([part, stream], urlParameters: [:]),
        .uploadCompositeMultipart(
          [
            .init(.data(Data([1])), name: "a"),
            .init(.stream(byteCount: 5), name: "s", fileName: "f", mimeType: "m/n"),
          ], urlParameters: [:]),
        "uploadCompositeMultipart(2 parts, 0 keys of URL parameters)"
      ),
      (.downloadDestination(destination), .downloadDestination, "downloadDestination"),
      (
        .downloadParameters(
          parameters: ["a": "b"], encoding: URLEncoding.default, destination: destination),
        .downloadParameters(["a": "b"], encoding: .url), "downloadParameters(1 key, URLEncoding)"
      ),
    ]
  }

  private struct Named: Encodable {
    var firstName = "x"
  }

  @Test func mirrorsEveryCase() throws {
    for (task, summary, text) in Self.tasks {
      #expect(try TaskSummary(task) == summary)
      #expect(summary.description == text)
      #expect(checkTask(Custom(task: task), matches: summary).isEmpty)
    }
  }

  @Test func noCaseEqualsAnother() throws {
    let tasks = Self.tasks
    for (index, (task, _, _)) in tasks.enumerated() {
      for (other, (_, summary, _)) in tasks.enumerated() where other != index {
        #expect(try TaskSummary(task) != summary)
        #expect(!checkTask(Custom(task: task), matches: summary).isEmpty)
      }
    }
  }

  @Test func everyComponentCounts() {
    let data = Data([1])
    let pairs: [(Moya.Task, TaskSummary, String)] = [
      (
        .requestCompositeData(bodyData: data, urlParameters: ["a": 1]),
        .requestCompositeData(data, urlParameters: ["a": 2]),
        "differs in URL parameters: \"a\" expected 2 (Int), got 1 (Int)"
      ),
      (
        .requestCompositeParameters(
          bodyParameters: ["a": 1], bodyEncoding: JSONEncoding.default, urlParameters: [:]),
        .requestCompositeParameters(["a": "1"], encoding: .json, urlParameters: [:]),
        "differs in body parameters: \"a\" expected \"1\" (String), got 1 (Int)"
      ),
      (
        .uploadMultipart([Self.stream]),
        .uploadMultipart([
          .init(.stream(byteCount: 6), name: "s", fileName: "f", mimeType: "m/n")
        ]),
        "differs in part 0 (\"s\"): content expected a stream of 6 bytes, got a stream of 5 bytes"
      ),
      (
        .requestJSONEncodable(3), .requestJSONEncodable("3"),
        "differs in JSON body at $: expected \"3\", got 3"
      ),
    ]
    for (task, summary, text) in pairs {
      let mismatches = checkTask(Custom(task: task), matches: summary)
      #expect(mismatches.map(\.difference) == [text])
    }
  }
}
