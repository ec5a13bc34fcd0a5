#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Lets the plugins prepare each attempt of a request, and tells them that it is sent.
final class PluginInterceptor: RequestInterceptor, @unchecked Sendable {
  // Plugins and target are only handed on.

  private let plugins: [any PluginType]
  private let target: any TargetType
  private let session: Session
  private let subject: MessageSubject

  init(
    plugins: [any PluginType], target: any TargetType, session: Session, subject: MessageSubject
  ) {
    self.plugins = plugins
    self.target = target
    self.session = session
    self.subject = subject
  }

  func adapt(
    _ urlRequest: URLRequest, for session: Session,
    completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
  ) {
    let prepared = MessageSubject.tell(of: subject) {
      let prepared = plugins.prepare(urlRequest, target: target)
      let sent = RequestTypeWrapper(
        prepared: prepared, session: self.session, underlying: subject.request)
      plugins.willSend(sent, target: target)
      return prepared
    }
    completion(.success(prepared))
  }
}
#endif
