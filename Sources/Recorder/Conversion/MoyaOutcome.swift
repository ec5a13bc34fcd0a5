import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// What the result that Moya hands to plugins says of a call.
struct MoyaOutcome {
  /// What is recorded of it.
  private(set) var outcome: Cassette.Outcome
  /// The file that holds the response's content, where it is not in `outcome`.
  private(set) var file: URL?
  /// What could not be recorded, in words.
  private(set) var note: String?

  /// The outcome of a call; nil for a cancellation, unless it is asked for.
  ///
  /// - Parameters:
  ///   - result: What `didReceive` was given.
  ///   - downloaded: The file that a download was moved to, where it is known.
  ///   - isDownload: Whether the content goes into a file at all.
  ///   - recordsCancellations: Whether a cancellation, which is no fact about the server, is an outcome.
  init?(
    _ result: Result<Response, MoyaError>, downloaded: URL?, isDownload: Bool,
    recordsCancellations: Bool = false
  ) {
    switch result {
    case .success(let response):
      outcome = .response(Self.response(response))
      if isDownload { add(downloaded, of: response) }
    case .failure(let error):
      // What lies where a failed download should have gone is not what the server sent.
      let response = error.response.map { Self.response($0) }
      switch LiveFailure(error) {
      case .cancellation:
        guard recordsCancellations else { return nil }
        outcome = .failure(
          Cassette.Failure(
            domain: NSURLErrorDomain, code: NSURLErrorCancelled, kind: "explicitlyCancelled"), nil)
      case .validation:
        // The server answered; whether the target takes the answer is asked again on replay.
        guard let response = error.response else { return nil }
        outcome = .response(Self.response(response))
        if isDownload { add(downloaded, of: response) }
      case .other(let failure, let kind):
        outcome = .failure(
          Cassette.Failure(
            domain: failure.domain, code: failure.code, text: failure.localizedDescription,
            kind: kind),
          response)
      }
    }
  }

  /// Adds the content of a download's file: as it is, or, where it is large, the file itself.
  private mutating func add(_ downloaded: URL?, of live: Response) {
    guard live.data.isEmpty, case .response(var response) = outcome else { return }
    guard let downloaded else {
      let isEmpty = response.headerFields["Content-Length"] == "0"
      if isEmpty || response.status == 204 || response.status == 304 { return }
      return miss("a recorder alone does not know the file of a download")
    }
    do throws(CassetteError) {
      let limit = SideFiles.defaultThreshold
      guard let data = try ContentSource.content(of: downloaded, below: limit) else {
        file = downloaded
        return
      }
      response.body = Cassette.Body(data)
      outcome = .response(response)
    } catch .missing {
      miss("the downloaded file had been moved away when it was to be recorded")
    } catch {
      miss("the downloaded file could not be read: \(error.reasonForNote)")
    }
  }

  private mutating func miss(_ reason: String) {
    guard case .response(var response) = outcome else { return }
    response.contentIsMissing = true
    outcome = .response(response)
    note = reason
  }

  private static func response(_ response: Response) -> Cassette.Response {
    var fields: [String: String] = [:]
    for (name, value) in response.response?.allHeaderFields ?? [:] {
      fields["\(name)"] = "\(value)"
    }
    return Cassette.Response(
      status: response.statusCode, headerFields: Cassette.HeaderFields(sorting: fields),
      body: Cassette.Body(response.data), finalURL: response.response?.url?.absoluteString)
  }

  /// What a call book needs to find the call.
  static func lookUp(_ result: Result<Response, MoyaError>, key: TargetKey) -> CallBook.Outcome {
    var outcome = CallBook.Outcome(key: key, answer: identity(of: result))
    switch result {
    case .success(let response):
      outcome.request = response.request
    case .failure(let error):
      outcome.request = error.response?.request
      guard case .underlying(let underlying, _) = error else { break }
      if let failure = underlying as? AFError {
        outcome.isBeforeSending = LiveFailure.isBeforeSending(failure)
      } else {
        let plain = underlying as NSError
        outcome.isStubCancellation =
          plain.domain == NSURLErrorDomain && plain.code == NSURLErrorCancelled
      }
    }
    return outcome
  }

  /// The identity of an answer that a player served: its HTTP response, or its error.
  private static func identity(of result: Result<Response, MoyaError>) -> ObjectIdentifier? {
    switch result {
    case .success(let response):
      return response.response.map { ObjectIdentifier($0) }
    case .failure(.underlying(let error, let response)):
      if let http = response?.response { return ObjectIdentifier(http) }
      // Only an error that is an object has an identity; bridging another makes a new one each time.
      return Swift.type(of: error) is AnyClass ? ObjectIdentifier(error as AnyObject) : nil
    case .failure(let error):
      return error.response?.response.map { ObjectIdentifier($0) }
    }
  }

  /// Whether there is neither an HTTP response nor an error: only a user's own stub ends so.
  static func isUnanswered(_ result: Result<Response, MoyaError>) -> Bool {
    if case .success(let response) = result { response.response == nil } else { false }
  }

  /// Whether the network's layer failed the call, and no stub.
  static func isNetworkFailure(_ result: Result<Response, MoyaError>) -> Bool {
    guard case .failure(.underlying(let error, _)) = result else { return false }
    return error is AFError
  }
}
