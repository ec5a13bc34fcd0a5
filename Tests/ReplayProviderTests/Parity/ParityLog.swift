import Foundation
import MoyaCore
import TestSupport

#if canImport(FoundationNetworking)
import FoundationNetworking
#endif

/// What plugins, progress blocks and completions of one pass were told, for each case apart.
final class ParityLog: Sendable {
  private struct Entry {
    var events: [String] = []
    var steps: [Step] = []
    var pending: (() -> Void)?
  }

  /// What a progress block was told.
  struct Step: Equatable {
    let completed: Int64
    let total: Int64
    let hasResponse: Bool
  }

  // Closures are only run by the case that left them.
  private let entries = TestSupport.Locked<[Int: Entry]>([:])

  func note(_ event: String, of id: Int?) {
    guard let id else { return }
    entries.withLock { $0[id, default: Entry()].events.append(event) }
  }

  func note(_ response: ProgressResponse, of id: Int) {
    let progress = response.progressObject
    let step = Step(
      completed: progress?.completedUnitCount ?? -2, total: progress?.totalUnitCount ?? -2,
      hasResponse: response.response != nil)
    entries.withLock { entries in
      entries[id, default: Entry()].steps.append(step)
      entries[id, default: Entry()].events.append(Self.progress)
    }
  }

  /// Leaves what ends a requestClosure for later.
  func leave(_ action: @escaping () -> Void, of id: Int) {
    let box = Shared(action)
    entries.withLock { $0[id, default: Entry()].pending = { box.value() } }
  }

  /// Ends the requestClosure that has been left.
  func resume(_ id: Int) {
    let pending = entries.withLock { entries in
      let action = entries[id]?.pending
      entries[id]?.pending = nil
      return action.map { Shared($0) }
    }
    pending?.value()
  }

  /// The events in order; of progress only the last, as it was told.
  func events(of id: Int) -> [String] {
    let entry = entries.withLock { $0[id] } ?? Entry()
    let last = entry.events.lastIndex(of: Self.progress)
    return entry.events.enumerated().compactMap { index, event in
      guard event == Self.progress else { return event }
      guard index == last, let step = entry.steps.last else { return nil }
      // How far a call came that failed differs each time.
      return step.hasResponse
        ? "progress \(step.completed)/\(step.total) with response" : "progress without response"
    }
  }

  /// Whether progress only grew, and brought a response at its end if at all.
  func isPlausible(_ id: Int) -> Bool {
    let steps = entries.withLock { $0[id]?.steps ?? [] }
    return steps.dropLast().allSatisfy { !$0.hasResponse }
      && zip(steps, steps.dropFirst()).allSatisfy { $0.completed <= $1.completed }
  }

  private static let progress = "progress"
}

/// Notes what a plugin is told, and has a hand in requests and results.
struct ParityPlugin: PluginType {
  let name: String
  let log: ParityLog

  static let field = "X-Prepared"

  private func id(_ target: any TargetType) -> Int? { ParityCase.id(of: target.path) }

  func prepare(_ request: URLRequest, target: any TargetType) -> URLRequest {
    let before = request.value(forHTTPHeaderField: Self.field) ?? "nobody"
    log.note("\(name) prepare after \(before)", of: id(target))
    var request = request
    request.setValue((before == "nobody" ? "" : before) + name, forHTTPHeaderField: Self.field)
    return request
  }

  func willSend(_ request: any RequestType, target: any TargetType) {
    let by = request.request?.value(forHTTPHeaderField: Self.field) ?? "nobody"
    log.note(
      "\(name) willSend \(request.request?.httpMethod ?? "-") prepared by \(by)", of: id(target))
  }

  func didReceive(_ result: Result<Moya.Response, MoyaError>, target: any TargetType) {
    log.note("\(name) didReceive \(ParityError.summary(of: result))", of: id(target))
  }

  func process(
    _ result: Result<Moya.Response, MoyaError>, target: any TargetType
  ) -> Result<Moya.Response, MoyaError> {
    let id = id(target) ?? 0
    log.note("\(name) process \(ParityError.summary(of: result))", of: id)
    guard name.utf8.elementsEqual("B".utf8) else { return result }
    switch result {
    case .success(let response) where id % 7 == 3:
      return .success(
        Response(
          statusCode: response.statusCode, data: response.data + Data("!".utf8),
          request: response.request, response: response.response))
    case .success(let response) where id % 7 == 4:
      return .failure(.statusCode(response))
    case .failure(let error) where id % 7 == 5:
      return .success(
        Response(
          statusCode: 599, data: Data("rescued".utf8), request: error.response?.request,
          response: error.response?.response))
    default: return result
    }
  }
}
