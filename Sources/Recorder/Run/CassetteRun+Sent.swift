import Cassette

#if canImport(FoundationNetworking)
import Foundation
package import FoundationNetworking
#else
package import Foundation
#endif

// Calls whose answer depends on the request as it is sent.
extension CassetteRun {
  /// Decides which recording answers a call, now that its request is known as it would be sent.
  ///
  /// - Parameters:
  ///   - call: The call, whose answer was claimed by the request as built; any other is left alone.
  ///   - request: The request after the requestClosure and the plugins. A stream that is its content is read
  ///     where content is compared; of one of 1 MiB and more only size and hash are held.
  ///   - sessionHeaders: The header fields that the session would add.
  ///   - repeatsLast: Whether the last recording may answer once more.
  /// - Complexity: O(*n*) in the bytes of the request and its stream, besides the search.
  package func settle(
    _ call: PlannedCall, sent request: URLRequest, sessionHeaders: [String: String],
    repeatingLast repeatsLast: Bool
  ) {
    guard case .replay(let claim) = call.decision, claim.isClaim, let built = call.built else {
      return
    }
    let sent = SentRequest(request: request, sessionHeaders: sessionHeaders)
    let asSent = origins.canonical(
      Cassette.Request(sent, content: content(of: request, call)))
    let asked = PlaybackLayers.Call(
      MatchSubject(built, target: call.key.identity).sent(as: asSent), repeatsLast: repeatsLast)
    let decision: PlannedCall.Decision
    do {
      decision = try layers.settle(claim, asked).map { .replay($0) } ?? missed(asked)
    } catch {
      decision = .fail(error)
    }
    call.settle(
      decision, faultTurn: faultTurn(of: decision, built, call.key.identity))
    note(of: call)
    reportFailure(of: call)
  }

  /// Why nothing answers a call of which only the request as built is known.
  package var sentPartsUnseen: RecorderError {
    .sentPartsUnseen(path: path, matcher: "\(options.matching)")
  }

  /// Where the content of the request as sent is.
  private func content(of request: URLRequest, _ call: PlannedCall) -> RequestContent {
    let planned = call.content ?? .inRequest
    guard options.matching.comparesContentSent, case .inRequest = planned,
      let source = request.httpBodyStream
    else { return planned }
    let record = StreamRecord(isCompared: true, redacted: nil)
    TeedStream(source, record: record).readAhead { (byteCount: 0, stops: false) }
    return .body(record.compared.body, file: nil)
  }
}
