#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What plugins get in `willSend`: the prepared request, and the session's request behind it,
/// which a stubbed request does not have.
struct RequestTypeWrapper: RequestType {
  let prepared: URLRequest
  let session: Session
  let underlying: Request?

  var request: URLRequest? { prepared }

  var sessionHeaders: [String: String] { session.sessionHeaders }

  func authenticate(
    username: String, password: String, persistence: URLCredential.Persistence
  ) -> RequestTypeWrapper {
    authenticate(
      with: URLCredential(user: username, password: password, persistence: persistence))
  }

  func authenticate(with credential: URLCredential) -> RequestTypeWrapper {
    _ = underlying?.authenticate(with: credential)
    return self
  }

  func cURLDescription(calling handler: @escaping (String) -> Void) -> RequestTypeWrapper {
    let command = CURLCommand(
      request: prepared, configuration: session.sessionConfiguration,
      credential: underlying?.credential)
    handler(command.text)
    return self
  }
}
#endif
