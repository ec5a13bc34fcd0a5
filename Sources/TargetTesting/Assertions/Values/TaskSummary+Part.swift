public import Foundation
import MoyaCore

extension TaskSummary {
  /// One part of a multipart task.
  public struct Part: Hashable, Sendable {
    /// Where a part's bytes come from.
    public enum Content: Hashable, Sendable {
      /// From memory.
      case data(Data)
      /// From the file at that URL, which is not read.
      case file(URL)
      /// From a stream that gives this many bytes, which is not read.
      case stream(byteCount: UInt64)
    }

    /// The form field's name.
    public var name: String
    /// The file name, where the part gives one.
    public var fileName: String?
    /// The media type, where the part gives one.
    public var mimeType: String?
    /// Where the bytes come from.
    public var content: Content

    /// A part.
    public init(_ content: Content, name: String, fileName: String? = nil, mimeType: String? = nil)
    {
      self.content = content
      self.name = name
      self.fileName = fileName
      self.mimeType = mimeType
    }

    init(_ part: MultipartFormData) {
      let content: Content =
        switch part.provider {
        case .data(let data): .data(data)
        case .file(let url): .file(url)
        case .stream(_, let byteCount): .stream(byteCount: byteCount)
        }
      self.init(content, name: part.name, fileName: part.fileName, mimeType: part.mimeType)
    }

    /// What differs from a part that there is, each with `expected A, got B`.
    func differences(to got: Part) -> [String] {
      var differences: [String] = []
      let quoted = { (text: String?) in text.map { VisibleText.quoted($0) } ?? "missing" }
      let bare = { (text: String?) in text.map { VisibleText.bare($0) } ?? "missing" }
      func compare(
        _ property: String, _ expected: String?, _ got: String?, shown: (String?) -> String
      ) {
        guard expected.map({ Array($0.utf8) }) != got.map({ Array($0.utf8) }) else { return }
        differences.append(
          "\(property) \(VisibleText.expected(shown(expected), got: shown(got)))")
      }
      compare("name", name, got.name, shown: quoted)
      compare("file name", fileName, got.fileName, shown: quoted)
      compare("MIME type", mimeType, got.mimeType, shown: bare)
      if case .data(let expectedData) = content, case .data(let gotData) = got.content {
        if let text = BodyText.difference(expected: expectedData, got: gotData) {
          differences.append("content differs \(text)")
        }
      } else if content != got.content {
        differences.append(
          "content \(VisibleText.expected(contentText, got: got.contentText))")
      }
      return differences
    }

    /// Where the bytes come from, in words.
    var contentText: String {
      switch content {
      case .data(let data): BodyText.byteCount(data.count)
      case .file(let url):
        "the file \(VisibleText.quoted(DisplayRedaction.text(url.absoluteString)))"
      case .stream(let byteCount): "a stream of \(byteCount) bytes"
      }
    }
  }
}
