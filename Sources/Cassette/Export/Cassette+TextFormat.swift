extension Cassette {
  /// A form of text in which requests can be sent again by other tools.
  public struct TextFormat: Hashable, Sendable {
    enum Kind: Hashable, Sendable {
      case http
      case curl
    }

    let kind: Kind

    /// The `.http` files of editors' REST clients: a request each, its answer's status as a comment.
    ///
    /// Content that such a file cannot say, since it is no text or the clients would take lines of it for
    /// their own, is named in a comment instead; a request whose method, URL or header fields they would
    /// take so is a comment as a whole.
    public static let http = TextFormat(kind: .http)

    /// A script for a POSIX shell that runs curl once for each request, which gets the recorded method,
    /// URL, header fields and content, byte for byte.
    ///
    /// `Content-Length` and `Transfer-Encoding` are curl's to write. Where the content was not kept, the
    /// script asks for a file that has it.
    public static let curl = TextFormat(kind: .curl)
  }
}
