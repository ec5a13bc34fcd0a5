#if !UpstreamMoya
/// A request method (RFC 9110 §9); compared case-sensitively, as the RFC says.
public struct HTTPMethod: RawRepresentable, Hashable, Sendable {
  /// `CONNECT`.
  public static let connect = HTTPMethod(rawValue: "CONNECT")
  /// `DELETE`.
  public static let delete = HTTPMethod(rawValue: "DELETE")
  /// `GET`.
  public static let get = HTTPMethod(rawValue: "GET")
  /// `HEAD`.
  public static let head = HTTPMethod(rawValue: "HEAD")
  /// `OPTIONS`.
  public static let options = HTTPMethod(rawValue: "OPTIONS")
  /// `PATCH`.
  public static let patch = HTTPMethod(rawValue: "PATCH")
  /// `POST`.
  public static let post = HTTPMethod(rawValue: "POST")
  /// `PUT`.
  public static let put = HTTPMethod(rawValue: "PUT")
  /// `QUERY`.
  public static let query = HTTPMethod(rawValue: "QUERY")
  /// `TRACE`.
  public static let trace = HTTPMethod(rawValue: "TRACE")

  /// The method as it stands in the request line.
  public let rawValue: String

  /// A method of any name; the name is sent as it is.
  public init(rawValue: String) {
    self.rawValue = rawValue
  }
}

/// Moya's name for a request method; `Moya.Method` where `Method` alone is ambiguous.
public typealias Method = HTTPMethod

extension HTTPMethod {
  /// Whether Moya sends multipart bodies with this method: POST, PUT, PATCH and CONNECT.
  public var supportsMultipart: Bool {
    switch self {
    case .post, .put, .patch, .connect: true
    default: false
    }
  }
}
#endif
