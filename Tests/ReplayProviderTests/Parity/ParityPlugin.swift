import Foundation
import MoyaCore

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// Notes what a plugin is told, and has a hand in requests and results.
struct ParityPlugin: PluginType {
  let name: String
  let log: ParityLog

  static let field = "X-Prepared"

  private func id(_ target: any TargetType) -> Int? { ParityCase.id(of: target.path) }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    let before = request.value(forHTTPHeaderField: Self.field) ?? "nobody"
    log.note(.prepare(plugin: name, after: before), of: id(target))
    var request = request
    request.setValue((before == "nobody" ? "" : before) + name, forHTTPHeaderField: Self.field)
    return request
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    let by = request.request?.value(forHTTPHeaderField: Self.field) ?? "nobody"
    let method = request.request?.httpMethod ?? "-"
    log.note(.willSend(plugin: name, method: method, preparedBy: by), of: id(target))
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    log.note(.didReceive(plugin: name, .init(result)), of: id(target))
  }

  func process(
    _ result: Result<Moya.Response, MoyaError>, target: any TargetType
  ) -> Result<Moya.Response, MoyaError> {
    let id = id(target) ?? 0
    log.note(.process(plugin: name, .init(result)), of: id)
    guard name.utf8.elementsEqual("B".utf8) else { return result }
    switch result {
    case .success(let response) where id % 7 == 3:
      return .success(
        Response(
          statusCode: response.statusCode, data: response.data + Data("!".utf8),
          request: response.request, response: response.response))
    case .success(let response) where id % 7 == 4:
      return .failure(.statusCode(response))
    case .failure where id % 7 == 5:
      return .success(Response(statusCode: 599, data: Data("rescued".utf8)))
    default: return result
    }
  }
}
