#if !UpstreamMoya
public import Foundation

extension AFError: LocalizedError {
  /// What failed, in one or two sentences, with the text of the error within.
  public var errorDescription: String? {
    switch self {
    case .createUploadableFailed(let error):
      "The body to upload could not be made: \(error.localizedDescription)"
    case .createURLRequestFailed(let error):
      "The request could not be made: \(error.localizedDescription)"
    case .downloadedFileMoveFailed(let error, let source, let destination):
      "The downloaded file \(source.path) could not be moved to \(destination.path): "
        + error.localizedDescription
    case .explicitlyCancelled:
      "The request was cancelled."
    case .invalidURL(let url):
      "\"\(url)\" is not a URL."
    case .multipartEncodingFailed(let reason):
      "The multipart body could not be built: \(reason.text)"
    case .parameterEncodingFailed(let reason):
      "The parameters could not be written: \(reason.text)"
    case .parameterEncoderFailed(let reason):
      "The parameters could not be written: \(reason.text)"
    case .requestAdaptationFailed(let error):
      "An adapter failed the request: \(error.localizedDescription)"
    case .requestRetryFailed(let retryError, let originalError):
      "The retrier failed: \(retryError.localizedDescription) "
        + "The request had failed before: \(originalError.localizedDescription)"
    case .responseValidationFailed(let reason):
      "The response was not accepted: \(reason.text)"
    case .responseSerializationFailed(let reason):
      "The response could not be read: \(reason.text)"
    case .serverTrustEvaluationFailed(let reason):
      "The server is not trusted: \(reason.text)"
    case .sessionDeinitialized:
      "The session went away before the request was done. Keep it until then."
    case .sessionInvalidated(let error):
      "The URLSession was invalidated: \(error?.localizedDescription ?? "no error was given.")"
    case .sessionTaskFailed(let error):
      "The transfer failed: \(error.localizedDescription)"
    case .urlRequestValidationFailed(.bodyDataInGETRequest(let data)):
      "A GET request cannot have a body, and this one has \(data.count) bytes. "
        + "Send the parameters in the query, or use another method."
    }
  }
}

extension AFError.MultipartEncodingFailureReason {
  fileprivate var text: String {
    switch self {
    case .bodyPartURLInvalid(let url): "\(url) is not a file's URL."
    case .bodyPartFilenameInvalid(let url): "\(url) has no file name."
    case .bodyPartFileNotReachable(let url): "there is no readable file at \(url.path)."
    case .bodyPartFileNotReachableWithError(let url, let error):
      "\(url.path) cannot be reached: \(error.localizedDescription)"
    case .bodyPartFileIsDirectory(let url): "\(url.path) is a folder."
    case .bodyPartFileSizeNotAvailable(let url): "the length of \(url.path) is not known."
    case .bodyPartFileSizeQueryFailedWithError(let url, let error):
      "the length of \(url.path) is not known: \(error.localizedDescription)"
    case .bodyPartInputStreamCreationFailed(let url): "\(url.path) cannot be opened."
    case .outputStreamCreationFailed(let url): "\(url.path) cannot be opened for writing."
    case .outputStreamFileAlreadyExists(let url): "\(url.path) exists already."
    case .outputStreamURLInvalid(let url): "\(url) is not a file's URL."
    case .outputStreamWriteFailed(let error): "writing failed: \(error.localizedDescription)"
    case .inputStreamReadFailed(let error as AFError.UnexpectedInputStreamLength):
      "a stream gave \(error.bytesRead) bytes where \(error.bytesExpected) were announced."
    case .inputStreamReadFailed(let error): "reading failed: \(error.localizedDescription)"
    }
  }
}

extension AFError.ParameterEncodingFailureReason {
  fileprivate var text: String {
    switch self {
    case .missingURL: "the request has no URL."
    case .jsonEncodingFailed(let error), .customEncodingFailed(let error):
      error.localizedDescription
    }
  }
}

