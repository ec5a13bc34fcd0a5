import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

#if UpstreamMoya
import Alamofire
#endif

/// Why requests of calls were sent nowhere, until the calls' results have come.
///
/// Where the transport can be seen, each belongs to its call. Else, and for stubs, there is one for all calls
/// of a target, and a result has to show that its request went nowhere.
struct Refusals {
  private struct OfCall {
    let error: any Error
    weak var transport: AnyObject?
  }

  private var ofCalls: [OfCall] = []
  private var ofTargets: [TargetKey: any Error] = [:]

  /// A request that no transport can send anywhere, and that carries nothing of the true one.
  static let nowhere = URLRequest(url: nowhereURL)
  private static let nowhereURL = URL(string: "moya-cassettes-refused:request")!

  var isEmpty: Bool { ofCalls.isEmpty && ofTargets.isEmpty }

  /// How many are kept.
  var count: Int { ofCalls.count + ofTargets.count }

  /// Notes that a call's request is sent nowhere: once, however often it is tried.
  mutating func add(_ error: any Error, _ key: TargetKey, _ transport: TransportRequest?) {
    guard let transport else {
      ofTargets[key] = error
      return
    }
    ofCalls.removeAll { $0.transport == nil }
    guard index(of: transport) == nil else { return }
    ofCalls.append(OfCall(error: error, transport: transport.identity))
  }

  /// Whether a result is of a call whose request was sent nowhere.
  func contains(_ result: Result<Response, MoyaError>, _ transport: TransportRequest?) -> Bool {
    transport == nil ? Self.isOfNowhere(result) : index(of: transport) != nil
  }

  /// Takes the reason that is to stand in the place of a result; nil where the result stays.
  ///
  /// A result that a stub gave stays, and the reason goes: the request would not have been sent.
  mutating func take(
    for result: Result<Response, MoyaError>, _ key: TargetKey, _ transport: TransportRequest?
  ) -> (any Error)? {
    if let index = index(of: transport) {
      let error = ofCalls.remove(at: index).error
      return MoyaOutcome.isNetworkFailure(result) ? error : nil
    }
    guard Self.isOfNowhere(result) else { return nil }
    guard MoyaOutcome.isNetworkFailure(result) else {
      ofTargets[key] = nil
      return nil
    }
    // As long as such a result can come again, of a call at the same time, the reason stays.
    return ofTargets[key] ?? mostLike(key)
  }

  private func index(of transport: TransportRequest?) -> Int? {
    guard let transport else { return nil }
    return ofCalls.firstIndex { $0.transport === transport.identity }
  }

  /// For a target that differs each time that it is asked.
  private func mostLike(_ key: TargetKey) -> (any Error)? {
    ofTargets.compactMap { other, error in
      other.likeness(to: key).map { (likeness: $0, error: error) }
    }
    .max { $0.likeness < $1.likeness }?.error
  }

  /// Whether a result tells of the request that goes nowhere.
  static func isOfNowhere(_ result: Result<Response, MoyaError>) -> Bool {
    switch result {
    case .success(let response):
      return response.request?.url == nowhereURL
    case .failure(let error):
      if let response = error.response { return response.request?.url == nowhereURL }
      guard case .underlying(let error, _) = error else { return false }
      return isOfNowhere(error)
    }
  }

  private static func isOfNowhere(_ error: any Error) -> Bool {
    switch error as? AFError {
    case .sessionTaskFailed(let inner): return isOfNowhere(inner)
    case .requestRetryFailed(_, let original): return isOfNowhere(original)
    case .some: return false
    case nil: break
    }
    let error = error as NSError
    guard error.domain == NSURLErrorDomain, error.code == NSURLErrorUnsupportedURL else {
      return false
    }
    let url = error.userInfo[NSURLErrorFailingURLErrorKey] as? URL
    return url == nil || url == nowhereURL
  }
}
