/// Scheme, host and port of a URL: what tells one server from another (RFC 6454 §4).
struct Origin: Hashable, Sendable {
  /// Lower case.
  let scheme: [UInt8]
  /// Lower case; an IPv6 address with its brackets.
  let host: [UInt8]
  /// The port, also where it is the scheme's default and not written.
  let port: Int

  /// The origin that a scheme and the text of a host and port mean; nil where they mean none.
  init?(scheme: ArraySlice<UInt8>, hostAndPort: ArraySlice<UInt8>) {
    self.scheme = scheme.map(SecretNames.lowered)
    var host = hostAndPort
    var port = Self.defaultPort(of: self.scheme)
    let bracket = hostAndPort.lastIndex(of: UInt8(ascii: "]")) ?? hostAndPort.startIndex
    if let colon = hostAndPort[bracket...].lastIndex(of: UInt8(ascii: ":")) {
      host = hostAndPort[..<colon]
      let digits = hostAndPort[(colon + 1)...]
      // `http://h:/` has the default port (RFC 3986 §3.2.3).
      if !digits.isEmpty {
        guard digits.count <= 5, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
          return nil
        }
        port = digits.reduce(0) { $0 * 10 + Int($1 - 0x30) }
      }
    }
    guard let port, !host.isEmpty, !self.scheme.isEmpty else { return nil }
    self.host = host.map(SecretNames.lowered)
    self.port = port
  }

  /// The origin of an absolute URL.
  init?(_ url: String) {
    let bytes = Array(url.utf8)
    let parts = URLParts(bytes, in: 0..<bytes.count)
    guard let scheme = parts.scheme, let hostAndPort = parts.hostAndPort else { return nil }
    self.init(scheme: bytes[scheme], hostAndPort: bytes[hostAndPort])
  }

  static func defaultPort(of scheme: [UInt8]) -> Int? {
    switch String(decoding: scheme, as: UTF8.self) {
    case "http", "ws": 80
    case "https", "wss": 443
    case "ftp": 21
    default: nil
    }
  }

  /// Whether the port is its scheme's default.
  var hasDefaultPort: Bool { port == Self.defaultPort(of: scheme) }

  /// Host, and port where it is not the default, as a Host field has them (RFC 9110 §7.2).
  var hostAndPort: [UInt8] { hasDefaultPort ? host : host + Array(":\(port)".utf8) }

  /// Scheme, host, and port where it is not the default (RFC 6454 §6.2).
  var text: [UInt8] { scheme + Array("://".utf8) + hostAndPort }
}
