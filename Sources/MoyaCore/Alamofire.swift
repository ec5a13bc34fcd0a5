#if !UpstreamMoya
/// Stands for the module's name, so that code that says `Alamofire.Session` or
/// `Alamofire.HTTPMethod` compiles without that module.
public enum Alamofire {
  /// The module's type of this name.
  public typealias AFError = MoyaCore.AFError
  /// The module's type of this name.
  public typealias AdaptHandler = MoyaCore.AdaptHandler
  /// The module's type of this name.
  public typealias Adapter = MoyaCore.Adapter
  /// The module's type of this name.
  public typealias AlamofireExtended = MoyaCore.AlamofireExtended
  /// The module's type of this name.
  public typealias AlamofireExtension<ExtendedType> = MoyaCore.AlamofireExtension<ExtendedType>
  /// The module's type of this name.
  public typealias CachedResponseHandler = MoyaCore.CachedResponseHandler
  /// The module's type of this name.
  public typealias CompositeTrustEvaluator = MoyaCore.CompositeTrustEvaluator
  /// The module's type of this name.
  public typealias DataRequest = MoyaCore.DataRequest
  /// The module's type of this name.
  public typealias DefaultTrustEvaluator = MoyaCore.DefaultTrustEvaluator
  /// The module's type of this name.
  public typealias DisabledTrustEvaluator = MoyaCore.DisabledTrustEvaluator
  /// The module's type of this name.
  public typealias DownloadRequest = MoyaCore.DownloadRequest
  /// The module's type of this name.
  public typealias HTTPHeader = MoyaCore.HTTPHeader
  /// The module's type of this name.
  public typealias HTTPHeaders = MoyaCore.HTTPHeaders
  /// The module's type of this name.
  public typealias HTTPMethod = MoyaCore.HTTPMethod
  /// The module's type of this name.
  public typealias Interceptor = MoyaCore.Interceptor
  /// The module's type of this name.
  public typealias JSONEncoding = MoyaCore.JSONEncoding
  /// Alamofire's class of this name, which Moya calls `RequestMultipartFormData`.
  public typealias MultipartFormData = MoyaCore.RequestMultipartFormData
  /// The module's type of this name.
  public typealias ParameterEncoding = MoyaCore.ParameterEncoding
  /// The module's type of this name.
  public typealias Parameters = MoyaCore.Parameters
  /// The module's type of this name.
  public typealias RedirectHandler = MoyaCore.RedirectHandler
  /// The module's type of this name.
  public typealias Redirector = MoyaCore.Redirector
  /// The module's type of this name.
  public typealias Request = MoyaCore.Request
  /// The module's type of this name.
  public typealias RequestAdapter = MoyaCore.RequestAdapter
  /// The module's type of this name.
  public typealias RequestAdapterState = MoyaCore.RequestAdapterState
  /// The module's type of this name.
  public typealias RequestInterceptor = MoyaCore.RequestInterceptor
  /// The module's type of this name.
  public typealias RequestRetrier = MoyaCore.RequestRetrier
  /// The module's type of this name.
  public typealias ResponseCacher = MoyaCore.ResponseCacher
  /// The module's type of this name.
  public typealias Retrier = MoyaCore.Retrier
  /// The module's type of this name.
  public typealias RetryHandler = MoyaCore.RetryHandler
  /// The module's type of this name.
  public typealias RetryResult = MoyaCore.RetryResult
  /// The module's type of this name.
  public typealias ServerTrustEvaluating = MoyaCore.ServerTrustEvaluating
  /// The module's type of this name.
  public typealias ServerTrustManager = MoyaCore.ServerTrustManager
  /// The module's type of this name.
  public typealias Session = MoyaCore.Session
  /// The module's type of this name.
  public typealias URLConvertible = MoyaCore.URLConvertible
  /// The module's type of this name.
  public typealias URLEncoding = MoyaCore.URLEncoding
  /// The module's type of this name.
  public typealias URLRequestConvertible = MoyaCore.URLRequestConvertible
  /// The module's type of this name.
  public typealias UploadRequest = MoyaCore.UploadRequest
  #if canImport(Security)
  /// The module's type of this name.
  public typealias PinnedCertificatesTrustEvaluator = MoyaCore.PinnedCertificatesTrustEvaluator
  /// The module's type of this name.
  public typealias PublicKeysTrustEvaluator = MoyaCore.PublicKeysTrustEvaluator
  /// The module's type of this name.
  public typealias RevocationTrustEvaluator = MoyaCore.RevocationTrustEvaluator
  #endif
}
#endif
