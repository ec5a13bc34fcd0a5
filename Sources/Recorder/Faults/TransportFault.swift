import Cassette
import Foundation

/// What the transport may end a call with before any answer, by the name of the fault.
enum TransportFault: String {
  case timedOut
  case connectionRefused
  case connectionReset
  case dnsFailure
  case tlsFailure

  /// The error that a caller sees.
  var failure: Cassette.Failure {
    let (code, text) =
      switch self {
      case .timedOut: (NSURLErrorTimedOut, "The request timed out.")
      case .connectionRefused:
        (NSURLErrorCannotConnectToHost, "No connection to the server could be made.")
      case .connectionReset:
        (NSURLErrorNetworkConnectionLost, "The network connection was lost.")
      case .dnsFailure: (NSURLErrorCannotFindHost, "No server of that name could be found.")
      case .tlsFailure:
        // NSURLErrorSecureConnectionFailed; on Linux, that constant has another error's value.
        (-1200, "No secure connection to the server could be made.")
      }
    return Cassette.Failure(domain: NSURLErrorDomain, code: code, text: text)
  }
}
