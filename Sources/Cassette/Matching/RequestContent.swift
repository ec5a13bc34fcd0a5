import Foundation

/// A request's content, and the form in which it is to be compared.
///
/// Content is JSON where its type says so, and also where it has no type, or a form's, and is a JSON
/// object or array: Moya's `requestData` sets no type, and URLSession then calls it a form on the wire.
/// Two contents are compared in a form that either of them has and both can be read in, else as
/// bytes. The type itself does not count, unless the header field is named: so equal bytes are equal,
/// but for multipart content, which needs the boundary of its type to be read.
struct RequestContent: Sendable {
  /// The bytes; nil for parts without a boundary and for content not at hand.
  private(set) var bytes: [UInt8]?
  /// The parts of multipart content.
  private(set) var sections: [MultipartParser.Section]?
  /// Size in bytes and SHA-256 of content not at hand.
  private(set) var digest: (byteCount: Int, sha256: String)?
  /// The bytes as JSON where they can be read so, whatever the type says.
  private(set) var json: JSONValue?
  /// The type, where one is named.
  let type: MediaType?
  /// Whether the content is to be compared as JSON.
  private(set) var isJSON = false
  /// Whether the content is to be compared as a form's fields.
  private(set) var isForm = false

  init(_ request: Cassette.Request) {
    type = request.headerFields["Content-Type"].map(MediaType.init)
    switch request.body {
    case .empty:
      bytes = []
    case .bytes(let data):
      let content = Array(data)
      bytes = content
      if let boundary = type?.multipartBoundary {
        sections = MultipartParser.sections(content, boundary: boundary)
      }
    case .multipart(let parts):
      sections = parts.map(MultipartParser.Section.init)
    case .sideFile(let file):
      digest = (file.byteCount, file.sha256)
    case .digest(let byteCount, let sha256):
      digest = (byteCount, sha256)
    }
    guard let bytes, sections == nil else { return }
    json = JSONValue(bytes)
    let isFormType = type?.isForm ?? false
    let hasOtherType = type.map { !$0.essence.isEmpty } ?? false && !isFormType
    if let json {
      isJSON = type?.isJSON ?? false || (!hasOtherType && json.isContainer)
    } else {
      isForm = isFormType
    }
  }

  /// Whether its type says that it is text.
  var isText: Bool { type?.essence.starts(with: "text/".utf8) ?? false }

  /// Whether all or part of it is not at hand, so that nothing can be hashed that equal content shares.
  var hasDigest: Bool { digest != nil || sections?.contains { $0.digest != nil } ?? false }

  /// The size in bytes; nil for parts, whose boundary is not known.
  var byteCount: Int? { digest?.byteCount ?? bytes?.count }
}
