import Cassette
import Foundation
import MoyaCore
import Recorder
import TestSupport
import Testing

@testable import ReplayProvider

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// How a provider comes to be recorded.
enum Flow: String, CaseIterable, CustomTestStringConvertible {
  /// The recorder in the plugins of Moya's provider, and nothing else of ours.
  case pluginAlone
  /// Both closures of a player, and its run's recorder.
  case closures
  /// `ReplayProvider`.
  case replayProvider
  /// As `pluginAlone`, without what only MoyaCore shows: as with the real Moya.
  case veiledPluginAlone
  /// As `closures`, in the same way.
  case veiledClosures

  /// Those that see all that MoyaCore shows.
  static var seeing: [Flow] {
    #if UpstreamMoya
    []
    #else
    [.pluginAlone, .closures, .replayProvider]
    #endif
  }

  var testDescription: String { rawValue }

  /// Whether a player takes part.
  var hasPlayer: Bool { self != .pluginAlone && self != .veiledPluginAlone }

  /// A provider of that kind for the run.
  func provider<Target: TargetType>(
    _ run: CassetteRun, session: Session,
    endpointClosure: @escaping MoyaProvider<Target>.EndpointClosure,
    requestClosure: MoyaProvider<Target>.RequestClosure? = nil,
    stubClosure: MoyaProvider<Target>.StubClosure? = nil, trackInflights: Bool = false
  ) -> MoyaProvider<Target> {
    let requestClosure =
      requestClosure ?? { MoyaProvider<Target>.defaultRequestMapping(for: $0, closure: $1) }
    let recorder: any PluginType
    switch self {
    case .replayProvider:
      return ReplayProvider<Target>(
        run: run, endpointClosure: endpointClosure, requestClosure: requestClosure,
        session: session, trackInflights: trackInflights)
    case .veiledClosures, .veiledPluginAlone: recorder = Veiled(plugin: run.recorder)
    case .closures, .pluginAlone: recorder = run.recorder
    }
    guard hasPlayer else {
      return MoyaProvider<Target>(
        endpointClosure: endpointClosure, requestClosure: requestClosure,
        stubClosure: stubClosure ?? { MoyaProvider<Target>.neverStub($0) }, session: session,
        plugins: [recorder], trackInflights: trackInflights)
    }
    let player = run.player(for: Target.self, endpointClosure: endpointClosure)
    return MoyaProvider<Target>(
      endpointClosure: player.endpointClosure, requestClosure: requestClosure,
      stubClosure: { target in
        let behavior = stubClosure?(target) ?? .never
        if case .never = behavior { return player.stubClosure(target) }
        return behavior
      }, session: session, plugins: [recorder], trackInflights: trackInflights)
  }
}

/// Hands on what Moya tells plugins, and hides what MoyaCore shows beside.
private struct Veiled: PluginType {
  let plugin: RecorderPlugin

  private struct Sending: RequestType {
    let request: URLRequest?
    let sessionHeaders: [String: String]
    func authenticate(
      username: String, password: String, persistence: URLCredential.Persistence
    ) -> Sending { self }
    func authenticate(with credential: URLCredential) -> Sending { self }
    func cURLDescription(calling handler: @escaping (String) -> Void) -> Sending { self }
  }

  private func hiding<Value>(_ tell: () -> Value) -> Value {
    #if UpstreamMoya
    tell()
    #else
    MessageSubject.$current.withValue(nil, operation: tell)
    #endif
  }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    hiding { plugin.prepare(request, target: target) }
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    let sending = Sending(request: request.request, sessionHeaders: request.sessionHeaders)
    hiding { plugin.willSend(sending, target: target) }
  }

  func didReceive(_ result: Result<Response, MoyaError>, target: any TargetType) {
    hiding { plugin.didReceive(result, target: target) }
  }

  func process(
    _ result: Result<Response, MoyaError>, target: any TargetType
  ) -> Result<Response, MoyaError> {
    hiding { plugin.process(result, target: target) }
  }
}
