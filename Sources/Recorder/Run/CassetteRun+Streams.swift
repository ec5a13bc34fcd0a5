package import Cassette
package import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

// Content that can be read only once: whether it has to be read to find an answer, and what is recorded.
extension CassetteRun {
  /// Whether a call's streams have to be read before anything is decided about it.
  ///
  /// - Parameters:
  ///   - request: The request as the endpoint builds it, but for the content.
  ///   - key: The key of the target.
  /// - Returns: Whether a recording may answer, or be compared, whose content counts.
  package func comparesContent(of request: Cassette.Request, _ key: TargetKey) -> Bool {
    let request = origins.canonical(request)
    guard options.matching.comparesContent, !options.ignoring.selects(request, key.identity),
      !withState({ $0.hasEnded })
    else { return false }
    switch opening {
    case .live, .failed: return false
    case .replay, .verify: return true
    case .record, .missing, .append:
      return layers.all.contains { $0.hasCandidates(like: request) }
    case .update(_, _, let selection):
      return !selection.selects(request, key.identity)
        || layers.all.dropLast().contains { $0.hasCandidates(like: request) }
    }
  }

  /// A stream in front of one that a call uploads, which records what passes.
  ///
  /// - Parameters:
  ///   - source: The caller's stream.
  ///   - part: The name of the part of a multipart request that it is; nil for the whole content.
  ///   - contentType: The value of the request's `Content-Type`.
  ///   - url: The URL of the request.
  ///   - isCompared: Whether it will be read in advance.
  /// - Returns: The stream to send.
  package func teed(
    _ source: InputStream, part: String?, contentType: String?, url: String, isCompared: Bool
  ) -> TeedStream {
    var redacted: (@Sendable () -> StreamDigest)?
    if let redactor = opening.recording?.redactor {
      redacted = { StreamDigest(part: part, contentType: contentType, url: url, by: redactor) }
    }
    return TeedStream(source, record: StreamRecord(isCompared: isCompared, redacted: redacted))
  }

  /// Reads a call's streams as far as is needed to decide about it.
  ///
  /// In `.append` and `.verify` they may have to be sent afterwards: then as much is held of each as the
  /// largest recording has in its part, and ``heldByteCount`` in all at most. In `.append` what is longer is
  /// not read further: only a recording whose secrets were replaced there still answers, for any content
  /// fits it. In `.verify` its call fails.
  ///
  /// - Parameters:
  ///   - streams: The streams of one call, which is compared, and which parts of its request they are.
  ///   - request: The request as the endpoint builds it, but for the content.
  /// - Complexity: O(*n*) in the size of the streams.
  package func readAhead(_ streams: [(part: Int, stream: TeedStream)], of request: Cassette.Request)
  {
    let request = origins.canonical(request)
    var rest = heldByteCount
    for (part, stream) in streams {
      stream.readAhead { held(ofPart: part, of: request, limit: rest) }
      rest = max(0, rest - stream.heldByteCount)
    }
  }

  /// How many bytes of a stream are held that is compared, and whether to stop reading behind them.
  private func held(
    ofPart part: Int, of request: Cassette.Request, limit: Int
  ) -> (byteCount: Int, stops: Bool) {
    switch opening {
    case .append, .record:
      // More than that matches nothing: the call goes live, and sends the rest itself.
      (largestContent(ofPart: part, of: request, limit: limit), true)
    case .verify:
      (largestContent(ofPart: part, of: request, limit: limit), false)
    case .replay, .update, .live, .missing, .failed:
      (0, false)
    }
  }

  private func largestContent(ofPart part: Int, of request: Cassette.Request, limit: Int) -> Int {
    layers.all.map { $0.largestContent(ofPart: part, of: request, limit: limit) }.max() ?? 0
  }

  /// Learns the secrets of a request before its streams are read, so that they are known in these.
  package func learnSecrets(of request: Cassette.Request) {
    opening.recording?.learn(origins.canonical(request))
  }

  /// The request with a stream for its content that records what passes, where it has a stream.
  ///
  /// - Parameter request: The request as plugins have prepared it so far.
  /// - Returns: The request to send.
  func teeingBody(of request: URLRequest) -> URLRequest {
    guard opening.recording != nil, let source = request.httpBodyStream, !(source is TeedStream)
    else { return request }
    var request = request
    request.httpBodyStream = teed(
      source, part: nil, contentType: request.value(forHTTPHeaderField: "Content-Type"),
      url: request.url?.absoluteString ?? "", isCompared: false)
    return request
  }
}
