#if !UpstreamMoya
public import Foundation
#if canImport(FoundationNetworking)
public import FoundationNetworking
#endif

extension DownloadRequest {
  /// What may be done to make room for a downloaded file.
  public struct Options: OptionSet, Sendable {
    /// Missing folders are made.
    public static let createIntermediateDirectories = Options(rawValue: 1)
    /// A file that is there is removed.
    public static let removePreviousFile = Options(rawValue: 2)

    /// The options as bits.
    public let rawValue: Int

    /// Options from bits.
    public init(rawValue: Int) {
      self.rawValue = rawValue
    }
  }

  /// Says where a downloaded file goes, given where it lies and the response; called on the
  /// session's queue, before any validation.
  public typealias Destination = (
    _ temporaryURL: URL, _ response: HTTPURLResponse
  ) -> (destinationURL: URL, options: Options)

  /// A destination in the first of the directories of this kind, under the name that the response
  /// suggests.
  public class func suggestedDownloadDestination(
    for directory: FileManager.SearchPathDirectory = .documentDirectory,
    in domain: FileManager.SearchPathDomainMask = .userDomainMask, options: Options = []
  ) -> Destination {
    { temporaryURL, response in
      let folder = FileManager.default.urls(for: directory, in: domain).first
      let name = fileName(response.suggestedFilename, of: response.url)
      return (folder?.appendingPathComponent(name) ?? temporaryURL, options)
    }
  }

  /// A name that leads nowhere else, whatever a server suggests.
  private static func fileName(_ suggested: String?, of url: URL?) -> String {
    // What Linux calls a file for which the server suggests nothing.
    let suggestion = suggested == "Unknown" ? nil : suggested
    let last = (suggestion ?? url?.lastPathComponent ?? "").utf8.split(separator: UInt8(ascii: "/"))
      .last.map { String(decoding: $0, as: UTF8.self) }
    guard let last, last != ".", last != ".." else { return "Unknown" }
    return last
  }
}

/// Moya's name for the closure that says where a downloaded file goes.
public typealias DownloadDestination = DownloadRequest.Destination
#endif
