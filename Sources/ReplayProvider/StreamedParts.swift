import Cassette
import Foundation
import MoyaCore
import Recorder

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The parts of an upload that come from streams, which can be read only once.
struct StreamedParts {
  let run: CassetteRun
  /// The key of the target.
  let key: TargetKey

  /// The task with a stream of ours in front of each streamed part, read as far as is needed to decide
  /// about the call; its bytes on the wire stay the same.
  func teed(_ task: Task, of request: URLRequest) -> Task {
    switch task {
    case .uploadMultipart(let parts) where parts.contains(where: \.isStreamed):
      .uploadMultipart(teed(parts, of: request))
    case .uploadCompositeMultipart(let parts, let parameters)
    where parts.contains(where: \.isStreamed):
      .uploadCompositeMultipart(teed(parts, of: request), urlParameters: parameters)
    default:
      task
    }
  }

  private func teed(_ parts: [MultipartFormData], of request: URLRequest) -> [MultipartFormData] {
    let request = Cassette.Request(request, content: .inRequest)
    let isCompared = run.comparesContent(of: request, key)
    var streams: [(part: Int, stream: TeedStream)] = []
    let result = parts.enumerated().map { index, part in
      guard case .stream(let source, let length) = part.provider else { return part }
      let stream = run.teed(
        source, part: part.name, contentType: nil, url: request.url, isCompared: isCompared)
      streams.append((index, stream))
      return MultipartFormData(
        provider: .stream(stream, length), name: part.name, fileName: part.fileName,
        mimeType: part.mimeType)
    }
    guard isCompared else { return result }
    run.learnSecrets(of: request)
    run.readAhead(streams, of: request)
    return result
  }
}

extension MultipartFormData {
  fileprivate var isStreamed: Bool {
    if case .stream = provider { true } else { false }
  }
}
