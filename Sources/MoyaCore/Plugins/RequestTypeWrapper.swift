#if !UpstreamMoya
#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

/// What plugins get in `willSend`: the prepared request, and the session's request behind it,
/// which a stubbed request does not have.
package struct RequestTypeWrapper: RequestType {
  let prepared: URLRequest
  let session: Session
  let underlying: Request?

  package var request: URLRequest? { prepared }

  package var sessionHeaders: [String: String] { session.sessionHeaders }

  package func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence
  ) -> RequestTypeWrapper {
    authenticate(
      with: URLCredential(user: username, password: password, persistence: persistence))
  }

  package func authenticate(with credential: URLCredential) -> RequestTypeWrapper {
    _ = underlying?.authenticate(with: credential)
    return self
  }

  package func cURLDescription(calling handler: @escaping (String) -> Void) -> RequestTypeWrapper {
    let command = CURLCommand(
      request: prepared, configuration: session.sessionConfiguration,
      credential: underlying?.credential)
    handler(command.text)
    return self
  }
}
#endif
