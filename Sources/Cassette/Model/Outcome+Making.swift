public import Foundation

// Outcomes made by hand.
extension Cassette.Outcome {
  /// An answer in JSON.
  ///
  /// - Parameters:
  ///   - text: The JSON, which is not checked.
  ///   - status: The status code.
  ///   - headerFields: Further header fields; a `Content-Type` among them stands in the place of
  ///     `application/json`.
  /// - Returns: The answer.
  public static func json(
    _ text: String, status: Int = 200, headerFields: Cassette.HeaderFields = [:]
  ) -> Cassette.Outcome {
    data(Data(text.utf8), type: "application/json", status: status, headerFields: headerFields)
  }

  /// An answer in JSON, of a value that encodes itself.
  ///
  /// - Parameters:
  ///   - value: The value.
  ///   - encoder: How it is encoded; the answer has the same bytes each time where its keys are sorted.
  ///   - status: The status code.
  ///   - headerFields: Further header fields; a `Content-Type` among them stands in the place of
  ///     `application/json`.
  /// - Returns: The answer.
  /// - Throws: What the encoder throws.
  public static func json(
    encoding value: some Encodable, by encoder: JSONEncoder = JSONEncoder(), status: Int = 200,
    headerFields: Cassette.HeaderFields = [:]
  ) throws -> Cassette.Outcome {
    data(
      try encoder.encode(value), type: "application/json", status: status,
      headerFields: headerFields)
  }

  /// An answer in plain text, in UTF-8.
  ///
  /// - Parameters:
  ///   - text: The text.
  ///   - status: The status code.
  ///   - headerFields: Further header fields; a `Content-Type` among them stands in the place of
  ///     `text/plain; charset=utf-8`.
  /// - Returns: The answer.
  public static func text(
    _ text: String, status: Int = 200, headerFields: Cassette.HeaderFields = [:]
  ) -> Cassette.Outcome {
    data(
      Data(text.utf8), type: "text/plain; charset=utf-8", status: status,
      headerFields: headerFields)
  }

  /// An answer of bytes.
  ///
  /// - Parameters:
  ///   - data: The content.
  ///   - type: The media type; nil for an answer that does not say.
  ///   - status: The status code.
  ///   - headerFields: Further header fields; a `Content-Type` among them stands in the place of `type`.
  /// - Returns: The answer.
  public static func data(
    _ data: Data, type: String? = "application/octet-stream", status: Int = 200,
    headerFields: Cassette.HeaderFields = [:]
  ) -> Cassette.Outcome {
    var fields = headerFields
    if let type, fields["Content-Type"] == nil { fields.append(name: "Content-Type", value: type) }
    return .response(
      Cassette.Response(status: status, headerFields: fields, body: Cassette.Body(data)))
  }

  /// An answer without content.
  ///
  /// - Parameters:
  ///   - status: The status code, such as 204.
  ///   - headerFields: The header fields.
  /// - Returns: The answer.
  public static func status(
    _ status: Int, headerFields: Cassette.HeaderFields = [:]
  ) -> Cassette.Outcome {
    .response(Cassette.Response(status: status, headerFields: headerFields))
  }

  /// A failure of the network's, such as `.timedOut`.
  ///
  /// - Parameters:
  ///   - code: The code, in `NSURLErrorDomain`.
  ///   - text: The text for people.
  /// - Returns: The failure, without a response.
  public static func failing(_ code: URLError.Code, text: String = "") -> Cassette.Outcome {
    .failure(
      Cassette.Failure(domain: NSURLErrorDomain, code: code.rawValue, text: text), nil)
  }
}
