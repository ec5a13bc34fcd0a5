import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Makes Foundation's and Moya's values of a recorded outcome.
struct RecordedAnswer {
  private let outcome: Cassette.Outcome
  private let reservation: Playback.Reservation
  private let sentURL: String
  private let run: CassetteRun

  init(_ reservation: Playback.Reservation, run: CassetteRun) {
    let interaction = run.edited(reservation.interaction)
    outcome = run.live(interaction.outcome)
    self.reservation = reservation
    sentURL = run.live(url: interaction.request.url)
    self.run = run
  }

  /// The answer; a download's file is written, once, to where the task's destination says.
  func content(task: Task) throws -> PlannedAnswer.Content {
    let response = outcome.response
    guard response?.contentIsMissing != true else {
      let request = reservation.interaction.request
      throw RecorderError.contentMissing(
        path: run.path, index: reservation.index,
        request: "\(request.method) \(RedactionRules.default.redactedForDisplay(request.url))")
    }
    let http = response.map { self.http($0) }
    if let failure = outcome.failure {
      let data = try response.map { try reservation.content($0.body) }
      return .failure(error(failure), http, data ?? Data())
    }
    guard let response, let http else { return .failure(URLError(.unknown), nil, Data()) }
    switch task {
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
      return try download(response.body, http, to: destination)
    default:
      let data = try reservation.content(response.body)
      return .response(http, data, byteCount: data.count)
    }
  }

  /// Writes the content to a file, which only goes where it belongs when it is whole.
  private func download(
    _ body: Cassette.Body, _ http: HTTPURLResponse, to destination: DownloadDestination
  ) throws -> PlannedAnswer.Content {
    let temporary = DownloadedFile.temporary()
    let byteCount: Int
    do throws(CassetteError) {
      byteCount = try reservation.write(body, to: temporary)
    } catch {
      // The disk may be full; what is wrong with the cassette is no error of the transport's.
      guard case .system(_, let path, _) = error, path.utf8.elementsEqual(temporary.path.utf8)
      else {
        throw error
      }
      let failed = AFError.downloadedFileMoveFailed(
        error: error, source: temporary, destination: temporary)
      return .failure(failed, http, Data())
    }
    if let error = DownloadedFile.place(temporary, response: http, destination: destination) {
      return .failure(error, http, Data())
    }
    return .response(http, Data(), byteCount: byteCount)
  }

  private func http(_ response: Cassette.Response) -> HTTPURLResponse {
    var fields: [String: String] = [:]
    fields.reserveCapacity(response.headerFields.count)
    for field in response.headerFields {
      if let earlier = fields.updateValue(field.value, forKey: field.name) {
        fields[field.name] = earlier + ", " + field.value
      }
    }
    let candidates = [response.finalURL, sentURL].compactMap { $0 }
    let url = candidates.lazy.compactMap { URL(recorded: $0) }.first ?? URL(string: "about:blank")!
    return HTTPURLResponse(
      url: url, statusCode: response.status, httpVersion: response.httpVersion,
      headerFields: fields)
      ?? HTTPURLResponse(
        url: url, statusCode: response.status, httpVersion: nil, headerFields: nil)!
  }

  /// The error as the network's layer gives it.
  private func error(_ failure: Cassette.Failure) -> any Error {
    var facts: [String: Any] = [:]
    if !failure.text.isEmpty { facts[NSLocalizedDescriptionKey] = failure.text }
    let plain = NSError(domain: failure.domain, code: failure.code, userInfo: facts)
    switch failure.kind {
    case "explicitlyCancelled":
      return AFError.explicitlyCancelled
    case "requestAdaptationFailed":
      return AFError.requestAdaptationFailed(error: plain)
    case "requestRetryFailed":
      return AFError.requestRetryFailed(retryError: plain, originalError: plain)
    case "createURLRequestFailed":
      return AFError.createURLRequestFailed(error: plain)
    case "downloadedFileMoveFailed":
      let nowhere = URL(fileURLWithPath: "/")
      return AFError.downloadedFileMoveFailed(error: plain, source: nowhere, destination: nowhere)
    case .some:
      return plain
    case nil:
      return AFError.sessionTaskFailed(error: transportError(failure, facts) ?? plain)
    }
  }

  private func transportError(
    _ failure: Cassette.Failure, _ facts: [String: Any]
  ) -> (any Error)? {
    // The initialiser can fail on Linux and cannot on Apple's platforms.
    let code: URLError.Code? = URLError.Code(rawValue: failure.code)
    guard failure.domain == NSURLErrorDomain, let code else { return nil }
    var facts = facts
    if let url = URL(recorded: sentURL) {
      facts[NSURLErrorFailingURLErrorKey] = url
    }
    return URLError(code, userInfo: facts)
  }
}
