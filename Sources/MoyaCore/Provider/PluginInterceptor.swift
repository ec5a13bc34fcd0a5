#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Lets the plugins prepare each attempt of a request, and tells them that it is sent.
final class PluginInterceptor: RequestInterceptor, @unchecked Sendable {
  // Plugins and target are only handed on; `request` is in a locked box.

  private struct WeakRequest {
    weak var value: Request?
  }

  private let plugins: [any PluginType]
  private let target: any TargetType
  private let session: Session
  // Weak: the request keeps this.
  private let request = Locked(WeakRequest())

  init(plugins: [any PluginType], target: any TargetType, session: Session) {
    self.plugins = plugins
    self.target = target
    self.session = session
  }

  func attach(_ request: Request) {
    self.request.withLock { $0.value = request }
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    let prepared = plugins.prepare(urlRequest, target: target)
    let sent = RequestTypeWrapper(
      prepared: prepared, session: self.session, underlying: request.withLock { $0.value })
    plugins.willSend(sent, target: target)
    completion(.success(prepared))
  }
}
#endif
