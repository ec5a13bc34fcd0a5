import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Makes an answer, as a recorded one comes, of what an endpoint gives as its sample.
struct SampleAnswer {
  private let sample: EndpointSampleResponse
  private let url: URL

  /// An answer of that sample.
  ///
  /// - Parameters:
  ///   - sample: The sample.
  ///   - url: The URL of the request, which a sample of status and content alone does not have.
  init(_ sample: EndpointSampleResponse, url: String?) {
    self.sample = sample
    self.url = url.flatMap { URL(recorded: $0) } ?? URL(string: "about:blank")!
  }

  /// The answer; a download's file is written, once, to where the task's destination says.
  func content(task: Task) -> PlannedAnswer.Content {
    switch sample {
    case .networkError(let error):
      return .failure(error, nil, Data())
    case .networkResponse(let status, let data):
      let http = HTTPURLResponse(
        url: url, statusCode: status, httpVersion: nil, headerFields: nil)
      return http.map { content($0, data, task) } ?? .failure(URLError(.unknown), nil, Data())
    case .response(let http, let data):
      return content(http, data, task)
    }
  }

  private func content(
    _ http: HTTPURLResponse, _ data: Data, _ task: Task
  ) -> PlannedAnswer.Content {
    switch task {
    case .downloadDestination(let destination), .downloadParameters(_, _, let destination):
      let temporary = DownloadedFile.temporary()
      do {
        try data.write(to: temporary)
      } catch {
        return .failure(
          AFError.downloadedFileMoveFailed(
            error: error, source: temporary, destination: temporary), http, Data())
      }
      if let error = DownloadedFile.place(temporary, response: http, destination: destination) {
        return .failure(error, http, Data())
      }
      return .response(RecordedResponse(http), Data())
    default:
      return .response(RecordedResponse(http), data)
    }
  }
}
