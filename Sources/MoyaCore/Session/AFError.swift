#if !UpstreamMoya
public import Foundation
#if canImport(Security)
@preconcurrency public import Security
#endif

/// What a session reports when a request fails, under the names that Alamofire gives it; a Moya
/// user meets it inside ``MoyaError/underlying(_:_:)`` and ``MoyaError/parameterEncoding(_:)``.
public enum AFError: Error, Sendable {
  /// Why a multipart body could not be built.
  public enum MultipartEncodingFailureReason: Sendable {
    /// A part's URL is not a file's.
    case bodyPartURLInvalid(url: URL)
    /// A part's URL has no last path component to take as file name.
    case bodyPartFilenameInvalid(in: URL)
    /// A part's file does not exist or may not be read.
    case bodyPartFileNotReachable(at: URL)
    /// Looking for a part's file failed.
    case bodyPartFileNotReachableWithError(atURL: URL, error: any Error)
    /// A part's file is a folder.
    case bodyPartFileIsDirectory(at: URL)
    /// The file system does not say how long a part's file is.
    case bodyPartFileSizeNotAvailable(at: URL)
    /// Asking for the length of a part's file failed.
    case bodyPartFileSizeQueryFailedWithError(forURL: URL, error: any Error)
    /// A part's file could not be opened.
    case bodyPartInputStreamCreationFailed(for: URL)
    /// The file that gathers a long body could not be opened.
    case outputStreamCreationFailed(for: URL)
    /// The file that gathers a long body exists already.
    case outputStreamFileAlreadyExists(at: URL)
    /// The place of the file that gathers a long body is not a file URL.
    case outputStreamURLInvalid(url: URL)
    /// Writing the file that gathers a long body failed.
    case outputStreamWriteFailed(error: any Error)
    /// Reading a part failed.
    case inputStreamReadFailed(error: any Error)
  }

  /// A stream part that did not hold as many bytes as it was said to.
  public struct UnexpectedInputStreamLength: Error, Sendable {
    /// The bytes that the part's length announced.
    public var bytesExpected: UInt64
    /// The bytes that the stream gave.
    public var bytesRead: UInt64
  }

  /// Why parameters could not be written into a request.
  public enum ParameterEncodingFailureReason: Sendable {
    /// The request has no URL whose query could take them.
    case missingURL
    /// They could not be written as JSON.
    case jsonEncodingFailed(error: any Error)
    /// An encoding failed for a reason of its own.
    case customEncodingFailed(error: any Error)
  }

  /// Why an encoder could not write parameters into a request; MoyaCore has no such encoders.
  public enum ParameterEncoderFailureReason: Sendable {
    /// A part of a request that an encoder cannot do without.
    public enum RequiredComponent: Sendable {
      /// The URL.
      case url
      /// A method of this name.
      case httpMethod(rawValue: String)
    }

    /// The request lacks what the encoder needs.
    case missingRequiredComponent(RequiredComponent)
    /// The encoder failed.
    case encoderFailed(error: any Error)
  }

  /// Why a response was not accepted.
  public enum ResponseValidationFailureReason: Sendable {
    /// A downloaded file is not there.
    case dataFileNil
    /// A downloaded file could not be read.
    case dataFileReadFailed(at: URL)
    /// The response names no content type, but one was required.
    case missingContentType(acceptableContentTypes: [String])
    /// The response's content type is none of those required.
    case unacceptableContentType(acceptableContentTypes: [String], responseContentType: String)
    /// The status code is none of those accepted.
    case unacceptableStatusCode(code: Int)
    /// A validation of the user's own failed.
    case customValidationFailed(error: any Error)
  }

  /// Why a value could not be made of a response; Moya's own mapping throws ``MoyaError`` instead.
  public enum ResponseSerializationFailureReason: Sendable {
    /// The body is missing or empty.
    case inputDataNilOrZeroLength
    /// There is no file.
    case inputFileNil
    /// The file could not be read.
    case inputFileReadFailed(at: URL)
    /// The body is not text in this encoding.
    case stringSerializationFailed(encoding: String.Encoding)
    /// The body is not JSON.
    case jsonSerializationFailed(error: any Error)
    /// A decoder failed.
    case decodingFailed(error: any Error)
    /// A serializer failed for a reason of its own.
    case customSerializationFailed(error: any Error)
    /// The type has no value that stands for an empty body.
    case invalidEmptyResponse(type: String)
  }

  /// Why a server was not trusted.
  public enum ServerTrustFailureReason: Sendable {
    /// No evaluator was given for a host, though every host must have one.
    case noRequiredEvaluator(host: String)
    /// There are no certificates to compare the server's with.
    case noCertificatesFound
    /// There are no keys to compare the server's with.
    case noPublicKeysFound
    /// The policy for revoked certificates could not be made.
    case revocationPolicyCreationFailed
    /// The system does not trust the certificate.
    case trustEvaluationFailed(error: (any Error)?)
    /// An evaluator of the user's own failed; on Linux also one that cannot run there.
    case customEvaluationFailed(error: any Error)
    #if canImport(Security)
    /// A policy could not be applied.
    case policyApplicationFailed(trust: SecTrust, policy: SecPolicy, status: OSStatus)
    /// The certificates to trust could not be set.
    case settingAnchorCertificatesFailed(status: OSStatus, certificates: [SecCertificate])
    /// The server has none of the certificates that it must have one of.
    case certificatePinningFailed(
      host: String, trust: SecTrust, pinnedCertificates: [SecCertificate],
      serverCertificates: [SecCertificate])
    /// The server has none of the keys that it must have one of.
    case publicKeyPinningFailed(
      host: String, trust: SecTrust, pinnedKeys: [SecKey], serverKeys: [SecKey])
    #endif
  }

  /// Why a request was not sent.
  public enum URLRequestValidationFailureReason: Sendable {
    /// URLSession refuses a GET request that has a body.
    case bodyDataInGETRequest(Data)
  }

  /// The body to upload could not be made.
  case createUploadableFailed(error: any Error)
  /// The request could not be made.
  case createURLRequestFailed(error: any Error)
  /// A downloaded file could not be moved to its destination.
  case downloadedFileMoveFailed(error: any Error, source: URL, destination: URL)
  /// `cancel()` was called.
  case explicitlyCancelled
  /// A text is not a URL.
  case invalidURL(url: any URLConvertible)
  /// A multipart body could not be built.
  case multipartEncodingFailed(reason: MultipartEncodingFailureReason)
  /// Parameters could not be written into the request.
  case parameterEncodingFailed(reason: ParameterEncodingFailureReason)
  /// An encoder could not write parameters into the request.
  case parameterEncoderFailed(reason: ParameterEncoderFailureReason)
  /// An adapter failed the request.
  case requestAdaptationFailed(error: any Error)
  /// A retrier failed, after the request had.
  case requestRetryFailed(retryError: any Error, originalError: any Error)
  /// The response was not accepted.
  case responseValidationFailed(reason: ResponseValidationFailureReason)
  /// No value could be made of the response.
  case responseSerializationFailed(reason: ResponseSerializationFailureReason)
  /// The server was not trusted.
  case serverTrustEvaluationFailed(reason: ServerTrustFailureReason)
  /// The session went away before the request was done.
  case sessionDeinitialized
  /// The URLSession below was invalidated.
  case sessionInvalidated(error: (any Error)?)
  /// The transfer failed; the error within is URLSession's own.
  case sessionTaskFailed(error: any Error)
  /// The request may not be sent.
  case urlRequestValidationFailed(reason: URLRequestValidationFailureReason)
}
#endif
