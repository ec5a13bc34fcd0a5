#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// A request as a curl command for a shell.
struct CURLCommand {
  let request: URLRequest
  let configuration: URLSessionConfiguration
  let credential: URLCredential?

  /// The command over several lines; credentials stand in it as they are.
  var text: String {
    guard let url = request.url, let method = request.httpMethod else {
      return "$ curl command could not be created"
    }
    var lines = ["$ curl -v", "-X \(method)"]
    if let user = credential?.user, let password = credential?.password {
      lines.append("-u \(quoted("\(user):\(password)"))")
    }
    if configuration.httpShouldSetCookies, let cookies = cookies(for: url) {
      lines.append("-b \(quoted(cookies))")
    }
    var fields = configuration.headers
    for field in request.headers { fields.update(field) }
    for field in fields where !field.name.equalsIgnoringASCIICase("Cookie") {
      lines.append("-H \(quoted("\(field.name): \(field.value)"))")
    }
    if let body = request.httpBody {
      lines.append("-d \(quoted(String(decoding: body, as: UTF8.self)))")
    }
    lines.append(quoted(url.absoluteString))
    return lines.joined(separator: " \\\n\t")
  }

  private func cookies(for url: URL) -> String? {
    guard let cookies = configuration.httpCookieStorage?.cookies(for: url), !cookies.isEmpty else {
      return nil
    }
    return cookies.map { "\($0.name)=\($0.value)" }.joined(separator: ";")
  }

  /// The text between double quotes, with what a shell reads within them escaped.
  private func quoted(_ text: String) -> String {
    var bytes: [UInt8] = [UInt8(ascii: "\"")]
    for byte in text.utf8 {
      if [UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "$"), UInt8(ascii: "`")]
        .contains(byte)
      {
        bytes.append(UInt8(ascii: "\\"))
      }
      bytes.append(byte)
    }
    bytes.append(UInt8(ascii: "\""))
    return String(decoding: bytes, as: UTF8.self)
  }
}
#endif
