extension Cassette.Interaction {
  /// All bodies, those of earlier attempts too.
  package var bodies: [Cassette.Body] {
    let outcomes = [outcome] + attempts.map(\.outcome)
    let requests = [request] + (built.map { [$0] } ?? []) + attempts.map(\.request)
    return requests.map(\.body) + outcomes.compactMap(\.response?.body)
  }

  /// Where the bodies that have files of their own lie, as the entry says it.
  package var sideFilePaths: [String] {
    bodies.compactMap { body in
      if case .sideFile(let file) = body { file.path } else { nil }
    }
  }

  /// Offers each request for editing, the one as built and those of attempts too.
  ///
  /// - Parameter edit: Takes the request, and how places name it: `request`, `built`,
  ///   `attempts[N].request`.
  /// - Throws: What the closure throws.
  package mutating func editRequests<Failure: Error>(
    _ edit: (inout Cassette.Request, _ side: String) throws(Failure) -> Void
  ) throws(Failure) {
    try edit(&request, "request")
    if var request = built {
      try edit(&request, "built")
      built = request
    }
    for index in attempts.indices {
      try edit(&attempts[index].request, "attempts[\(index)].request")
    }
  }

  /// Offers each response for editing, those of attempts too.
  ///
  /// - Parameter edit: Takes the response, and how places name it: `response`, `attempts[N].response`.
  /// - Throws: What the closure throws.
  package mutating func editResponses<Failure: Error>(
    _ edit: (inout Cassette.Response, _ side: String) throws(Failure) -> Void
  ) throws(Failure) {
    func editOne(_ outcome: inout Cassette.Outcome, _ side: String) throws(Failure) {
      guard var response = outcome.response else { return }
      try edit(&response, side)
      outcome = outcome.failure.map { .failure($0, response) } ?? .response(response)
    }
    try editOne(&outcome, "response")
    for index in attempts.indices {
      try editOne(&attempts[index].outcome, "attempts[\(index)].response")
    }
  }

  /// Puts what the closure returns in the place of each body.
  package mutating func replaceBodies<Failure: Error>(
    _ body: (Cassette.Body) throws(Failure) -> Cassette.Body
  ) throws(Failure) {
    try editRequests { (request, _) throws(Failure) in request.body = try body(request.body) }
    try editResponses { (response, _) throws(Failure) in response.body = try body(response.body) }
  }
}