extension AFError.ParameterEncoderFailureReason {
  fileprivate var text: String {
    switch self {
    case .missingRequiredComponent(.url): "the request has no URL."
    case .missingRequiredComponent(.httpMethod(let name)): "the method is not \(name)."
    case .encoderFailed(let error): error.localizedDescription
    }
  }
}

extension AFError.ResponseValidationFailureReason {
  fileprivate var text: String {
    switch self {
    case .dataFileNil: "there is no downloaded file."
    case .dataFileReadFailed(let url): "\(url.path) cannot be read."
    case .missingContentType(let acceptable):
      "it names no content type; accepted are \(acceptable.joined(separator: ", "))."
    case .unacceptableContentType(let acceptable, let type):
      "its content type is \(type); accepted are \(acceptable.joined(separator: ", "))."
    case .unacceptableStatusCode(let code): "its status code is \(code)."
    case .customValidationFailed(let error): error.localizedDescription
    }
  }
}

extension AFError.ResponseSerializationFailureReason {
  fileprivate var text: String {
    switch self {
    case .inputDataNilOrZeroLength: "its body is empty."
    case .inputFileNil: "there is no downloaded file."
    case .inputFileReadFailed(let url): "\(url.path) cannot be read."
    case .stringSerializationFailed(let encoding): "its body is not text in \(encoding)."
    case .jsonSerializationFailed(let error), .decodingFailed(let error),
      .customSerializationFailed(let error):
      error.localizedDescription
    case .invalidEmptyResponse(let type):
      "its body is empty, and \(type) has no value for that."
    }
  }
}

extension AFError.ServerTrustFailureReason {
  fileprivate var text: String {
    switch self {
    case .noRequiredEvaluator(let host):
      "there is no evaluator for \(host), and every host must have one."
    case .noCertificatesFound: "there are no certificates to compare its own with."
    case .noPublicKeysFound: "there are no public keys to compare its own with."
    case .revocationPolicyCreationFailed:
      "the policy for revoked certificates could not be made."
    case .trustEvaluationFailed(let error):
      error?.localizedDescription ?? "the system does not trust its certificate."
    case .customEvaluationFailed(let error): error.localizedDescription
    #if canImport(Security)
    case .policyApplicationFailed(_, _, let status):
      "a policy could not be applied (status \(status))."
    case .settingAnchorCertificatesFailed(let status, _):
      "the certificates to trust could not be set (status \(status))."
    case .certificatePinningFailed(let host, _, _, _):
      "\(host) has none of the pinned certificates."
    case .publicKeyPinningFailed(let host, _, _, _):
      "\(host) has none of the pinned public keys."
    #endif
    }
  }
}

extension AFError: CustomNSError {
  /// `Alamofire.AFError`, so that an error recorded over the real Alamofire is the same error.
  public static var errorDomain: String { "Alamofire.AFError" }

  /// The number that Alamofire's enum has on Apple's platforms.
  public var errorCode: Int {
    // Swift numbers the cases with values first, then those without.
    switch self {
    case .createUploadableFailed: 0
    case .createURLRequestFailed: 1
    case .downloadedFileMoveFailed: 2
    case .invalidURL: 3
    case .multipartEncodingFailed: 4
    case .parameterEncodingFailed: 5
    case .parameterEncoderFailed: 6
    case .requestAdaptationFailed: 7
    case .requestRetryFailed: 8
    case .responseValidationFailed: 9
    case .responseSerializationFailed: 10
    case .serverTrustEvaluationFailed: 11
    case .sessionInvalidated: 12
    case .sessionTaskFailed: 13
    case .urlRequestValidationFailed: 14
    case .explicitlyCancelled: 15
    case .sessionDeinitialized: 16
    }
  }

  /// The error within, as `NSUnderlyingErrorKey`.
  public var errorUserInfo: [String: Any] {
    var info: [String: Any] = [NSLocalizedDescriptionKey: errorDescription ?? ""]
    info[NSUnderlyingErrorKey] = underlyingError
    return info
  }
}
#endif
