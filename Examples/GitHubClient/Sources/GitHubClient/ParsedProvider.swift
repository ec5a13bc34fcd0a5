import MoyaCore

/// Sends targets of one type, and expects values of one type from their parsers.
public struct ParsedProvider<Target: ParsedTargetType, Expected> {
  /// What a parser's value was, in place of what was expected.
  public struct Mismatch: Error, Hashable, CustomStringConvertible {
    /// The name of the type that was expected.
    public var expected: String
    /// The name of the type that the parser gave.
    public var found: String

    /// Both types.
    public var description: String { "expected \(expected), and the parser gave \(found)" }
  }

  private let provider: MoyaProvider<MultiTarget>
  private let policy: StatusPolicy

  /// A provider on the app's one provider.
  public init(
    provider: MoyaProvider<MultiTarget>, expecting: Expected.Type = Expected.self,
    accepting policy: StatusPolicy = .successful
  ) {
    self.provider = provider
    self.policy = policy
  }

  /// Sends the target, and gives its parser's value.
  ///
  /// - Throws: `MoyaError`: `objectMapping` with a ``Mismatch`` where the value is of another type, or
  ///   with what the parser threw.
  public func request(
    _ target: Target, isolation: isolated (any Actor)? = #isolation
  ) async throws(MoyaError) -> Expected {
    let response = try await provider.request(MultiTarget(target))
    return try response.reading { response in
      let value = try target.parser(response.accepted(by: policy))
      guard let expected = value as? Expected else {
        throw Mismatch(expected: "\(Expected.self)", found: "\(type(of: value as Any))")
      }
      return expected
    }
  }
}
