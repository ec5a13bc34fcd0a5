import Foundation
import MoyaCore

/// An error's type and text, for a message.
enum ThrownErrorText {
  private static let maximumByteCount = 400

  /// The type, the case where Moya's, and what the error and those within it say.
  static func text(_ error: any Error) -> String {
    VisibleText.clipped(
      VisibleText.bare(DisplayRedaction.text(plain(error))), to: maximumByteCount)
  }

  private static func plain(_ error: any Error) -> String {
    switch error {
    case MoyaError.parameterEncoding(let inner):
      return "MoyaError.parameterEncoding: " + plain(inner)
    case MoyaError.encodableMapping(let inner):
      return "MoyaError.encodableMapping: " + plain(inner)
    case MoyaError.underlying(let inner, _):
      return "MoyaError.underlying: " + plain(inner)
    case MoyaError.requestMapping(let url):
      return "MoyaError.requestMapping: \"\(url)\" is not a URL"
    case EncodingError.invalidValue(_, let context):
      let path = context.codingPath.map(\.stringValue).joined(separator: ".")
      return "EncodingError: " + context.debugDescription + (path.isEmpty ? "" : " (at \(path))")
    case let error as any LocalizedError:
      return "\(type(of: error)): " + (error.errorDescription ?? String(describing: error))
    default:
      return "\(type(of: error)): \(error)"
    }
  }
}
