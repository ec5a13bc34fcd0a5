import Cassette

extension Cassette.Interaction {
  /// All bodies, those of earlier attempts too.
  var bodies: [Cassette.Body] {
    let outcomes = [outcome] + attempts.map(\.outcome)
    let requests = [request] + (built.map { [$0] } ?? []) + attempts.map(\.request)
    return requests.map(\.body) + outcomes.compactMap(\.response?.body)
  }

  /// Puts what the closure returns in the place of each body.
  mutating func replaceBodies(_ body: (Cassette.Body) -> Cassette.Body) {
    func replace(_ outcome: inout Cassette.Outcome) {
      guard var response = outcome.response else { return }
      response.body = body(response.body)
      outcome = outcome.failure.map { .failure($0, response) } ?? .response(response)
    }
    request.body = body(request.body)
    if let old = built?.body { built?.body = body(old) }
    replace(&outcome)
    for index in attempts.indices {
      attempts[index].request.body = body(attempts[index].request.body)
      replace(&attempts[index].outcome)
    }
  }
}
