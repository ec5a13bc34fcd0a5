#if !UpstreamMoya
import Foundation

/// One header field: a name and its value.
public struct HTTPHeader: Hashable, Sendable, CustomStringConvertible {
  /// The field's name, as written; compared without regard to case only within `HTTPHeaders`.
  public let name: String
  /// The field's value.
  public let value: String

  /// A header field of this name and value.
  public init(name: String, value: String) {
    self.name = name
    self.value = value
  }

  /// `name: value`, as it stands in a message.
  public var description: String {
    "\(name): \(value)"
  }
}

extension HTTPHeader {
  /// An `Accept` field.
  public static func accept(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Accept", value: value)
  }

  /// An `Accept-Charset` field.
  public static func acceptCharset(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Accept-Charset", value: value)
  }

  /// An `Accept-Encoding` field.
  public static func acceptEncoding(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Accept-Encoding", value: value)
  }

  /// An `Accept-Language` field.
  public static func acceptLanguage(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Accept-Language", value: value)
  }

  /// An `Authorization` field for the Basic scheme (RFC 7617).
  public static func authorization(username: String, password: String) -> HTTPHeader {
    let credential = Data("\(username):\(password)".utf8).base64EncodedString()
    return authorization("Basic \(credential)")
  }

  /// An `Authorization` field for the Bearer scheme (RFC 6750).
  public static func authorization(bearerToken: String) -> HTTPHeader {
    authorization("Bearer \(bearerToken)")
  }

  /// An `Authorization` field with this value.
  public static func authorization(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Authorization", value: value)
  }

  /// A `Content-Disposition` field.
  public static func contentDisposition(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Disposition", value: value)
  }

  /// A `Content-Encoding` field.
  public static func contentEncoding(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Encoding", value: value)
  }

  /// A `Content-Type` field.
  public static func contentType(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Content-Type", value: value)
  }

  /// A `User-Agent` field.
  public static func userAgent(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "User-Agent", value: value)
  }

  /// A `Sec-WebSocket-Protocol` field.
  public static func websocketProtocol(_ value: String) -> HTTPHeader {
    HTTPHeader(name: "Sec-WebSocket-Protocol", value: value)
  }

  /// The content codings that URLSession undoes on every platform, best first.
  public static let defaultAcceptEncoding = acceptEncoding("br;q=1.0, gzip;q=0.9, deflate;q=0.8")

  /// The user's first six preferred languages, with falling quality.
  public static let defaultAcceptLanguage: HTTPHeader = {
    let languages = Locale.preferredLanguages.prefix(6).enumerated()
    let weighted = languages.map { index, language in
      "\(language);q=\(1.0 - Double(index) * 0.1)"
    }
    return acceptLanguage(weighted.isEmpty ? "en;q=1.0" : weighted.joined(separator: ", "))
  }()

  /// Name, version and build of the running program, and the operating system's version.
  public static let defaultUserAgent: HTTPHeader = {
    let info = Bundle.main.infoDictionary
    let process = ProcessInfo.processInfo
    let program = (info?["CFBundleExecutable"] as? String) ?? process.processName
    let version = (info?["CFBundleShortVersionString"] as? String) ?? "Unknown"
    let build = (info?["CFBundleVersion"] as? String) ?? "Unknown"
    let identifier = Bundle.main.bundleIdentifier ?? "Unknown"
    let system = process.operatingSystemVersion
    let release = "\(system.majorVersion).\(system.minorVersion).\(system.patchVersion)"
    return userAgent(
      "\(fieldSafe(program))/\(version) (\(identifier); build:\(build); \(platform) \(release))"
        + " MoyaCore")
  }()

  /// A program's name may hold bytes that a header field may not.
  private static func fieldSafe(_ text: String) -> String {
    String(
      decoding: text.utf8.map { (0x21...0x7E).contains($0) ? $0 : UInt8(ascii: "_") }, as: UTF8.self
    )
  }

  private static var platform: String {
    #if os(iOS)
    "iOS"
    #elseif os(macOS)
    "macOS"
    #elseif os(tvOS)
    "tvOS"
    #elseif os(watchOS)
    "watchOS"
    #elseif os(visionOS)
    "visionOS"
    #elseif os(Linux)
    "Linux"
    #else
    "Unknown"
    #endif
  }
}
#endif
