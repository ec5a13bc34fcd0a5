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
      .parameterEncoderFailed(reason: .encoderFailed(error: inner)), 6, true,
      "The parameters could not be written: inner text"
    ),
    (
      .parameterEncoderFailed(reason: .missingRequiredComponent(.httpMethod(rawValue: "PUT"))), 6,
      false, "The parameters could not be written: the method is not PUT."
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
      .responseSerializationFailed(reason: .decodingFailed(error: inner)), 10, true,
      "The response could not be read: inner text"
    ),
    (
      .responseSerializationFailed(reason: .invalidEmptyResponse(type: "T")), 10, false,
      "The response could not be read: its body is empty, and T has no value for that."
    ),
    (
      .serverTrustEvaluationFailed(reason: .customEvaluationFailed(error: inner)), 11, true,
      "The server is not trusted: inner text"
    ),
    (
      .serverTrustEvaluationFailed(reason: .trustEvaluationFailed(error: inner)), 11, true,
      "The server is not trusted: inner text"
    ),
    (
      .serverTrustEvaluationFailed(reason: .noRequiredEvaluator(host: "h")), 11, false,
      "The server is not trusted: there is no evaluator for h, and every host must have one."
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

  /// Each error with the one question that it answers with yes.
  private static var questions: [(error: AFError, question: KeyPath<AFError, Bool>)] {
    [
      (.createUploadableFailed(error: inner), \.isCreateUploadableError),
      (.createURLRequestFailed(error: inner), \.isCreateURLRequestError),
      (
        .downloadedFileMoveFailed(error: inner, source: file, destination: file),
        \.isDownloadedFileMoveError
      ),
      (.explicitlyCancelled, \.isExplicitlyCancelledError),
      (.invalidURL(url: "u"), \.isInvalidURLError),
      (
        .multipartEncodingFailed(reason: .outputStreamURLInvalid(url: file)),
        \.isMultipartEncodingError
      ),
      (.parameterEncodingFailed(reason: .missingURL), \.isParameterEncodingError),
      (
        .parameterEncoderFailed(reason: .missingRequiredComponent(.url)), \.isParameterEncoderError
      ),
      (.requestAdaptationFailed(error: inner), \.isRequestAdaptationError),
      (.requestRetryFailed(retryError: inner, originalError: inner), \.isRequestRetryError),
      (.responseValidationFailed(reason: .dataFileNil), \.isResponseValidationError),
      (.responseSerializationFailed(reason: .inputFileNil), \.isResponseSerializationError),
      (.serverTrustEvaluationFailed(reason: .noCertificatesFound), \.isServerTrustEvaluationError),
      (.sessionDeinitialized, \.isSessionDeinitializedError),
      (.sessionInvalidated(error: nil), \.isSessionInvalidatedError),
      (.sessionTaskFailed(error: inner), \.isSessionTaskError),
    ]
  }

  @Test func saysYesToOneQuestionOnly() {
    for (index, (error, _)) in Self.questions.enumerated() {
      let answers = Self.questions.map { error[keyPath: $0.question] }
      #expect(answers.indices.filter { answers[$0] } == [index])
    }
  }

  @Test func givesAwayWhatItHolds() throws {
    let url = try #require(URL(string: "http://h"))
    let moved = AFError.downloadedFileMoveFailed(
      error: Self.inner, source: Self.file, destination: url)
    #expect(moved.sourceURL == Self.file && moved.destinationURL == url && moved.url == nil)
    let typed = AFError.responseValidationFailed(
      reason: .unacceptableContentType(
        acceptableContentTypes: ["a/b"], responseContentType: "c/d"))
    #expect(typed.acceptableContentTypes == ["a/b"] && typed.responseContentType == "c/d")
    let untyped = AFError.responseValidationFailed(
      reason: .missingContentType(acceptableContentTypes: ["a/b"]))
    #expect(untyped.acceptableContentTypes == ["a/b"] && untyped.responseContentType == nil)
    #expect(moved.acceptableContentTypes == nil && moved.responseContentType == nil)
    let text = AFError.responseSerializationFailed(
      reason: .stringSerializationFailed(encoding: .utf16))
    #expect(text.failedStringEncoding == .utf16 && moved.failedStringEncoding == nil)
    #expect(AFError.invalidURL(url: "u").urlConvertible as? String == "u")
    #expect(moved.urlConvertible == nil)
    #expect(moved.asAFError(orFailWith: "not reached").sourceURL == Self.file)
  }
}
#endif
