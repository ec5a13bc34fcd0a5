/// Somebody with an account.
public struct User: Codable, Hashable, Sendable {
  /// The name of the account.
  public var login: String
  /// The number of the account.
  public var id: Int
  /// The name in full, where they say.
  public var name: String?
}

/// A repository.
public struct Repository: Codable, Hashable, Sendable {
  /// The name, without its owner's.
  public var name: String
  /// What it is for, where somebody has said so.
  public var description: String?
  /// Whether it is a copy of another.
  public var fork: Bool
}

/// A branch of a repository.
public struct Branch: Codable, Hashable, Sendable {
  /// The name.
  public var name: String
  /// Whether pushing to it is restricted.
  public var protected: Bool
}
