// Texts are equal where their bytes are: Swift's own `==` takes some that differ for the same. The hashes
// that the compiler makes fit, for texts of the same bytes have the same.

extension Cassette.Interaction {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.request == right.request
      && left.built == right.built
      && left.outcome == right.outcome
      && left.target == right.target
      && left.attempts == right.attempts
      && left.startedAt == right.startedAt
      && left.duration == right.duration
      && left.redactions == right.redactions
      && left.notes.elementsEqual(right.notes, by: ExactText.isSame)
      && left.tags.elementsEqual(right.tags, by: ExactText.isSame)
      && left.progress == right.progress
      && left.fromCache == right.fromCache
  }
}

extension Cassette.Request {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.method, right.method)
      && ExactText.isSame(left.url, right.url)
      && ExactText.isSame(left.httpVersion, right.httpVersion)
      && left.headerFields == right.headerFields
      && left.body == right.body
  }
}

extension Cassette.Response {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    left.status == right.status
      && ExactText.isSame(left.statusText, right.statusText)
      && ExactText.isSame(left.httpVersion, right.httpVersion)
      && left.headerFields == right.headerFields
      && left.body == right.body
      && ExactText.isSame(left.finalURL, right.finalURL)
      && left.contentIsMissing == right.contentIsMissing
  }
}

extension Cassette.Failure {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.domain, right.domain)
      && left.code == right.code
      && ExactText.isSame(left.text, right.text)
      && ExactText.isSame(left.kind, right.kind)
  }
}

extension Cassette.TargetIdentity {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.type, right.type)
      && ExactText.isSame(left.name, right.name)
  }
}

extension Cassette.Redaction {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.place, right.place)
      && ExactText.isSame(left.placeholder, right.placeholder)
  }
}

extension Cassette.HeaderFields.Field {
  /// Whether both say the same, their texts compared by bytes.
  public static func == (left: Self, right: Self) -> Bool {
    ExactText.isSame(left.name, right.name)
      && ExactText.isSame(left.value, right.value)
  }
}
