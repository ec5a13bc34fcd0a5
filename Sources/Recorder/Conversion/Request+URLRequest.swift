package import Cassette

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

extension Cassette.Request {
  /// The request that Foundation's request means.
  ///
  /// - Parameters:
  ///   - request: The request, with or without content of its own.
  ///   - content: What a task uploads beside the request; `.inRequest` where the request has it.
  package init(_ request: URLRequest, content: RequestContent) {
    var fields = Cassette.HeaderFields(sorting: request.allHTTPHeaderFields ?? [:])
    let body: Cassette.Body
    switch content {
    case .inRequest:
      body = Cassette.Body(request.httpBody)
    case .parts(let parts, _, _):
      body = .multipart(parts)
      // The boundary varies by run, and says nothing.
      if let type = fields["Content-Type"] { fields["Content-Type"] = Self.withoutBoundary(type) }
    case .body(let uploaded, _):
      body = uploaded
    }
    self.init(
      method: request.httpMethod ?? "GET", url: request.url?.absoluteString ?? "",
      headerFields: fields, body: body)
  }

  private static func withoutBoundary(_ type: String) -> String {
    let parameters = type.utf8.split(separator: UInt8(ascii: ";"))
    let kept = parameters.filter { parameter in
      let name = parameter.drop { $0 == UInt8(ascii: " ") }.prefix { $0 != UInt8(ascii: "=") }
      return !String(decoding: name, as: UTF8.self).lowercased().elementsEqual("boundary")
    }
    return kept.map { String(decoding: $0, as: UTF8.self) }.joined(separator: ";")
  }
}
