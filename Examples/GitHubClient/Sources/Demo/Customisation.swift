import Foundation
import GitHubClient
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What an app has in force around its providers: plugins, closures, and a session with an adapter.
struct Customisation {
  let secrets: Secrets
  let origins: OriginNames

  /// Adds a query item to every request.
  struct QueryItemPlugin: PluginType {
    let item: URLQueryItem

    func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
      request.adding(item)
    }
  }

  /// Signs the device in, and says that it was there.
  struct DeviceAdapter: RequestInterceptor {
    let token: String

    func adapt(
      _ urlRequest: URLRequest, for session: Session,
      completion: @escaping @Sendable (Result<URLRequest, any Error>) -> Void
    ) {
      var request = urlRequest.adding(URLQueryItem(name: "adapted", value: "yes"))
      request.setValue(token, forHTTPHeaderField: "X-Auth-Token")
      completion(.success(request))
    }
  }

  var plugins: [any PluginType] {
    let token = secrets.bearer
    return [
      AccessTokenPlugin { _ in token },
      QueryItemPlugin(item: URLQueryItem(name: "session_token", value: secrets.pluginToken)),
    ]
  }

  /// A session that keeps no cookies beyond its life.
  var session: Session {
    Session(
      configuration: .ephemeral, startRequestsImmediately: false,
      interceptor: DeviceAdapter(token: secrets.adapterToken))
  }

  func endpoint<Target: TargetType>(for target: Target) -> Endpoint {
    origins.live(MoyaProvider.defaultEndpointMapping(for: target))
      .adding(newHTTPHeaderFields: ["X-Client": "Demo/1.0"])
  }

  /// Marks the request, and gives up early on slow ones.
  static func request(
    of endpoint: Endpoint, completion: (Result<URLRequest, MoyaError>) -> Void
  ) {
    do {
      var request = try endpoint.urlRequest()
      request.setValue("yes", forHTTPHeaderField: "X-Request-Closure")
      request.timeoutInterval = request.url?.path.hasPrefix("/delay/") == true ? 1 : 20
      completion(.success(request))
    } catch let error as MoyaError {
      completion(.failure(error))
    } catch {
      completion(.failure(.underlying(error, nil)))
    }
  }
}

extension URLRequest {
  /// The request with one more query item, of characters that need no escaping.
  fileprivate func adding(_ item: URLQueryItem) -> URLRequest {
    guard let url, var components = URLComponents(url: url, resolvingAgainstBaseURL: true) else {
      return self
    }
    // Not `queryItems`, which would turn the `%2B` of others into a `+`, a space to most servers.
    components.percentEncodedQueryItems = (components.percentEncodedQueryItems ?? []) + [item]
    var request = self
    request.url = components.url ?? url
    return request
  }
}
