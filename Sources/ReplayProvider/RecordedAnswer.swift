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
  /// How long the answer took when it was recorded.
  let duration: Duration
  /// What the caller's progress block was told last, where that is known.
  private(set) var progress: Cassette.TransferProgress?
  /// What the caller sees.
  private(set) var outcome: Cassette.Outcome
  /// The attempts before it.
  let attempts: [Cassette.Attempt]
  let reservation: Playback.Reservation
  private let sentURL: String
  let run: CassetteRun

  /// What a recording says, as the user's hook edits it, and then under the fault.
  ///
  /// - Throws: What reading the content throws, of which some faults leave half.
  init(_ reservation: Playback.Reservation, fault: Fault?, run: CassetteRun) throws {
    let interaction = run.edited(reservation.interaction)
    let recorded = run.live(interaction.outcome)
    let hasFault = fault?.applies(to: recorded) ?? false
    outcome =
      try fault?.applied(to: recorded) { try reservation.content($0) } ?? recorded
    // What was told of other content does not fit.
    progress = hasFault ? nil : interaction.progress
    duration = interaction.duration
    attempts = interaction.attempts
    self.reservation = reservation
    sentURL = run.live(url: interaction.request.url)
    self.run = run
  }

  /// The answer of a call whose request's time was over before.
  func timedOut() throws -> RecordedAnswer {
    var copy = self
    copy.outcome = try Fault.timedOut.applied(to: outcome) { try reservation.content($0) }
    copy.progress = nil
    return copy
  }

  /// How much content the header fields tell of; 0 where nothing came, nil where they do not tell.
  var announcedByteCount: Int? {
    Self.announcedByteCount(of: outcome)
  }

  /// The same of any outcome.
  static func announcedByteCount(of outcome: Cassette.Outcome) -> Int? {
    guard let fields = outcome.response?.headerFields else { return 0 }
    return fields["Content-Encoding"] == nil ? fields["Content-Length"].flatMap { Int($0) } : nil
  }

  /// The answer; a download's file is written, once, to where the task's destination says.
  func content(task: Task) throws -> PlannedAnswer.Content {
    let response = outcome.response
    guard response?.contentIsMissing != true || endsWithoutFile(task) else {
      let request = reservation.interaction.request
      throw RecorderError.contentMissing(
        path: run.path, index: reservation.index,
        request: "\(request.method) \(RedactionRules.default.redactedForDisplay(request.url))")
    }
    if let failure = outcome.failure {
      // What had come of a download lies in no file that the caller knows.
      let data = try response.map { task.isDownload ? Data() : try reservation.content($0.body) }
      let http = response.map { recorded($0).http }
      return .failure(error(failure, of: sentURL), http, data ?? Data())
    }
    guard let response else { return .failure(URLError(.unknown), nil, Data()) }
    switch task {
    case _ where response.contentIsMissing:
      return .response(recorded(response), Data())
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
      return try download(response.body, recorded(response), to: destination)
    default:
      return .response(recorded(response), try reservation.content(response.body))
    }
  }

  /// Whether a download stopped at a redirection: on Linux it is done then, and no file is written.
  private func endsWithoutFile(_ task: Task) -> Bool {
    guard task.isDownload, let response = outcome.response else { return false }
    return (300..<400).contains(response.status) && response.headerFields["Location"] != nil
  }

  /// Writes the content to a file, which only goes where it belongs when it is whole.
  private func download(
    _ body: Cassette.Body, _ response: RecordedResponse, to destination: DownloadDestination
  ) throws -> PlannedAnswer.Content {
    let temporary = DownloadedFile.temporary()
    do throws(CassetteError) {
      _ = try reservation.write(body, to: temporary)
    } catch {
      // The disk may be full; what is wrong with the cassette is no error of the transport's.
      guard case .system(_, let path, _) = error, path.utf8.elementsEqual(temporary.path.utf8)
      else {
        throw error
      }
      let failed = AFError.downloadedFileMoveFailed(
        error: error, source: temporary, destination: temporary)
      return .failure(failed, response.http, Data())
    }
    if let error = DownloadedFile.place(
      temporary, response: response.http, destination: destination)
    {
      return .failure(error, response.http, Data())
    }
    return .response(response, Data())
  }

  /// The response, and so many bytes of its content, as a call has them that ends there; nil where none had
  /// come.
  func partial(_ byteCount: Int, task: Task) throws -> (http: HTTPURLResponse, data: Data)? {
    guard byteCount > 0, let response = outcome.response else { return nil }
    let data = task.isDownload ? Data() : try reservation.content(response.body)
    return (recorded(response).http, data.prefix(byteCount))
  }

  private func recorded(_ response: Cassette.Response) -> RecordedResponse {
    RecordedResponse(status: response.status) { [sentURL] in
      Self.http(response, from: sentURL)
    }
  }

  /// The response as Foundation has it, to a request to that URL.
  static func http(_ response: Cassette.Response, from sentURL: String) -> HTTPURLResponse {
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

  /// The error as the network's layer gives it, of a request to that URL.
  func error(_ failure: Cassette.Failure, of sentURL: String) -> any Error {
    let plain = foundationError(failure, of: sentURL)
    switch failure.kind {
    case "explicitlyCancelled":
      return AFError.explicitlyCancelled
    case "requestAdaptationFailed":
      return AFError.requestAdaptationFailed(error: plain)
    case "requestRetryFailed":
      return AFError.requestRetryFailed(retryError: plain, originalError: plain)
    case "createURLRequestFailed":
      return AFError.createURLRequestFailed(error: plain)
    case "createUploadableFailed":
      return AFError.createUploadableFailed(error: plain)
    case "multipartEncodingFailed":
      // Which part could not be read is in the text.
      return AFError.multipartEncodingFailed(reason: .inputStreamReadFailed(error: plain))
    case "urlRequestValidationFailed":
      let body = reservation.interaction.request.body.data ?? Data()
      return AFError.urlRequestValidationFailed(reason: .bodyDataInGETRequest(body))
    case "downloadedFileMoveFailed":
      let nowhere = URL(fileURLWithPath: "/")
      return AFError.downloadedFileMoveFailed(error: plain, source: nowhere, destination: nowhere)
    case .some:
      return plain
    case nil:
      return AFError.sessionTaskFailed(error: plain)
    }
  }

  /// The error as Foundation has it, of its own type where there is one for the domain.
  private func foundationError(_ failure: Cassette.Failure, of sentURL: String) -> any Error {
    var facts: [String: Any] = [:]
    if !failure.text.isEmpty { facts[NSLocalizedDescriptionKey] = failure.text }
    switch failure.domain {
    case NSURLErrorDomain:
      // The initialiser can fail on Linux and cannot on Apple's platforms.
      let code: URLError.Code? = URLError.Code(rawValue: failure.code)
      guard let code else { break }
      if let url = URL(recorded: sentURL) { facts[NSURLErrorFailingURLErrorKey] = url }
      return URLError(code, userInfo: facts)
    case NSCocoaErrorDomain:
      return CocoaError(CocoaError.Code(rawValue: failure.code), userInfo: facts)
    default: break
    }
    return NSError(domain: failure.domain, code: failure.code, userInfo: facts)
  }
}
