#if !UpstreamMoya
public import Foundation

extension Error {
  /// The error as an AFError, or nil where it is none.
  public var asAFError: AFError? {
    self as? AFError
  }

  /// The error as an AFError; the program ends where it is none.
  public func asAFError(
    orFailWith message: @autoclosure () -> String, file: StaticString = #fileID, line: UInt = #line
  ) -> AFError {
    guard let error = self as? AFError else { fatalError(message(), file: file, line: line) }
    return error
  }

  func asAFError(or other: (any Error) -> AFError) -> AFError {
    self as? AFError ?? other(self)
  }
}

extension AFError {
  /// Whether the body to upload could not be made.
  public var isCreateUploadableError: Bool {
    if case .createUploadableFailed = self { true } else { false }
  }

  /// Whether the request could not be made.
  public var isCreateURLRequestError: Bool {
    if case .createURLRequestFailed = self { true } else { false }
  }

  /// Whether a downloaded file could not be moved.
  public var isDownloadedFileMoveError: Bool {
    if case .downloadedFileMoveFailed = self { true } else { false }
  }

  /// Whether `cancel()` was called.
  public var isExplicitlyCancelledError: Bool {
    if case .explicitlyCancelled = self { true } else { false }
  }

  /// Whether a text was not a URL.
  public var isInvalidURLError: Bool {
    if case .invalidURL = self { true } else { false }
  }

  /// Whether a multipart body could not be built.
  public var isMultipartEncodingError: Bool {
    if case .multipartEncodingFailed = self { true } else { false }
  }

  /// Whether parameters could not be written.
  public var isParameterEncodingError: Bool {
    if case .parameterEncodingFailed = self { true } else { false }
  }

  /// Whether an encoder could not write parameters.
  public var isParameterEncoderError: Bool {
    if case .parameterEncoderFailed = self { true } else { false }
  }

  /// Whether an adapter failed.
  public var isRequestAdaptationError: Bool {
    if case .requestAdaptationFailed = self { true } else { false }
  }

  /// Whether a retrier failed.
  public var isRequestRetryError: Bool {
    if case .requestRetryFailed = self { true } else { false }
  }

  /// Whether the response was not accepted.
  public var isResponseValidationError: Bool {
    if case .responseValidationFailed = self { true } else { false }
  }

  /// Whether no value could be made of the response.
  public var isResponseSerializationError: Bool {
    if case .responseSerializationFailed = self { true } else { false }
  }

  /// Whether the server was not trusted.
  public var isServerTrustEvaluationError: Bool {
    if case .serverTrustEvaluationFailed = self { true } else { false }
  }

  /// Whether the session went away.
  public var isSessionDeinitializedError: Bool {
    if case .sessionDeinitialized = self { true } else { false }
  }

  /// Whether the URLSession was invalidated.
  public var isSessionInvalidatedError: Bool {
    if case .sessionInvalidated = self { true } else { false }
  }

  /// Whether the transfer failed.
  public var isSessionTaskError: Bool {
    if case .sessionTaskFailed = self { true } else { false }
  }

  /// The error within, where the case holds one; of a failed retry the retrier's.
  public var underlyingError: (any Error)? {
    switch self {
    case .createUploadableFailed(let error), .createURLRequestFailed(let error),
      .downloadedFileMoveFailed(let error, _, _), .requestAdaptationFailed(let error),
      .requestRetryFailed(let error, _), .sessionTaskFailed(let error):
      error
    case .sessionInvalidated(let error):
      error
    case .multipartEncodingFailed(let reason):
      reason.underlyingError
    case .parameterEncodingFailed(.jsonEncodingFailed(let error)),
      .parameterEncodingFailed(.customEncodingFailed(let error)),
      .parameterEncoderFailed(.encoderFailed(let error)),
      .responseValidationFailed(.customValidationFailed(let error)),
      .responseSerializationFailed(.jsonSerializationFailed(let error)),
      .responseSerializationFailed(.decodingFailed(let error)),
      .responseSerializationFailed(.customSerializationFailed(let error)),
      .serverTrustEvaluationFailed(.customEvaluationFailed(let error)):
      error
    case .serverTrustEvaluationFailed(.trustEvaluationFailed(let error)):
      error
    case .explicitlyCancelled, .invalidURL, .parameterEncodingFailed, .parameterEncoderFailed,
      .responseValidationFailed, .responseSerializationFailed, .serverTrustEvaluationFailed,
      .sessionDeinitialized, .urlRequestValidationFailed:
      nil
    }
  }

  /// The status code that was not accepted, where that is what failed.
  public var responseCode: Int? {
    if case .responseValidationFailed(.unacceptableStatusCode(let code)) = self {
      code
    } else {
      nil
    }
  }

  /// The content types that were required, where the response has none of them.
  public var acceptableContentTypes: [String]? {
    switch self {
    case .responseValidationFailed(.missingContentType(let acceptable)),
      .responseValidationFailed(.unacceptableContentType(let acceptable, _)):
      acceptable
    default: nil
    }
  }

  /// The response's content type, where it is none of those required.
  public var responseContentType: String? {
    if case .responseValidationFailed(.unacceptableContentType(_, let type)) = self {
      type
    } else {
      nil
    }
  }

  /// The encoding in which the body is not text.
  public var failedStringEncoding: String.Encoding? {
    if case .responseSerializationFailed(.stringSerializationFailed(let encoding)) = self {
      encoding
    } else {
      nil
    }
  }

  /// What is not a URL.
  public var urlConvertible: (any URLConvertible)? {
    if case .invalidURL(let url) = self { url } else { nil }
  }

  /// Of a multipart body that could not be built, the URL of the part's file or of the body's.
  public var url: URL? {
    if case .multipartEncodingFailed(let reason) = self { reason.url } else { nil }
  }

  /// Where a downloaded file should have gone.
  public var destinationURL: URL? {
    if case .downloadedFileMoveFailed(_, _, let destination) = self { destination } else { nil }
  }

  /// Where a downloaded file lay.
  public var sourceURL: URL? {
    if case .downloadedFileMoveFailed(_, let source, _) = self { source } else { nil }
  }
}

extension AFError.MultipartEncodingFailureReason {
  var url: URL? {
    switch self {
    case .bodyPartURLInvalid(let url), .bodyPartFilenameInvalid(let url),
      .bodyPartFileNotReachable(let url), .bodyPartFileNotReachableWithError(let url, _),
      .bodyPartFileIsDirectory(let url), .bodyPartFileSizeNotAvailable(let url),
      .bodyPartFileSizeQueryFailedWithError(let url, _),
      .bodyPartInputStreamCreationFailed(let url), .outputStreamCreationFailed(let url),
      .outputStreamFileAlreadyExists(let url), .outputStreamURLInvalid(let url):
      url
    case .outputStreamWriteFailed, .inputStreamReadFailed:
      nil
    }
  }

  var underlyingError: (any Error)? {
    switch self {
    case .bodyPartFileNotReachableWithError(_, let error),
      .bodyPartFileSizeQueryFailedWithError(_, let error), .outputStreamWriteFailed(let error),
      .inputStreamReadFailed(let error):
      error
    default:
      nil
    }
  }
}
#endif
