import MoyaCore

/// A target that knows what its response's content decodes to.
public protocol DecodableTargetType: TargetType {
  /// What the content stands for.
  associatedtype ResultType: Decodable

  /// Where in the content the value is, by names with dots between; nil for all of it, the default.
  var decodeAtKeyPath: String? { get }
}

extension DecodableTargetType {
  /// The whole content.
  public var decodeAtKeyPath: String? { nil }
}

/// What an empty response decodes to, such as that of a 204.
public struct Empty: Decodable, Hashable, Sendable {}
