import MoyaCore

/// A target that reads its response itself.
///
/// An enum whose cases stand for different things has `Any` for its value; ``ParsedProvider`` knows what
/// is expected of it.
public protocol ParsedTargetType: TargetType {
  /// What the response stands for.
  associatedtype Value

  /// Reads a response whose status has been accepted.
  var parser: (Response) throws -> Value { get }
}
