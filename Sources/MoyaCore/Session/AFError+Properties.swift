#if !UpstreamMoya
public import Foundation

extension Error {
  /// The error as an AFError, or nil where it is none.
  public var asAFError: AFError? {
    self as? AFError
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
      .responseValidationFailed(.customValidationFailed(let error)):
      error
    case .explicitlyCancelled, .invalidURL, .parameterEncodingFailed, .responseValidationFailed,
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

  /// The URL that could not be used or, of a multipart body, that of the part's file.
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
