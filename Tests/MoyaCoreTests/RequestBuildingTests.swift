#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What the real Moya made of targets, request by request.
@Suite struct RequestBuildingTests {
  private struct Unencodable: Encodable {
    func encode(to encoder: any Encoder) throws { throw NSError(domain: "bad", code: 1) }
  }

  private struct Encoded: Encodable { var aB = 1 }

  private static func snakeCase() -> JSONEncoder {
    let encoder = JSONEncoder()
    encoder.keyEncodingStrategy = .convertToSnakeCase
    return encoder
  }

  /// One target and its request: method and URL, header fields by name, body; nil where there is
  /// none.
  private struct Row {
    let name: String
    let target: TestTarget
    let head: String
    let fields: String?
    let body: String?

    init(
      _ name: String, _ method: Moya.Method, url: String = "http://h/x",
      headers: [String: String]? = nil, _ task: Moya.Task, makes head: String,
      fields: String? = nil, body: String? = nil
    ) {
      self.name = name
      target = TestTarget(
        baseURL: URL(string: url)!, path: "", method: method, task: task, headers: headers)
      self.head = head
      self.fields = fields
      self.body = body
    }
  }

  private static var rows: [Row] {
    [
      Row(
        "default get", .get,
        .requestParameters(
          parameters: ["b": 1, "a": "x y", "c": true, "d": [1, 2], "e": ["k": "v"]],
          encoding: URLEncoding.default),
        makes: "GET http://h/x?a=x%20y&b=1&c=1&d%5B%5D=1&d%5B%5D=2&e%5Bk%5D=v"),
      Row(
        "default post", .post,
        .requestParameters(
          parameters: ["b": 1, "a": "x y", "c": false], encoding: URLEncoding.default),
        makes: "POST http://h/x",
        fields: "Content-Type=application/x-www-form-urlencoded; charset=utf-8",
        body: "a=x%20y&b=1&c=0"),
      Row(
        "default delete", .delete,
        .requestParameters(parameters: ["b": 1], encoding: URLEncoding.default),
        makes: "DELETE http://h/x?b=1"),
      Row(
        "default head", .head,
        .requestParameters(parameters: ["b": 1], encoding: URLEncoding.default),
        makes: "HEAD http://h/x?b=1"),
      Row(
        "default put", .put,
        .requestParameters(parameters: ["b": 1], encoding: URLEncoding.default),
        makes: "PUT http://h/x",
        fields: "Content-Type=application/x-www-form-urlencoded; charset=utf-8", body: "b=1"),
      Row(
        "query post", .post,
        .requestParameters(parameters: ["b": 1], encoding: URLEncoding.queryString),
        makes: "POST http://h/x?b=1"),
      Row(
        "httpBody get", .get,
        .requestParameters(parameters: ["b": 1], encoding: URLEncoding.httpBody),
        makes: "GET http://h/x",
        fields: "Content-Type=application/x-www-form-urlencoded; charset=utf-8", body: "b=1"),
      Row(
        "empty get", .get,
        .requestParameters(parameters: [:], encoding: URLEncoding.default),
        makes: "GET http://h/x"),
      Row(
        "empty post", .post,
        .requestParameters(parameters: [:], encoding: URLEncoding.default),
        makes: "POST http://h/x",
        fields: "Content-Type=application/x-www-form-urlencoded; charset=utf-8", body: ""),
      Row(
        "existing query", .get, url: "http://h/x?z=1&q=%20",
        .requestParameters(parameters: ["b": 1], encoding: URLEncoding.default),
        makes: "GET http://h/x?z=1&q=%20&b=1"),
      Row(
        "chars", .get,
        .requestParameters(
          parameters: ["k": "!#$&'()*+,/:;=?@[]%-._~ \"<>\\^`{|}\n"], encoding: URLEncoding.default),
        makes:
          "GET http://h/x?k=%21%23%24%26%27%28%29%2A%2B%2C/%3A%3B%3D?%40%5B%5D%25-._~%20%22%3C%3E%5C%5E%60%7B%7C%7D%0A"
      ),
      Row(
        "key chars", .get,
        .requestParameters(parameters: ["k &[x]": "é😀+"], encoding: URLEncoding.default),
        makes: "GET http://h/x?k%20%26%5Bx%5D=%C3%A9%F0%9F%98%80%2B"),
      Row(
        "numbers", .get,
        .requestParameters(
          parameters: [
            "f": 1.5, "d": Double(2), "i": Int64(9), "n": NSNumber(value: true),
            "z": NSNumber(value: 1), "nul": NSNull(), "opt": Int?.none as Any,
            "data": Data([1, 2]), "fl": Float(0.1), "i8": Int8(1), "u8": UInt8(0),
          ], encoding: URLEncoding.default),
        makes:
          "GET http://h/x?d=2.0&data=2%20bytes&f=1.5&fl=0.1&i=9&i8=1&n=1&nul=%3Cnull%3E&opt=nil&u8=0&z=1"
      ),
      Row(
        "noBrackets literal", .get,
        .requestParameters(
          parameters: ["d": [1, true] as [Any], "c": true],
          encoding: URLEncoding(
            destination: .queryString, arrayEncoding: .noBrackets, boolEncoding: .literal)),
        makes: "GET http://h/x?c=true&d=1&d=true"),
      Row(
        "index", .get,
        .requestParameters(
          parameters: ["d": ["x", "y"]], encoding: URLEncoding(arrayEncoding: .indexInBrackets)),
        makes: "GET http://h/x?d%5B0%5D=x&d%5B1%5D=y"),
      Row(
        "nested", .get,
        .requestParameters(
          parameters: ["d": [["k": 1], ["k": 2]], "m": ["k": [1, 2]]], encoding: URLEncoding.default
        ),
        makes: "GET http://h/x?d%5B%5D%5Bk%5D=1&d%5B%5D%5Bk%5D=2&m%5Bk%5D%5B%5D=1&m%5Bk%5D%5B%5D=2"),
      Row(
        "empty arr/dict", .get,
        .requestParameters(
          parameters: ["d": [Int](), "m": [String: Int](), "s": ""], encoding: URLEncoding.default),
        makes: "GET http://h/x?s="),
      Row(
        "json", .post,
        .requestParameters(
          parameters: ["a": "é/", "n": 1], encoding: JSONEncoding(options: .sortedKeys)),
        makes: "POST http://h/x", fields: "Content-Type=application/json",
        body: "{\"a\":\"é\\/\",\"n\":1}"),
      Row(
        "json get", .get,
        .requestParameters(parameters: ["n": 1], encoding: JSONEncoding.default),
        makes: "GET http://h/x", fields: "Content-Type=application/json", body: "{\"n\":1}"),
      Row(
        "json pretty", .post,
        .requestParameters(parameters: ["n": 1], encoding: JSONEncoding.prettyPrinted),
        makes: "POST http://h/x", fields: "Content-Type=application/json", body: "{\n  \"n\" : 1\n}"
      ),
      Row(
        "json empty", .post,
        .requestParameters(parameters: [:], encoding: JSONEncoding.default),
        makes: "POST http://h/x", fields: "Content-Type=application/json", body: "{}"),
      Row(
        "json invalid", .post,
        .requestParameters(parameters: ["n": Data()], encoding: JSONEncoding.default),
        makes: "throws parameterEncoding"),
      Row(
        "json with ct header", .post, headers: ["content-type": "text/x", "A": "1"],
        .requestParameters(parameters: ["n": 1], encoding: JSONEncoding.default),
        makes: "POST http://h/x", fields: "A=1, content-type=text/x", body: "{\"n\":1}"),
      Row(
        "encodable with ct", .post, headers: ["content-type": "text/x", "A": "1"],
        .requestJSONEncodable(["k": 1]),
        makes: "POST http://h/x", fields: "A=1, content-type=text/x", body: "{\"k\":1}"),
      Row(
        "encodable", .post,
        .requestJSONEncodable(["k": 1]),
        makes: "POST http://h/x", fields: "Content-Type=application/json", body: "{\"k\":1}"),
      Row(
        "encodable bad", .post,
        .requestJSONEncodable(Unencodable()),
        makes: "throws encodableMapping"),
      Row(
        "custom enc", .post,
        .requestCustomJSONEncodable(Encoded(), encoder: snakeCase()),
        makes: "POST http://h/x", fields: "Content-Type=application/json", body: "{\"a_b\":1}"),
      Row(
        "data", .post,
        .requestData(Data("raw".utf8)),
        makes: "POST http://h/x", body: "raw"),
      Row(
        "plain", .post,
        .requestPlain,
        makes: "POST http://h/x"),
      Row(
        "compData", .post,
        .requestCompositeData(bodyData: Data("raw".utf8), urlParameters: ["q": "a b"]),
        makes: "POST http://h/x?q=a%20b", body: "raw"),
      Row(
        "compParams json", .post,
        .requestCompositeParameters(
          bodyParameters: ["b": 1], bodyEncoding: JSONEncoding.default, urlParameters: ["q": 1]),
        makes: "POST http://h/x?q=1", fields: "Content-Type=application/json", body: "{\"b\":1}"),
      Row(
        "compParams form", .post,
        .requestCompositeParameters(
          bodyParameters: ["b": 1], bodyEncoding: URLEncoding.httpBody, urlParameters: ["q": 1]),
        makes: "POST http://h/x?q=1",
        fields: "Content-Type=application/x-www-form-urlencoded; charset=utf-8", body: "b=1"),
      Row(
        "uploadFile", .post,
        .uploadFile(URL(fileURLWithPath: "/x")),
        makes: "POST http://h/x"),
      Row(
        "compMultipart", .post,
        .uploadCompositeMultipart([], urlParameters: ["q": 1]),
        makes: "POST http://h/x?q=1"),
      Row(
        "dlParams", .post,
        .downloadParameters(
          parameters: ["q": 1], encoding: URLEncoding.queryString,
          destination: { url, _ in (url, []) }),
        makes: "POST http://h/x?q=1"),
    ]
  }

  @Test(arguments: rows.map(\.name))
  func makesTheRequestThatMoyaMakes(row name: String) throws {
    let row = try #require(Self.rows.first { $0.name == name })
    let request: URLRequest
    do {
      request = try row.target.urlRequest()
    } catch {
      #expect("throws \((error as? MoyaError)?.kind ?? "")" == row.head)
      return
    }
    let fields = request.allHTTPHeaderFields?.sorted { $0.key < $1.key }
      .map { "\($0.key)=\($0.value)" }.joined(separator: ", ")
    #expect("\(request.httpMethod ?? "-") \(request.url?.absoluteString ?? "-")" == row.head)
    #expect(fields == row.fields)
    #expect(request.httpBody.map { String(decoding: $0, as: UTF8.self) } == row.body)
    #expect(request.timeoutInterval == 60)
  }

  @Test func aURLWithASpaceIsEscapedByFoundation() throws {
    let endpoint = Endpoint(
      url: "some invalid URL", sampleResponseClosure: { .networkResponse(200, Data()) },
      method: .get, task: .requestPlain, httpHeaderFields: nil)
    #expect(try endpoint.urlRequest().url?.absoluteString == "some%20invalid%20URL")
  }
}
#endif
