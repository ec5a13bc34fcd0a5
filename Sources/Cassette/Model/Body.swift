public import Foundation

extension Cassette {
  /// The content of a request or of a response (RFC 9110 §6.4).
  public enum Body: Hashable, Sendable {
    /// No content. A body of zero bytes is the same content, and is written as this.
    case empty
    /// The content, byte for byte, after the transport has undone its content coding.
    case bytes(Data)
    /// The parts of a `multipart/form-data` request, without the boundary, which varies by run.
    case multipart([Part])
    /// Content that lies in a file of its own beside the cassette.
    case sideFile(SideFile)
    /// Content that was not kept: its size in bytes, and its SHA-256 in lower-case hexadecimal.
    case digest(byteCount: Int, sha256: String)

    /// What is known of content that was not kept.
    public struct Digest: Hashable, Sendable {
      /// The content's size in bytes.
      public var byteCount: Int
      /// The SHA-256 of the content, in lower-case hexadecimal.
      public var sha256: String

      /// The digest of content of that size and hash.
      public init(byteCount: Int, sha256: String) {
        self.byteCount = byteCount
        self.sha256 = sha256
      }
    }

    /// One part of a multipart request (RFC 7578).
    public struct Part: Hashable, Sendable {
      /// The name of the form's field.
      public var name: String
      /// The file's name, where the part has one.
      public var fileName: String?
      /// The part's media type, where it has one.
      public var contentType: String?
      /// The part's content; empty where only its digest was kept.
      public var value: Data
      /// Size and hash of content that was not kept; nil where `value` is the content.
      public var digest: Digest?

      /// A part of a multipart request.
      public init(
        name: String, fileName: String? = nil, contentType: String? = nil, value: Data,
        digest: Digest? = nil
      ) {
        self.name = name
        self.fileName = fileName
        self.contentType = contentType
        self.value = value
        self.digest = digest
      }

      /// The content's size in bytes, kept or not.
      public var byteCount: Int { digest?.byteCount ?? value.count }
    }

    /// A reference to content in a file beside the cassette.
    public struct SideFile: Hashable, Sendable {
      /// The path, relative to the cassette's folder: `NAME.bodies/SHA-256.gz`.
      public var path: String
      /// The content's size in bytes, before compression.
      public var byteCount: Int
      /// The SHA-256 of the content, in lower-case hexadecimal.
      public var sha256: String

      /// A reference to content in a file beside the cassette.
      public init(path: String, byteCount: Int, sha256: String) {
        self.path = path
        self.byteCount = byteCount
        self.sha256 = sha256
      }
    }

    /// The content of those bytes; zero bytes and nil are the same content.
    public init(_ data: Data?) {
      if let data, !data.isEmpty { self = .bytes(data) } else { self = .empty }
    }

    /// The content's size in bytes, kept or not; of parts that of all their values, as far as a number
    /// can say it.
    package var byteCount: Int {
      switch self {
      case .empty: 0
      case .bytes(let data): data.count
      case .multipart(let parts): parts.byteCount
      case .sideFile(let file): file.byteCount
      case .digest(let byteCount, _): byteCount
      }
    }

    /// The bytes, where they are at hand: empty for `.empty`, nil for parts, side files and digests.
    public var data: Data? {
      switch self {
      case .empty: Data()
      case .bytes(let data): data
      case .multipart, .sideFile, .digest: nil
      }
    }
  }
}

extension [Cassette.Body.Part] {
  /// The size of all values in bytes, as far as a number can say it.
  package var byteCount: Int { reduce(0) { $0.addingHeld($1.byteCount) } }
}
