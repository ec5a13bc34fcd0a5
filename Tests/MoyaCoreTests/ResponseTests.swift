#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct ResponseTests {
  private struct User: Decodable, Equatable { var name: String? }

  private func response(_ text: String, status: Int = 200) -> Response {
    Response(statusCode: status, data: Data(text.utf8))
  }

  private func kind(_ body: () throws -> Void) -> String? {
    do {
      try body()
      return nil
    } catch {
      return (error as? MoyaError)?.kind
    }
  }

  @Test func describesStatusAndLength() {
    #expect(response("", status: 204).description == "Status Code: 204, Data Length: 0")
    #expect(response("ab").debugDescription == "Status Code: 200, Data Length: 2")
  }

  @Test func comparesStatusBodyAndResponseButNotTheRequest() throws {
    let request = URLRequest(url: URL(string: "http://h")!)
    #expect(response("a") == Response(statusCode: 200, data: Data("a".utf8), request: request))
    #expect(response("a") != response("b"))
    #expect(response("a") != response("a", status: 201))
    let http = HTTPURLResponse(
      url: URL(string: "http://h")!, statusCode: 200, httpVersion: nil,
      headerFields: nil)
    #expect(response("a") != Response(statusCode: 200, data: Data("a".utf8), response: http))
  }

  @Test func filtersByStatus() throws {
    for (status, success, redirect) in [
      (199, false, false), (200, true, true), (299, true, true), (300, false, true),
      (399, false, true), (400, false, false),
    ] {
      let response = response("", status: status)
      #expect(
        kind { _ = try response.filterSuccessfulStatusCodes() } == (success ? nil : "statusCode"))
      #expect(
        kind { _ = try response.filterSuccessfulStatusAndRedirectCodes() }
          == (redirect ? nil : "statusCode"))
    }
    let response = response("", status: 404)
    #expect(try response.filter(statusCodes: 400...) === response)
    #expect(try response.filter(statusCodes: ..<500) === response)
    #expect(try response.filter(statusCode: 404) === response)
    #expect(kind { _ = try response.filter(statusCodes: 200..<404) } == "statusCode")
  }

  @Test func mapsJSON() throws {
    #expect(try response("[1]").mapJSON() as? [Int] == [1])
    #expect(try response("3").mapJSON() as? Int == 3)
    #expect(kind { _ = try response("{").mapJSON() } == "jsonMapping")
    #expect(kind { _ = try response("").mapJSON() } == "jsonMapping")
    #expect(try response("").mapJSON(failsOnEmptyData: false) is NSNull)
  }

  @Test func mapsStrings() throws {
    #expect(try response("é").mapString() == "é")
    #expect(try response("").mapString().isEmpty)
    let invalid = Response(statusCode: 200, data: Data([0xFF]))
    #expect(kind { _ = try invalid.mapString() } == "stringMapping")
    #expect(try response(#"{"a":{"b":"c"}}"#).mapString(atKeyPath: "a.b") == "c")
    #expect(kind { _ = try response(#"{"a":1}"#).mapString(atKeyPath: "a") } == "stringMapping")
    #expect(kind { _ = try response(#"{"a":1}"#).mapString(atKeyPath: "b") } == "stringMapping")
    #expect(kind { _ = try response("[1]").mapString(atKeyPath: "a") } == "stringMapping")
    #expect(kind { _ = try response("x").mapString(atKeyPath: "a") } == "jsonMapping")
  }

  @Test func mapsDecodables() throws {
    #expect(try response(#"{"name":"x"}"#).map(User.self).name == "x")
    #expect(kind { _ = try response("[]").map(User.self) } == "objectMapping")
    #expect(kind { _ = try response("").map(User.self) } == "objectMapping")
    #expect(try response("").map(User.self, failsOnEmptyData: false) == User())
    #expect(try response("").map([User].self, failsOnEmptyData: false) == [User()])
    #expect(kind { _ = try response("").map(Int.self, failsOnEmptyData: false) } == "objectMapping")
  }

  @Test func mapsValuesAtKeyPaths() throws {
    let json = response(
      #"{"u":{"name":"x"},"l":[{"name":"y"}],"i":3,"t":true,"s":"http://h","n":null,"d":0.5}"#)
    #expect(try json.map(User.self, atKeyPath: "u") == User(name: "x"))
    #expect(try json.map([User].self, atKeyPath: "l") == [User(name: "y")])
    #expect(try json.map(String.self, atKeyPath: "u.name") == "x")
    #expect(try json.map(Int.self, atKeyPath: "i") == 3)
    #expect(try json.map(Double.self, atKeyPath: "d") == 0.5)
    #expect(try json.map(Bool.self, atKeyPath: "t"))
    #expect(try json.map(URL.self, atKeyPath: "s").absoluteString == "http://h")
    #expect(try json.map(Int?.self, atKeyPath: "n") == nil)
    #expect(kind { _ = try json.map(Bool.self, atKeyPath: "i") } == "objectMapping")
    #expect(kind { _ = try json.map(Int.self, atKeyPath: "t") } == "objectMapping")
    #expect(kind { _ = try json.map(User.self, atKeyPath: "u.missing") } == "jsonMapping")
    #expect(kind { _ = try json.map(User.self, atKeyPath: "") } == "jsonMapping")
    #expect(kind { _ = try json.map(User.self, atKeyPath: "i.x") } == "jsonMapping")
    #expect(kind { _ = try response("x").map(User.self, atKeyPath: "a") } == "jsonMapping")
  }

  @Test func anErrorNamesTheKeyPathThatIsMissing() throws {
    let json = response(#"{"u":{"name":1}}"#)
    let noValue = try #require(throws: MoyaError.self) {
      try json.map(User.self, atKeyPath: "u.missing")
    }
    #expect(noValue.errorDescription == #"The body has no value at the key path "u.missing"."#)
    #expect(noValue.response == json && noValue.response?.request == json.request)
    let noString = try #require(throws: MoyaError.self) {
      try json.mapString(atKeyPath: "u.name")
    }
    #expect(noString.errorDescription == #"The body has no string at the key path "u.name"."#)
    let noJSON = try #require(throws: MoyaError.self) {
      try response("x").mapString(atKeyPath: "u.name")
    }
    #expect(noJSON.errorDescription == "The body is not JSON.")
  }

  @Test func decodesTheWholeBodyWhereAKeyPathIsMissingAndEmptinessIsAllowed() throws {
    #expect(
      try response(#"{"name":"x"}"#).map(User.self, atKeyPath: "data", failsOnEmptyData: false)
        == User(name: "x"))
    #expect(try response("").map(User.self, atKeyPath: "data", failsOnEmptyData: false) == User())
  }
}
#endif
