import Foundation

/// What cannot be as it was live where the two closures answer alone: Moya's own stubs deliver there, and
/// these have no place for it. `ReplayProvider` has no exceptions.
struct ParityException: Sendable {
  let name: String
  let reason: String
  /// Makes of what was seen live what the closures' caller sees.
  let apply: @Sendable (inout ParityObservation, _ hasQueue: Bool) -> Void

  static let all = [
    ParityException(
      name: "plugins hear of requests that could not be built",
      reason: "Moya lets plugins prepare each stub",
      apply: { seen, _ in seen.addPreparation() }),
    ParityException(
      name: "errors are bare",
      reason: "EndpointSampleResponse.networkError takes an NSError, so nothing wraps it",
      apply: { seen, _ in
        seen.changeErrors { error in
          guard error.isOfTransport else { return }
          if error.isCancellation {
            (error.ownDomain, error.ownCode) = (NSURLErrorDomain, NSURLErrorCancelled)
          }
          if error.domain == nil { (error.domain, error.code) = (error.ownDomain, error.ownCode) }
          error.loseWrapping()
        }
      }),
    ParityException(
      name: "errors have no response",
      reason: "EndpointSampleResponse.networkError has no place for one",
      apply: { seen, _ in
        if seen.error?.isBare == true, seen.error?.hasResponse == true { seen.loseResponse() }
        seen.changeErrors { error in
          if error.isBare { error.hasResponse = false }
        }
      }),
    ParityException(
      name: "statuses are refused by Moya's error",
      reason: "Moya's stubs validate by themselves, and say MoyaError.statusCode",
      apply: { seen, _ in
        seen.changeErrors { error in
          guard error.isOfValidation else { return }
          error.loseWrapping()
          error.type = "MoyaError.statusCode"
        }
      }),
    ParityException(
      name: "there is no progress",
      reason: "Moya's stubs never call a progress block",
      apply: { seen, _ in seen.events.removeAll(where: \.isProgress) }),
    ParityException(
      name: "without a queue, the thread that asks is answered",
      reason: "Moya's immediate stubs deliver at once where neither call nor provider has a queue",
      apply: { seen, hasQueue in
        guard !hasQueue else { return }
        seen.events = seen.events.map {
          $0 == .completion(queue: "main") ? .completion(queue: "elsewhere") : $0
        }
      }),
  ]
}

extension ParityError {
  /// Whether it is an error of Alamofire's, but of no status.
  fileprivate var isOfTransport: Bool { wrapping != nil && !isOfValidation }
  fileprivate var isOfValidation: Bool { wrapping?.hasPrefix("responseValidationFailed") == true }
  fileprivate var isCancellation: Bool { wrapping == "explicitlyCancelled" }
  /// Whether it is one that nothing wraps any more.
  fileprivate var isBare: Bool { label == "underlying" && wrapping == nil && domain != nil }
  /// Whether there was no request yet that plugins could have prepared.
  fileprivate var isUnprepared: Bool {
    switch wrapping {
    case "createUploadableFailed", "createURLRequestFailed", "urlRequestValidationFailed": true
    default: false
    }
  }

  fileprivate mutating func loseWrapping() {
    (wrapping, type, ownDomain, ownCode) = (nil, nil, nil, nil)
  }
}

extension ParityObservation {
  fileprivate mutating func changeErrors(_ change: (inout ParityError) -> Void) {
    if var error {
      change(&error)
      self.error = error
    }
    for index in events.indices {
      guard var error = events[index].error else { continue }
      change(&error)
      events[index].error = error
    }
  }

  fileprivate mutating func loseResponse() {
    status = nil
    fields = []
    body.removeAll()
    url = nil
    request = nil
    mapped = "nothing"
  }

  /// Adds what plugins are told of a request, where they were told only of its end.
  fileprivate mutating func addPreparation() {
    guard let error = events.first?.error, error.isUnprepared else { return }
    events =
      [
        .prepare(plugin: "A", after: "nobody"), .prepare(plugin: "B", after: "A"),
        .willSend(plugin: "A", method: method, preparedBy: "AB"),
        .willSend(plugin: "B", method: method, preparedBy: "AB"),
      ] + events
  }
}
