#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What makes endpoints equal, worked out once: comparing it calls no code of the user's, as
/// making a request does.
struct EndpointIdentity: Hashable {
  /// What is uploaded beside the request.
  private enum Upload: Hashable {
    case none
    case file(URL)
    case parts([MultipartFormData])
  }

  private let upload: Upload
  /// Nil where no request can be made.
  private let request: URLRequest?
  // On Linux URLRequest does not compare body and header fields.
  private let body: Data?
  private let fields: [String: String]
  /// The endpoint's URL, where no request can be made.
  private let url: String?

  init(_ endpoint: Endpoint) {
    upload =
      switch endpoint.task {
      case .uploadFile(let url): .file(url)
      case .uploadMultipart(let parts), .uploadCompositeMultipart(let parts, _): .parts(parts)
      default: .none
      }
    switch Result(catching: { try endpoint.urlRequest() }) {
    case .success(let request):
      self.request = request
      body = request.httpBody
      fields = request.allHTTPHeaderFields ?? [:]
      url = nil
    case .failure:
      request = nil
      body = nil
      fields = [:]
      url = endpoint.url
    }
  }
}
#endif
