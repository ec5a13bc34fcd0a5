import Foundation

extension String {
  /// The text as one component of a path: `/`, `?` and all else that would end it are
  /// percent-encoded. Names of accounts need none of it, and what people type may.
  var urlEscaped: String {
    addingPercentEncoding(withAllowedCharacters: .pathComponent) ?? self
  }
}

extension CharacterSet {
  /// The unreserved characters of RFC 3986 §2.3.
  fileprivate static let pathComponent = CharacterSet(
    charactersIn: "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~")
}
