#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Why a transfer failed, by the name that it has on every platform.
enum TransferError {
  /// The same error, or on Linux, where URLSession says only "unknown", what it says on Apple's
  /// platforms; the error that was given is then the underlying one.
  static func named(_ error: any Error) -> any Error {
    #if canImport(FoundationNetworking)
    let given = error as NSError
    guard given.domain == NSURLErrorDomain else { return error }
    let text =
      (given.userInfo[NSUnderlyingErrorKey] as? NSError)?.localizedDescription
      ?? given.localizedDescription
    var info = given.userInfo
    info[NSUnderlyingErrorKey] = given
    switch given.code {
    case NSURLErrorUnknown where connectionLost.contains(where: text.utf8.starts(with:)),
      NSURLErrorBadServerResponse where text.utf8.starts(with: "Empty reply".utf8):
      info[NSLocalizedDescriptionKey] = "The network connection was lost: \(text)."
      return URLError(.networkConnectionLost, userInfo: info)
    case NSURLErrorBadURL where given.isAboutIPv6Address:
      info[NSLocalizedDescriptionKey] =
        "URLSession on Linux takes no IPv6 address in a URL. Use a name that leads to it."
      return URLError(.badURL, userInfo: info)
    default:
      return error
    }
    #else
    return error
    #endif
  }

  /// How the texts begin that the transfer library has for a connection that ended too early.
  private static let connectionLost = [
    "transfer closed with".utf8, "Recv failure".utf8, "Send failure".utf8,
  ]
}

extension NSError {
  fileprivate var isAboutIPv6Address: Bool {
    let url = userInfo[NSURLErrorFailingURLErrorKey] as? URL
    return url?.host?.utf8.contains(UInt8(ascii: ":")) == true
  }
}
#endif
