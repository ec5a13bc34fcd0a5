#if !UpstreamMoya
import Foundation
import MoyaCore
import TestSupport
import Testing

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

@Suite struct MoyaErrorTests {
  private static let response = Response(statusCode: 418, data: Data())
  private static let inner = NSError(
    domain: "D", code: 7, userInfo: [NSLocalizedDescriptionKey: "inner text"])

  private static let cases: [(MoyaError, Int, Bool, Bool, String)] = [
    (.imageMapping(response), 0, true, false, "The body is not an image."),
    (.jsonMapping(response), 1, true, false, "The body is not JSON."),
    (.stringMapping(response), 2, true, false, "The body is not UTF-8 text."),
    (
      .objectMapping(inner, response), 3, true, true,
      "The body could not be decoded: inner text"
    ),
    (.encodableMapping(inner), 4, false, true, "The value could not be encoded: inner text"),
    (.statusCode(response), 5, true, false, "The status code 418 is not an accepted one."),
    (.underlying(inner, response), 6, true, true, "inner text"),
    (.underlying(inner, nil), 6, false, true, "inner text"),
    (.requestMapping("u"), 7, false, false, "\"u\" is not a URL."),
    (
      .parameterEncoding(inner), 8, false, true,
      "The parameters could not be written into the request: inner text"
    ),
  ]

  @Test func bridgesToNSErrorAsMoyasDoes() {
    for (error, code, hasResponse, hasInner, text) in Self.cases {
      let bridged = error as NSError
      #expect(bridged.domain == "Moya.MoyaError")
      #expect(bridged.code == code)
      #expect((error.response != nil) == hasResponse)
      #expect(error.errorDescription == text)
      #expect(error.localizedDescription == text)
      #expect(error.errorUserInfo[NSLocalizedDescriptionKey] as? String == text)
      #expect((error.errorUserInfo[NSUnderlyingErrorKey] as? NSError == Self.inner) == hasInner)
    }
  }

  @Test func convertsWhatATransferGave() throws {
    let url = try #require(URL(string: "http://h"))
    let http = try #require(
      HTTPURLResponse(url: url, statusCode: 500, httpVersion: nil, headerFields: nil))
    let request = URLRequest(url: url)
    let received = try convertResponseToResult(http, request: request, data: nil, error: nil).get()
    #expect(received.statusCode == 500 && received.data.isEmpty && received.request == request)
    #expect(received.response === http)
    #expect(
      convertResponseToResult(http, request: nil, data: Data("x".utf8), error: Self.inner).summary
        == "D 7 500")
    #expect(
      convertResponseToResult(nil, request: nil, data: nil, error: Self.inner).summary == "D 7 -")
    #expect(
      Moya.convertResponseToResult(nil, request: nil, data: nil, error: nil).summary
        == "NSURLErrorDomain -1 -")
  }
}
#endif
