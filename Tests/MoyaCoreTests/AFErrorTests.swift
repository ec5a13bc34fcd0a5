#if !UpstreamMoya
import Foundation
import MoyaCore
import Testing

@Suite struct AFErrorTests {
  private static let inner = NSError(
    domain: "D", code: 7, userInfo: [NSLocalizedDescriptionKey: "inner text"])
  private static let file = URL(fileURLWithPath: "/f")

  private static let cases: [(AFError, Int, Bool, String)] = [
    (
      .createUploadableFailed(error: inner), 0, true,
      "The body to upload could not be made: inner text"
    ),
    (.createURLRequestFailed(error: inner), 1, true, "The request could not be made: inner text"),
    (
      .downloadedFileMoveFailed(error: inner, source: file, destination: file), 2, true,
      "The downloaded file /f could not be moved to /f: inner text"
    ),
    (.invalidURL(url: "u"), 3, false, "\"u\" is not a URL."),
    (
      .multipartEncodingFailed(reason: .bodyPartFileNotReachable(at: file)), 4, false,
      "The multipart body could not be built: there is no readable file at /f."
    ),
    (
      .parameterEncodingFailed(reason: .customEncodingFailed(error: inner)), 5, true,
      "The parameters could not be written: inner text"
    ),
    (
      .requestAdaptationFailed(error: inner), 7, true, "An adapter failed the request: inner text"
    ),
    (
      .requestRetryFailed(retryError: inner, originalError: inner), 8, true,
      "The retrier failed: inner text The request had failed before: inner text"
    ),
    (
      .responseValidationFailed(reason: .unacceptableStatusCode(code: 404)), 9, false,
      "The response was not accepted: its status code is 404."
    ),
    (
      .sessionInvalidated(error: nil), 12, false,
      "The URLSession was invalidated: no error was given."
    ),
    (.sessionTaskFailed(error: inner), 13, true, "The transfer failed: inner text"),
    (
      .urlRequestValidationFailed(reason: .bodyDataInGETRequest(Data("ab".utf8))), 14, false,
      "A GET request cannot have a body, and this one has 2 bytes. "
        + "Send the parameters in the query, or use another method."
    ),
    (.explicitlyCancelled, 15, false, "The request was cancelled."),
    (
      .sessionDeinitialized, 16, false,
      "The session went away before the request was done. Keep it until then."
    ),
  ]

  @Test func bridgesToNSErrorAsAlamofiresDoes() {
    for (error, code, hasInner, text) in Self.cases {
      let bridged = error as NSError
      #expect(bridged.domain == "Alamofire.AFError")
      #expect(bridged.code == code)
      #expect((error.underlyingError as NSError? == Self.inner) == hasInner)
      #expect(error.localizedDescription == text)
    }
  }

  @Test func answersWhatItIs() {
    #expect(AFError.explicitlyCancelled.isExplicitlyCancelledError)
    #expect(AFError.sessionTaskFailed(error: Self.inner).isSessionTaskError)
    let refused = AFError.responseValidationFailed(reason: .unacceptableStatusCode(code: 404))
    #expect(refused.isResponseValidationError)
    #expect(refused.responseCode == 404)
    #expect(!refused.isExplicitlyCancelledError)
    let error: any Error = refused
    #expect(error.asAFError?.responseCode == 404)
    #expect((Self.inner as any Error).asAFError == nil)
  }
}
#endif
