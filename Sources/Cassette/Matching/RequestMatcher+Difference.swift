extension RequestMatcher {
  /// What differs between a request and a recorded one in one part.
  public struct Difference: Hashable, Sendable, CustomStringConvertible {
    /// The part's name, such as `method`, `query`, `body` or `header`.
    public var part: String
    /// Where in the part: `item "page"`, `at $.user.name`, `field "k"`, `part "file"`, `at byte 5`.
    public var path: String?
    /// What was sent, as a message shows it: ASCII and shortened; nil where there was nothing.
    public var sent: String?
    /// What is recorded, shown likewise; nil where there is nothing.
    public var recorded: String?

    /// What a rule can leave out so that this no longer differs, where that is less than the part.
    enum Detail: Hashable, Sendable {
      /// The query's items of a decoded name.
      case query(String)
      /// A place in JSON, as a pointer.
      case json(String)
      /// The form's fields of a decoded name.
      case field(String)
      /// The part of that name.
      case part(String)
      /// The content of the part of that name.
      case partContent(String)
      /// What tells two texts of the same lines apart.
      case lineEnds
    }

    /// What a rule can leave out so that this no longer differs, where that is less than the part.
    var detail: Detail?
    /// Whether it is of the request as sent.
    public internal(set) var isOfSent = false

    /// A difference, for a part of one's own.
    ///
    /// What is given is shown in messages: give no secrets.
    public init(part: String, path: String? = nil, sent: String?, recorded: String?) {
      self.part = part
      self.path = path
      self.sent = sent
      self.recorded = recorded
    }

    /// Whether both say the same; what rules they lead to does not count.
    public static func == (left: Difference, right: Difference) -> Bool {
      left.part == right.part && left.path == right.path && left.sent == right.sent
        && left.recorded == right.recorded && left.isOfSent == right.isOfSent
    }

    /// Feeds what it says.
    public func hash(into hasher: inout Hasher) {
      hasher.combine(part)
      hasher.combine(path)
      hasher.combine(sent)
      hasher.combine(recorded)
      hasher.combine(isOfSent)
    }

    /// The part and the place: `query item "page"`.
    public var place: String { (isOfSent ? "sent " : "") + (path.map { "\(part) \($0)" } ?? part) }

    /// One line: `query item "page": sent "3", recorded "1"`.
    public var description: String {
      "\(place): sent \(sent ?? "nothing"), recorded \(recorded ?? "nothing")"
    }
  }
}
