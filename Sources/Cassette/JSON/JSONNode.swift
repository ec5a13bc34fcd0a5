/// A JSON value and the range of bytes that it takes in its document.
package struct JSONNode: Sendable {
  /// What a value is.
  package enum Kind: Sendable {
    /// The literal `null`.
    case null
    /// The literal `true` or `false`.
    case bool(Bool)
    /// A number; its text is its source.
    case number
    /// A string, and whether escapes occur in it.
    case string(isEscaped: Bool)
    /// An array.
    case array([JSONNode])
    /// An object, its members in order, duplicates included.
    case object([Member])
  }

  /// One member of an object.
  package struct Member: Sendable {
    /// The key with its quotes.
    package let keyRange: Range<Int>
    /// Whether escapes occur in the key.
    package let isKeyEscaped: Bool
    /// The value.
    package let value: JSONNode
  }

  /// What the value is.
  package let kind: Kind
  /// Where it stands; a string's quotes are part of it.
  package let range: Range<Int>
}
