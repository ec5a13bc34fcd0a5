#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Stands for the module's name, so that code that says `Moya.Method` or `Moya.Task` compiles.
public enum Moya {
  /// The module's type of this name.
  public typealias AFError = MoyaCore.AFError
  /// The module's type of this name.
  public typealias AccessTokenAuthorizable = MoyaCore.AccessTokenAuthorizable
  /// The module's type of this name.
  public typealias AccessTokenPlugin = MoyaCore.AccessTokenPlugin
  /// The module's type of this name.
  public typealias AdaptHandler = MoyaCore.AdaptHandler
  /// The module's type of this name.
  public typealias Adapter = MoyaCore.Adapter
  /// The module's type of this name.
  public typealias AlamofireExtended = MoyaCore.AlamofireExtended
  /// The module's type of this name.
  public typealias AlamofireExtension<ExtendedType> = MoyaCore.AlamofireExtension<ExtendedType>
  /// The module's type of this name.
  public typealias AuthorizationType = MoyaCore.AuthorizationType
  /// The module's type of this name.
  public typealias CachedResponseHandler = MoyaCore.CachedResponseHandler
  /// The module's type of this name.
  public typealias Cancellable = MoyaCore.Cancellable
  /// The module's type of this name.
  public typealias CancellableToken = MoyaCore.CancellableToken
  /// The module's type of this name.
  public typealias Completion = MoyaCore.Completion
  /// The module's type of this name.
  public typealias CompositeTrustEvaluator = MoyaCore.CompositeTrustEvaluator
  /// The module's type of this name.
  public typealias CredentialsPlugin = MoyaCore.CredentialsPlugin
  /// The module's type of this name.
  public typealias DataRequest = MoyaCore.DataRequest
  /// The module's type of this name.
  public typealias DefaultTrustEvaluator = MoyaCore.DefaultTrustEvaluator
  /// The module's type of this name.
  public typealias DisabledTrustEvaluator = MoyaCore.DisabledTrustEvaluator
  /// The module's type of this name.
  public typealias DownloadDestination = MoyaCore.DownloadDestination
  /// The module's type of this name.
  public typealias DownloadRequest = MoyaCore.DownloadRequest
  /// The module's type of this name.
  public typealias Endpoint = MoyaCore.Endpoint
  /// The module's type of this name.
  public typealias EndpointSampleResponse = MoyaCore.EndpointSampleResponse
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
  /// The module's type of this name.
  public typealias Method = MoyaCore.Method
  /// The module's type of this name.
  public typealias MoyaError = MoyaCore.MoyaError
  /// The module's type of this name.
  public typealias MoyaProvider<Target: TargetType> = MoyaCore.MoyaProvider<Target>
  /// The module's type of this name.
  public typealias MoyaProviderType = MoyaCore.MoyaProviderType
  /// The module's type of this name.
  public typealias MultiTarget = MoyaCore.MultiTarget
  /// The module's type of this name.
  public typealias MultipartFormData = MoyaCore.MultipartFormData
  /// The module's type of this name.
  public typealias NetworkActivityChangeType = MoyaCore.NetworkActivityChangeType
  /// The module's type of this name.
  public typealias NetworkActivityPlugin = MoyaCore.NetworkActivityPlugin
  /// The module's type of this name.
  public typealias NetworkLoggerPlugin = MoyaCore.NetworkLoggerPlugin
  /// The module's type of this name.
  public typealias ParameterEncoding = MoyaCore.ParameterEncoding
  /// The module's type of this name.
  public typealias Parameters = MoyaCore.Parameters
  /// The module's type of this name.
  public typealias PluginType = MoyaCore.PluginType
  /// The module's type of this name.
  public typealias ProgressBlock = MoyaCore.ProgressBlock
  /// The module's type of this name.
  public typealias ProgressResponse = MoyaCore.ProgressResponse
  /// The module's type of this name.
  public typealias PropertyListEncoding = MoyaCore.PropertyListEncoding
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
  public typealias RequestMultipartFormData = MoyaCore.RequestMultipartFormData
  /// The module's type of this name.
  public typealias RequestRetrier = MoyaCore.RequestRetrier
  /// The module's type of this name.
  public typealias RequestType = MoyaCore.RequestType
  /// The module's type of this name.
  public typealias Response = MoyaCore.Response
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
  public typealias StubBehavior = MoyaCore.StubBehavior
  /// The module's type of this name.
  public typealias TargetType = MoyaCore.TargetType
  /// The module's type of this name.
  public typealias Task = MoyaCore.Task
  /// The module's type of this name.
  public typealias URLConvertible = MoyaCore.URLConvertible
  /// The module's type of this name.
  public typealias URLEncoding = MoyaCore.URLEncoding
  /// The module's type of this name.
  public typealias URLRequestConvertible = MoyaCore.URLRequestConvertible
  /// The module's type of this name.
  public typealias UploadRequest = MoyaCore.UploadRequest
  /// The module's type of this name.
  public typealias ValidationType = MoyaCore.ValidationType
  #if canImport(Security)
  /// The module's type of this name.
  public typealias PinnedCertificatesTrustEvaluator = MoyaCore.PinnedCertificatesTrustEvaluator
  /// The module's type of this name.
  public typealias PublicKeysTrustEvaluator = MoyaCore.PublicKeysTrustEvaluator
  /// The module's type of this name.
  public typealias RevocationTrustEvaluator = MoyaCore.RevocationTrustEvaluator
  #endif
  #if canImport(UIKit) || canImport(AppKit)
  /// The module's type of this name.
  public typealias Image = MoyaCore.Image
  /// The module's type of this name.
  public typealias ImageType = MoyaCore.ImageType
  #endif

  /// The module's function of this name.
  public static func convertResponseToResult(
    _ response: HTTPURLResponse?, request: URLRequest?, data: Data?, error: (any Swift.Error)?
  ) -> Result<Response, MoyaError> {
    MoyaCore.convertResponseToResult(response, request: request, data: data, error: error)
  }
}
#endif
