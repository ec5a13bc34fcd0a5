#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

/// Stands for the module's name, so that code that says `Moya.Method` or `Moya.Task` compiles.
public enum Moya {
  /// The module's type of this name.
  public typealias AccessTokenAuthorizable = MoyaCore.AccessTokenAuthorizable
  /// The module's type of this name.
  public typealias AccessTokenPlugin = MoyaCore.AccessTokenPlugin
  /// The module's type of this name.
  public typealias AuthorizationType = MoyaCore.AuthorizationType
  /// The module's type of this name.
  public typealias Cancellable = MoyaCore.Cancellable
  /// The module's type of this name.
  public typealias CancellableToken = MoyaCore.CancellableToken
  /// The module's type of this name.
  public typealias Completion = MoyaCore.Completion
  /// The module's type of this name.
  public typealias CredentialsPlugin = MoyaCore.CredentialsPlugin
  /// The module's type of this name.
  public typealias DownloadDestination = MoyaCore.DownloadDestination
  /// The module's type of this name.
  public typealias Endpoint = MoyaCore.Endpoint
  /// The module's type of this name.
  public typealias EndpointSampleResponse = MoyaCore.EndpointSampleResponse
  /// The module's type of this name.
  public typealias JSONEncoding = MoyaCore.JSONEncoding
  /// The module's type of this name.
  public typealias Method = MoyaCore.Method
  /// The module's type of this name.
  public typealias MoyaError = MoyaCore.MoyaError
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
  public typealias PluginType = MoyaCore.PluginType
  /// The module's type of this name.
  public typealias ProgressBlock = MoyaCore.ProgressBlock
  /// The module's type of this name.
  public typealias ProgressResponse = MoyaCore.ProgressResponse
  /// The module's type of this name.
  public typealias RequestInterceptor = MoyaCore.RequestInterceptor
  /// The module's type of this name.
  public typealias RequestMultipartFormData = MoyaCore.RequestMultipartFormData
  /// The module's type of this name.
  public typealias RequestType = MoyaCore.RequestType
  /// The module's type of this name.
  public typealias Response = MoyaCore.Response
  /// The module's type of this name.
  public typealias Session = MoyaCore.Session
  /// The module's type of this name.
  public typealias StubBehavior = MoyaCore.StubBehavior
  /// The module's type of this name.
  public typealias TargetType = MoyaCore.TargetType
  /// The module's type of this name.
  public typealias Task = MoyaCore.Task
  /// The module's type of this name.
  public typealias URLEncoding = MoyaCore.URLEncoding
  /// The module's type of this name.
  public typealias ValidationType = MoyaCore.ValidationType
  /// The module's type of this name.
  public typealias MoyaProvider<Target: TargetType> = MoyaCore.MoyaProvider<Target>
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
