import Foundation
import GitHubClient
import MoyaCore
import Recorder
import ReplayProvider
import TargetTesting
import Testing

/// All that the calls of httpbin send and get, from one cassette and at once.
///
/// One run of these tests records it: `Scripts/record-httpbin`.
@Suite(.cassette("httpbin", options: .httpbin))
struct HTTPBinTests {}

extension CassetteOptions {
  /// Several tests may send one request.
  static var httpbin: CassetteOptions {
    CassetteOptions(repeats: .repeatLast, origins: HTTPBinServer.origins)
  }
}

/// The server that is asked while recording: that of `HTTPBIN_URL`. A replay needs none.
enum HTTPBinServer {
  /// Where each origin really is, while recording.
  static let origins: [String: URL] = {
    guard let text = ProcessInfo.processInfo.environment["HTTPBIN_URL"],
      let url = URL(string: text), let closed = URL(string: "http://127.0.0.1:1")
    else { return [:] }
    return [HTTPBin.origin: url, HTTPBin.unreachableOrigin: closed]
  }()

  /// A provider for the calls of the scope around it.
  static func provider(plugins: [any PluginType] = []) -> ReplayProvider<HTTPBin> {
    ReplayProvider(
      endpointClosure: { endpoint(for: $0) },
      session: Session(configuration: .ephemeral, startRequestsImmediately: false),
      plugins: plugins)
  }

  /// The endpoint, on the server that there is.
  static func endpoint(for target: HTTPBin) -> Endpoint {
    let endpoint = MoyaProvider.defaultEndpointMapping(for: target)
    let url = origins.reduce(endpoint.url) { url, origin in
      url.replacingOccurrences(
        of: origin.key, with: origin.value.absoluteString.trimmingCharacters(in: ["/"]))
    }
    return Endpoint(
      url: url, sampleResponseClosure: endpoint.sampleResponseClosure, method: endpoint.method,
      task: endpoint.task, httpHeaderFields: endpoint.httpHeaderFields)
  }
}

/// A file in a folder of one test's own, which takes both away again.
struct TestFile: ~Copyable {
  private let folder = FileManager.default.temporaryDirectory
    .appendingPathComponent("httpbin-\(UUID().uuidString)")
  // What is sent has to have the same name each time: it is a part of what is sent.
  var url: URL { folder.appendingPathComponent("notes.txt") }

  init(_ content: (some Sequence<UInt8>)? = Data?.none) throws {
    try FileManager.default.createDirectory(at: folder, withIntermediateDirectories: true)
    if let content { try Data(content).write(to: url) }
  }

  var content: Data? { FileManager.default.contents(atPath: url.path) }

  deinit {
    // What cannot be removed from the temporary folder is the system's to remove.
    try? FileManager.default.removeItem(at: folder)
  }
}
