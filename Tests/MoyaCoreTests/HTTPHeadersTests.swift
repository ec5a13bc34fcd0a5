#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

@Suite struct HTTPHeadersTests {
  @Test func keepsOrderAndOneFieldOfEachName() {
    var headers: HTTPHeaders = ["B": "1", "a": "2", "b": "3"]
    #expect(headers.map(\.description) == ["b: 3", "a: 2"])
    #expect(headers["A"] == "2")
    headers["A"] = nil
    headers.add(name: "C", value: "4")
    #expect(headers.dictionary == ["b": "3", "C": "4"])
    headers.update(.authorization(username: "u", password: "p"))
    #expect(headers["authorization"] == "Basic dTpw")
    #expect(headers.sorted().map(\.name) == ["Authorization", "b", "C"])
  }

  @Test func hasThreeFieldsByDefault() {
    #expect(
      HTTPHeaders.default.map(\.name) == ["Accept-Encoding", "Accept-Language", "User-Agent"])
    #expect(HTTPHeaders.default["Accept-Encoding"] == "br;q=1.0, gzip;q=0.9, deflate;q=0.8")
  }

  @Test func comparesMethodsWithRegardToCase() {
    #expect(HTTPMethod(rawValue: "get") != .get)
    let multipart = [HTTPMethod.post, .put, .patch, .connect]
    let others = [HTTPMethod.get, .head, .delete, .options, .trace, .query]
    #expect(multipart.map(\.supportsMultipart) == [true, true, true, true])
    #expect(others.map(\.supportsMultipart) == [false, false, false, false, false, false])
  }
}
#endif
