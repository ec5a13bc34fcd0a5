import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// The value that a target's response stands for, and what its header fields say besides.
public struct Answer<Value> {
  /// The value.
  public let value: Value
  /// The response that it was read from.
  public let response: Response

  /// The value of a header field, whatever the letter case of its name; nil where there is none.
  public func field(_ name: String) -> String? {
    response.response?.value(forHTTPHeaderField: name)
  }

  /// How many requests the server will still answer in this hour, where it says so.
  public var rateLimitRemaining: Int? { field("X-RateLimit-Remaining").flatMap { Int($0) } }

  /// The URL of the page after this one, where there is one (RFC 8288).
  public var nextPage: URL? {
    // `<URL>; rel="next", <URL>; rel="last"`: only a URL's own commas make this more than splitting.
    for link in (field("Link") ?? "").split(separator: "<") {
      guard let end = link.firstIndex(of: ">") else { continue }
      let parameters = link[end...].dropFirst().split(separator: ";")
        .map { $0.trimmingCharacters(in: [" ", "\t", ","]) }
      if parameters.contains("rel=\"next\"") || parameters.contains("rel=next") {
        return URL(string: String(link[..<end]))
      }
    }
    return nil
  }
}

extension Answer: Sendable where Value: Sendable {}
