import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PlannedCall {
  /// The interaction that this call has become, with what is known of it now.
  func interaction(
    _ record: CallRecord, outcome: Cassette.Outcome, duration: Duration, target: any TargetType,
    content planned: RequestContent, streamed: [StreamedContent], origins: OriginMap
  ) -> Cassette.Interaction {
    let content = planned.adding(streamed)
    let built = self.built?.adding(streamed)
    var request: Cassette.Request
    var builtIfDifferent: Cassette.Request?
    if let sent = record.sent {
      request = Cassette.Request(sent, content: content)
      if let built,
        built != origins.canonical(Cassette.Request(sent.request, content: content))
      {
        builtIfDifferent = built
      }
    } else if let built {
      // It failed before any plugin saw it: what was built is all that is known.
      request = built
    } else {
      let endpoint = MoyaProvider<MultiTarget>.defaultEndpointMapping(for: MultiTarget(target))
      request = Cassette.Request(
        method: target.method.rawValue, url: endpoint.url,
        headerFields: Cassette.HeaderFields(sorting: target.headers ?? [:]))
    }
    // The stream of another attempt's request is not theirs.
    let uploaded = if case .inRequest = planned { planned } else { content }
    var room = record.attempts.room
    let attempts = record.attempts.kept.map {
      $0.recorded(content: uploaded, room: &room, last: request)
    }
    var notes = attempts.flatMap(\.notes) + [record.attempts.note].compactMap(\.self)
    if record.isAmbiguous {
      notes.append("another call that was under way fits this outcome as well")
    }
    return Cassette.Interaction(
      request: request, built: builtIfDifferent, outcome: outcome.asked(by: request),
      target: Cassette.TargetIdentity(target), attempts: attempts.map(\.attempt),
      startedAt: record.startedAt, duration: record.sent == nil ? .zero : duration,
      notes: notes + streamed.compactMap(\.content.note))
  }
}

extension Cassette.Request {
  /// What was sent, with the header fields that the session has added.
  init(_ sent: SentRequest, content: RequestContent) {
    self.init(sent.request, content: content)
    for field in Cassette.HeaderFields(sorting: sent.sessionHeaders)
    where headerFields[field.name] == nil {
      headerFields.append(name: field.name, value: field.value)
    }
    headerFields = headerFields.sortedByName()
  }
}

extension Cassette.Outcome {
  /// The outcome of that request: the final URL is only kept where it is another.
  func asked(by request: Cassette.Request) -> Cassette.Outcome {
    guard case .response(var response) = self, let final = response.finalURL,
      final.utf8.elementsEqual(request.url.utf8)
    else { return self }
    response.finalURL = nil
    return .response(response)
  }
}
