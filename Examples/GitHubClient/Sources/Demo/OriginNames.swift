import Foundation
import GitHubClient
import MoyaCore

/// Which live origin stands for which name: for targets on their way out, and for reading what came
/// back.
struct OriginNames: Codable {
  /// A name, such as `https://httpbin.test`, and the live origin, such as `http://127.0.0.1:1234`.
  struct Pair: Codable {
    var name: String
    var live: String
  }

  var pairs: [Pair]

  /// The origins of this package's targets.
  ///
  /// - Parameters:
  ///   - port: The port of 127.0.0.1 on which the server listens.
  ///   - closedPort: One on which nothing does.
  init(port: UInt16, closedPort: UInt16) {
    pairs = [
      Pair(name: HTTPBin.origin, live: "http://127.0.0.1:\(port)"),
      // The same server under another name, since an origin can have one name only.
      Pair(name: "https://api.github.com", live: "http://localhost:\(port)"),
      Pair(name: HTTPBin.unreachableOrigin, live: "http://127.0.0.1:\(closedPort)"),
    ]
  }

  /// One origin.
  init(name: String, live: String) {
    pairs = [Pair(name: name, live: live)]
  }

  /// The same, as a cassette's options take it.
  var map: [String: URL] {
    Dictionary(uniqueKeysWithValues: pairs.map { ($0.name, URL(string: $0.live)!) })
  }

  /// The endpoint with its URL going to the live origin.
  func live(_ endpoint: Endpoint) -> Endpoint {
    Endpoint(
      url: renamed(endpoint.url, pairs.map { (from: $0.name, to: $0.live) }),
      sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
      task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
  }

  /// The URL, with the name in place of the live origin.
  func named(url: String) -> String {
    renamed(url, pairs.map { (from: $0.live, to: $0.name) })
  }

  /// A text for people, with the names in place of the live origins.
  func named(text: String) -> String {
    pairs.reduce(text) { text, pair in
      text.replacingOccurrences(of: pair.live, with: pair.name)
        .replacingOccurrences(of: authority(pair.live), with: authority(pair.name))
        // As curl writes it.
        .replacingOccurrences(of: hostAndPort(pair.live), with: hostAndPort(pair.name))
    }
  }

  private func renamed(_ url: String, _ names: [(from: String, to: String)]) -> String {
    for (from, to) in names {
      guard url.hasPrefix(scheme(from)) else { continue }
      let rest = url.dropFirst(scheme(from).count)
      let end = rest.firstIndex { "/?#".contains($0) } ?? rest.endIndex
      let all = rest[..<end]
      let host = all.lastIndex(of: "@").map { all[all.index(after: $0)...] } ?? all
      if host == authority(from) {
        return scheme(to) + all[..<host.startIndex] + authority(to) + rest[end...]
      }
    }
    return url
  }

  private func scheme(_ origin: String) -> String {
    origin.range(of: "://").map { String(origin[..<$0.upperBound]) } ?? ""
  }

  private func hostAndPort(_ origin: String) -> String {
    let parts = authority(origin).split(separator: ":")
    return "\(parts[0]) port \(parts.count > 1 ? String(parts[1]) : "443")"
  }

  private func authority(_ origin: String) -> String {
    origin.range(of: "://").map { String(origin[$0.upperBound...]) } ?? origin
  }
}
