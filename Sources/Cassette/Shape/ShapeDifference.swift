/// One way in which an answer has another shape than the recorded one.
public struct ShapeDifference: Hashable, Sendable {
  /// What differs.
  public enum Kind: Hashable, Sendable {
    /// A member is there that was not; the kinds of its values.
    case added(String)
    /// A member is gone.
    case removed
    /// A member that all objects at the place had is missing in some.
    case sometimesMissing
    /// Values have other kinds than before.
    case type(recorded: String, live: String)
    /// `null` stands where it never stood.
    case null
    /// Only `null` stood there, and now something else does; the kinds.
    case noLongerNull(String)
    /// Another status code.
    case status(recorded: Int, live: Int)
    /// Another media type; empty for none.
    case contentType(recorded: String, live: String)
    /// The content was JSON and cannot be read as JSON any more.
    case notJSON
    /// An error in the place of an answer: its domain and code.
    case failed(String)
    /// An answer, with that status, in the place of a recorded error.
    case answered(Int)
    /// Another error than the recorded one: their domains and codes.
    case failure(recorded: String, live: String)
  }

  /// How much a difference matters to a program that was written against the recording.
  public enum Severity: Int, Hashable, Sendable, Comparable {
    /// A program that passes over what it does not know need not notice.
    case minor
    /// A program may well fail on it.
    case breaking

    /// Orders by how much it matters.
    public static func < (left: Severity, right: Severity) -> Bool {
      left.rawValue < right.rawValue
    }
  }

  /// What differs.
  public var kind: Kind
  /// Where in the JSON it differs: an RFC 6901 pointer in which `*` is any element of an array; nil for
  /// what is no place in the content.
  public var place: String?

  /// A difference.
  public init(_ kind: Kind, at place: String? = nil) {
    self.kind = kind
    self.place = place
  }

  /// How much it matters.
  ///
  /// What is new is minor, and so is another status of the same class; all else is breaking.
  public var severity: Severity {
    switch kind {
    case .added, .noLongerNull: .minor
    case .status(let recorded, let live): recorded / 100 == live / 100 ? .minor : .breaking
    case .removed, .sometimesMissing, .type, .null, .contentType, .notJSON, .failed, .answered,
      .failure:
      .breaking
    }
  }
}

extension ShapeDifference: CustomStringConvertible {
  /// The difference on one line, such as `/user/id: was number, is string`.
  public var description: String {
    let text =
      switch kind {
      case .added(let kinds): "is new (\(kinds))"
      case .removed: "is gone"
      case .sometimesMissing: "is missing at times"
      case .type(let recorded, let live): "was \(recorded), is \(live)"
      case .null: "is null, and never was"
      case .noLongerNull(let kinds): "was null, is \(kinds)"
      case .status(let recorded, let live): "status: was \(recorded), is \(live)"
      case .contentType(let recorded, let live):
        "content type: was \(Self.shown(recorded)), is \(Self.shown(live))"
      case .notJSON: "content: was JSON, cannot be read as JSON"
      case .failed(let error): "was answered, fails with \(error)"
      case .answered(let status): "failed, is answered with status \(status)"
      case .failure(let recorded, let live): "failed with \(recorded), fails with \(live)"
      }
    // The whole document has the empty pointer.
    return place.map { "\($0.isEmpty ? "the document" : $0): \(text)" } ?? text
  }

  private static func shown(_ type: String) -> String {
    type.isEmpty ? "not given" : VisibleText.plain(type, limit: 100)
  }
}
