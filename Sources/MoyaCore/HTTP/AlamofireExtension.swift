#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
public import FoundationNetworking
#else
public import Foundation
#endif

/// What Alamofire adds to a type of Foundation's, reached through its `af`.
public struct AlamofireExtension<ExtendedType> {
  /// The value that is added to.
  public let type: ExtendedType

  /// What is added to a value.
  public init(_ type: ExtendedType) {
    self.type = type
  }
}

/// A type that has an `af`.
public protocol AlamofireExtended {}

extension AlamofireExtended {
  /// What Alamofire adds to the type.
  public static var af: AlamofireExtension<Self>.Type { AlamofireExtension<Self>.self }
  /// What Alamofire adds to the value.
  public var af: AlamofireExtension<Self> { AlamofireExtension(self) }
}

extension URLSessionConfiguration: AlamofireExtended {}

extension AlamofireExtension where ExtendedType: URLSessionConfiguration {
  /// A new default configuration, with `HTTPHeaders.default`.
  public static var `default`: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.default
    configuration.headers = .default
    return configuration
  }

  /// A new configuration that keeps nothing on disk, with `HTTPHeaders.default`.
  public static var ephemeral: URLSessionConfiguration {
    let configuration = URLSessionConfiguration.ephemeral
    configuration.headers = .default
    return configuration
  }
}
#endif
