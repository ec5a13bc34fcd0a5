#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct URLEncodingTests {
  private func encoded(
    _ parameters: [String: Any], _ encoding: URLEncoding = .default, _ method: HTTPMethod = .get,
    url: String = "http://h/x"
  ) throws -> URLRequest {
    var request = URLRequest(url: try #require(URL(string: url)))
    request.method = method
    return try encoding.encode(request, with: parameters)
  }

  private func query(_ parameters: [String: Any], _ encoding: URLEncoding = .queryString) throws
    -> String?
  {
    let url = try #require(try encoded(parameters, encoding).url)
    return URLComponents(url: url, resolvingAgainstBaseURL: false)?.percentEncodedQuery
  }

  @Test(arguments: [HTTPMethod.get, .head, .delete])
  func writesIntoTheQuery(method: HTTPMethod) throws {
    let request = try encoded(["b": 1], .default, method)
    #expect(request.url?.absoluteString == "http://h/x?b=1")
    #expect(request.httpBody == nil)
    #expect(request.value(forHTTPHeaderField: "Content-Type") == nil)
  }

  @Test(arguments: [HTTPMethod.post, .put, .patch, .options, .trace, HTTPMethod(rawValue: "ODD")])
  func writesIntoTheBody(method: HTTPMethod) throws {
    let request = try encoded(["b": 1, "a": "x y", "c": false], .default, method)
    #expect(request.url?.absoluteString == "http://h/x")
    #expect(request.httpBody == Data("a=x%20y&b=1&c=0".utf8))
    #expect(
      request.value(forHTTPHeaderField: "Content-Type")
        == "application/x-www-form-urlencoded; charset=utf-8")
  }

  @Test func writesWhereTheDestinationSays() throws {
    #expect(try encoded(["b": 1], .queryString, .post).url?.query == "b=1")
    #expect(try encoded(["b": 1], .httpBody, .get).httpBody == Data("b=1".utf8))
  }

  @Test func keepsAContentTypeThatIsThere() throws {
    var request = URLRequest(url: URL(string: "http://h/x")!)
    request.method = .post
    request.setValue("text/x", forHTTPHeaderField: "content-type")
    let encoded = try URLEncoding.default.encode(request, with: ["a": 1])
    #expect(encoded.value(forHTTPHeaderField: "Content-Type") == "text/x")
  }

  @Test func leavesTheURLAloneWithoutParameters() throws {
    #expect(try encoded([:]).url?.absoluteString == "http://h/x")
    #expect(try encoded([:], .default, .post).httpBody == Data())
    #expect(
      try URLEncoding.default.encode(try encoded([:], .default, .get), with: nil).httpBody == nil)
  }

  @Test func appendsToAQuery() throws {
    let request = try encoded(["b": 1], url: "http://h/x?z=1&q=%20")
    #expect(request.url?.absoluteString == "http://h/x?z=1&q=%20&b=1")
  }

  @Test func escapesAllButUnreservedCharactersSlashAndQuestionMark() throws {
    #expect(
      URLEncoding.default.escape("!#$&'()*+,/:;=?@[]%-._~ \"<>\\^`{|}\n")
        == "%21%23%24%26%27%28%29%2A%2B%2C/%3A%3B%3D?%40%5B%5D%25-._~%20%22%3C%3E%5C%5E%60%7B%7C%7D%0A"
    )
    #expect(try query(["k &[x]": "é😀+"]) == "k%20%26%5Bx%5D=%C3%A9%F0%9F%98%80%2B")
  }

  @Test func keepsBytesApartThatSwiftTakesForEqual() {
    #expect(URLEncoding.default.escape("e\u{301}") == "e%CC%81")
    #expect(URLEncoding.default.escape("\u{E9}") == "%C3%A9")
    #expect(URLEncoding.default.escape("\r\n") == "%0D%0A")
  }

  @Test func writesNumbersAndOtherValuesByTheirDescription() throws {
    let parameters: [String: Any] = [
      "f": 1.5, "i": Int64(9), "n": NSNumber(value: true), "z": NSNumber(value: 1),
      "nul": NSNull(), "opt": Int?.none as Any, "data": Data([1, 2]), "fl": Float(0.1),
      "i8": Int8(1), "u8": UInt8(0),
    ]
    #expect(
      try query(parameters)
        == "data=2%20bytes&f=1.5&fl=0.1&i=9&i8=1&n=1&nul=%3Cnull%3E&opt=nil&u8=0&z=1")
  }

  @Test func namesArrayElementsAsChosen() throws {
    let array: [String: Any] = ["d": ["x", "y"]]
    #expect(try query(array) == "d%5B%5D=x&d%5B%5D=y")
    #expect(try query(array, URLEncoding(arrayEncoding: .noBrackets)) == "d=x&d=y")
    #expect(
      try query(array, URLEncoding(arrayEncoding: .indexInBrackets)) == "d%5B0%5D=x&d%5B1%5D=y")
    let custom = URLEncoding(arrayEncoding: .custom { key, index in "\(key).\(index)" })
    #expect(try query(array, custom) == "d.0=x&d.1=y")
  }

  @Test func writesBooleansAsChosen() throws {
    let parameters: [String: Any] = ["c": true, "d": [1, false] as [Any]]
    #expect(try query(parameters) == "c=1&d%5B%5D=1&d%5B%5D=0")
    let literal = URLEncoding(arrayEncoding: .noBrackets, boolEncoding: .literal)
    #expect(try query(parameters, literal) == "c=true&d=1&d=false")
  }

  @Test func nestsArraysAndDictionaries() throws {
    #expect(
      try query(["d": [["k": 1], ["k": 2]], "m": ["k": [1, 2]]])
        == "d%5B%5D%5Bk%5D=1&d%5B%5D%5Bk%5D=2&m%5Bk%5D%5B%5D=1&m%5Bk%5D%5B%5D=2")
    #expect(try query(["d": [Int](), "m": [String: Int](), "s": ""]) == "s=")
  }

  @Test func failsWithoutAURL() throws {
    var request = try encoded([:])
    request.url = nil
    let error = #expect(throws: AFError.self) {
      try URLEncoding.queryString.encode(request, with: ["a": 1])
    }
    #expect(error?.isParameterEncodingError == true)
    #expect(
      error?.localizedDescription
        == "The parameters could not be written: the request has no URL.")
  }
}
#endif
