import Cassette
import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

extension PlannedCall {
  /// The interaction that this call has become.
  func interaction(
    outcome: Cassette.Outcome, duration: Duration, target: any TargetType,
    content planned: RequestContent, streamed: [StreamedContent]
  ) -> Cassette.Interaction {
    let content = planned.adding(streamed)
    let built = self.built?.adding(streamed)
    var request: Cassette.Request
    var builtIfDifferent: Cassette.Request?
    if let sent {
      request = Cassette.Request(sent, content: content)
      if let built, built != Cassette.Request(sent.request, content: content) {
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
    var outcome = outcome
    if case .response(var response) = outcome, let final = response.finalURL,
      final.utf8.elementsEqual(request.url.utf8)
    {
      response.finalURL = nil
      outcome = .response(response)
    }
    return Cassette.Interaction(
      request: request, built: builtIfDifferent, outcome: outcome,
      target: Cassette.TargetIdentity(target),
      startedAt: sent == nil ? Date(timeIntervalSince1970: 0) : startedAt,
      duration: sent == nil ? .zero : duration,
      notes: (isAmbiguous ? ["another call that was under way fits this outcome as well"] : [])
        + streamed.compactMap(\.content.note))
  }
}

extension Cassette.Request {
  /// The request with the header fields that its session has added.
  init(_ sent: SentRequest, content: RequestContent) {
    self.init(sent.request, content: content)
    for field in Cassette.HeaderFields(sorting: sent.sessionHeaders)
    where headerFields[field.name] == nil {
      headerFields.append(name: field.name, value: field.value)
    }
    headerFields = headerFields.sortedByName()
  }
}
