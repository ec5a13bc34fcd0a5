package import Cassette
package import Foundation

extension Fault {
  /// Whether there is anything in that outcome for the fault to change.
  package func applies(to outcome: Cassette.Outcome) -> Bool {
    switch kind {
    case .error, .status:
      return true
    case .truncatedBody, .corruptJSON, .emptyBody, .slowBody:
      guard case .response(let response) = outcome, !response.contentIsMissing else { return false }
      return response.body.byteCount > 0
    }
  }

  /// The outcome that a caller sees instead.
  ///
  /// - Parameters:
  ///   - outcome: What was recorded.
  ///   - content: Reads the content of a body.
  /// - Returns: The outcome under the fault; the one recorded where the fault does not apply to it.
  /// - Throws: What the closure throws, which is only called where the content matters.
  /// - Complexity: O(*n*) in the size of the content where half of it is kept, which is held.
  package func applied(
    to outcome: Cassette.Outcome, content: (Cassette.Body) throws -> Data
  ) throws -> Cassette.Outcome {
    guard applies(to: outcome) else { return outcome }
    switch kind {
    case .error(let fault):
      return .failure(fault.failure, nil)
    case .status(let code):
      let recorded = outcome.response
      return .response(
        Cassette.Response(
          status: code, httpVersion: recorded?.httpVersion ?? "HTTP/1.1",
          headerFields: Self.withoutContent(recorded?.headerFields ?? [:]),
          finalURL: recorded?.finalURL))
    case .slowBody:
      return outcome
    case .truncatedBody, .corruptJSON, .emptyBody:
      break
    }
    guard case .response(var response) = outcome else { return outcome }
    if kind == .emptyBody {
      response.body = .empty
      response.headerFields = Self.measuring(response.headerFields, byteCount: 0)
      return .response(response)
    }
    let whole = try content(response.body)
    let half = Data(whole.prefix(whole.count / 2))
    if kind == .truncatedBody {
      response.body = .bytes(half)
      return .failure(TransportFault.connectionReset.failure, response)
    }
    // No prefix of a JSON text is one with these behind it.
    let corrupt = half + Data("<!".utf8)
    response.body = .bytes(corrupt)
    response.headerFields = Self.measuring(response.headerFields, byteCount: corrupt.count)
    return .response(response)
  }

  private static func withoutContent(_ fields: Cassette.HeaderFields) -> Cassette.HeaderFields {
    let names = ["etag", "last-modified", "transfer-encoding"]
    return Cassette.HeaderFields(
      fields.filter { field in
        let name = field.name.lowercased()
        return !name.hasPrefix("content-") && !names.contains(name)
      })
  }

  private static func measuring(
    _ fields: Cassette.HeaderFields, byteCount: Int
  ) -> Cassette.HeaderFields {
    Cassette.HeaderFields(
      fields.map { field in
        field.name.lowercased() == "content-length"
          ? .init(name: field.name, value: "\(byteCount)") : field
      })
  }
}
