#if !UpstreamMoya
public import Foundation

/// One part of a `multipart/form-data` body (RFC 7578).
public struct MultipartFormData: Hashable {
  /// Where a part's bytes come from.
  public enum FormDataProvider: Hashable {
    /// From memory.
    case data(Data)
    /// From a file.
    case file(URL)
    /// From a stream that gives this many bytes; it can be read only once.
    case stream(InputStream, UInt64)
  }

  /// Where the part's bytes come from.
  public let provider: FormDataProvider
  /// The form field's name.
  public let name: String
  /// The file name to send; of a file part used only together with `mimeType`.
  public let fileName: String?
  /// The media type to send; of a file part used only together with `fileName`.
  public let mimeType: String?

  /// A part; of a file, the file's own name and type are sent unless both are given here.
  public init(
    provider: FormDataProvider, name: String, fileName: String? = nil, mimeType: String? = nil
  ) {
    self.provider = provider
    self.name = name
    self.fileName = fileName
    self.mimeType = mimeType
  }
}
#endif
