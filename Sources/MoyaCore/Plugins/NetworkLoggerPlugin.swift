#if !UpstreamMoya
import Foundation
#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Writes requests and responses to a log; by default prints methods and header fields.
///
/// Header fields and bodies are written as they are, credentials among them.
public final class NetworkLoggerPlugin: PluginType, @unchecked Sendable {
  // Unchecked: the configuration is in a locked box; a provider calls its closures from any thread.

  private let locked: Locked<Configuration>

  /// What is logged and how; it may be changed at any time, and counts from the next entry on.
  public var configuration: Configuration {
    get { locked.withLock { $0 } }
    set { locked.withLock { $0 = newValue } }
  }

  /// A logger with this configuration.
  public init(configuration: Configuration = Configuration()) {
    locked = Locked(configuration)
  }

  /// A new logger with the default configuration.
  public class var `default`: NetworkLoggerPlugin {
    NetworkLoggerPlugin()
  }

  /// A new logger of everything but curl commands.
  public class var verbose: NetworkLoggerPlugin {
    NetworkLoggerPlugin(configuration: Configuration(logOptions: .verbose))
  }

  /// Logs the request.
  public func willSend(_ request: any RequestType, target: any TargetType) {
    if configuration.logOptions.contains(.formatRequestAscURL) {
      // The closure may be called later, when the configuration has changed.
      let configuration = configuration
      _ = request.cURLDescription { command in
        configuration.output(
          target, [configuration.formatter.entry("Request", command, target)])
      }
    } else {
      configuration.output(target, requestEntries(request, target: target))
    }
  }

  /// Logs the response or the error.
  public func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    switch result {
    case .success(let response):
      configuration.output(
        target, responseEntries(response, target: target, isFromError: false))
    case .failure(let error):
      configuration.output(target, errorEntries(error, target: target))
    }
  }

  private func entry(_ identifier: String, _ message: String, _ target: any TargetType) -> String {
    configuration.formatter.entry(identifier, message, target)
  }

  private func requestEntries(_ request: any RequestType, target: any TargetType) -> [String] {
    guard let sent = request.request else {
      return [entry("Request", "(invalid request)", target)]
    }
    let options = configuration.logOptions
    var entries = [entry("Request", sent.description, target)]
    if options.contains(.requestHeaders) {
      let headers = request.sessionHeaders
        .merging(sent.allHTTPHeaderFields ?? [:]) { _, own in own }
      entries.append(entry("Request Headers", headers.description, target))
    }
    if options.contains(.requestBody) {
      if let stream = sent.httpBodyStream {
        entries.append(entry("Request Body Stream", stream.description, target))
      }
      if let body = sent.httpBody {
        entries.append(entry("Request Body", configuration.formatter.requestData(body), target))
      }
    }
    if options.contains(.requestMethod), let method = sent.httpMethod {
      entries.append(entry("HTTP Request Method", method, target))
    }
    return entries
  }

  private func responseEntries(
    _ response: Response, target: any TargetType, isFromError: Bool
  ) -> [String] {
    let options = configuration.logOptions
    var entries: [String] = []
    if let httpResponse = response.response {
      entries.append(entry("Response", httpResponse.description, target))
    } else {
      entries.append(
        entry("Response", "Received empty network response for \(target).", target))
    }
    if options.contains(.successResponseBody)
      || (isFromError && options.contains(.errorResponseBody))
    {
      entries.append(
        entry("Response Body", configuration.formatter.responseData(response.data), target))
    }
    return entries
  }

  private func errorEntries(_ error: MoyaError, target: any TargetType) -> [String] {
    if let response = error.response {
      return responseEntries(response, target: target, isFromError: true)
    }
    return [entry("Error", "Error calling \(target) : \(error)", target)]
  }
}
#endif
